// What one more line in one function changes: the share of the other chunks that are known again.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { randomFrom } from './partition-inputs.mjs'
import { runChild } from './partition-jobs.mjs'
import { BUDGET } from './partition-peers.mjs'
import { cutOf } from './partition-ranges.mjs'
import { count, percent, printTable } from './partition-table.mjs'

const TRIALS = 100
/** Enough for several chunks, so that there are others to know again. */
const SMALLEST = 5 * BUDGET
const COMMENTS = { python: '#', ruby: '#', bash: '#', lua: '--', haskell: '--' }

export async function measureStability({ directory, sources, names }) {
  const folder = join(directory, 'edits')
  mkdirSync(folder)
  const trials = makeTrials(sources)
  const files = trials.flatMap(({ source, edited }, k) => [
    { path: source.path, language: source.language },
    { path: writeEdited(folder, k, source, edited), language: source.language },
  ])
  const rows = names.map(name => {
    const { cut } = runChild(directory, {
      splitter: name,
      kind: 'code',
      request: 'budgeted',
      steps: [files],
      limit: 120,
      wantsChunks: true,
    })
    return cut
      ? summary(
          name,
          trials.map((trial, k) => keptIn(trial, cut[2 * k], cut[2 * k + 1])),
        )
      : [name]
  })
  rmSync(folder, { recursive: true })
  const title = `Stability: one line more in a function, ${trials.length} edits in files of at least ${count(SMALLEST)} characters`
  printTable(title, ['', 'other chunks', 'the same', 'share', 'edits with all the same'], rows)
}

function writeEdited(folder, k, source, edited) {
  const path = join(folder, `${k}-${basename(source.path)}`)
  writeFileSync(path, edited)
  return path
}

/** A comment of its own line behind the first line of a random function. */
function makeTrials(sources) {
  const random = randomFrom(4)
  const large = sources
    .map(source => ({
      source,
      places: source.functions.map(place => lineBehind(source.text, place)).filter(at => at !== null),
    }))
    .filter(({ source, places }) => source.text.length >= SMALLEST && places.length > 0)
  return Array.from({ length: large.length > 0 ? TRIALS : 0 }, (_, k) => {
    const { source, places } = large[random(large.length)]
    const at = places[random(places.length)]
    const line = `    ${COMMENTS[source.language] ?? '//'} an edit, number ${k}\n`
    return { source, at, edited: source.text.slice(0, at) + line + source.text.slice(at) }
  })
}

function lineBehind(text, [start, end]) {
  const at = text.indexOf('\n', start) + 1
  return at > 0 && at < end ? at : null
}

function keptIn({ source, at }, before, after) {
  if (before.error || after.error) return { others: 0, kept: 0 }
  const { ranges, identities } = cutOf(source.text, before, BUDGET)
  const now = new Set(after.ids ?? after.texts)
  const touched = ranges.findLastIndex(([start]) => start <= at)
  const others = identities.filter((_, k) => k !== touched)
  return { others: others.length, kept: others.filter(identity => now.has(identity)).length }
}

function summary(name, outcomes) {
  const sum = key => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const whole = outcomes.filter(({ others, kept }) => others === kept).length
  return [name, count(sum('others')), count(sum('kept')), percent(sum('kept'), sum('others')), whole]
}
