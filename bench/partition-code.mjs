// Real code, cut to a budget of 8,000 characters: how fast, how well, and how much an edit changes.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findCode } from './partition-inputs.mjs'
import { runChild } from './partition-jobs.mjs'
import { functionsOf } from './partition-oracle.mjs'
import { fitsBudget } from './partition-ours.mjs'
import { BUDGET } from './partition-peers.mjs'
import { cutOf, isHeld, lineAround, lostIn } from './partition-ranges.mjs'
import { measureStability } from './partition-stability.mjs'
import { best, count, figure, NONE, percent, printTable, seconds } from './partition-table.mjs'

const PER_LANGUAGE = 8e6
const ROUNDS = 3
const TINY = BUDGET * 0.05
const PATIENCE = 180_000
/** As `shoal plan` cuts a directory: files shared between threads. */
const ALL_CORES = 'shoal, all cores'

export async function measureCode({ directory, trees, megabytes, peers }) {
  const files = findCode(trees, Math.min(PER_LANGUAGE, megabytes * 1e6))
  const sources = []
  for (const file of files) {
    const text = readFileSync(file.path, 'utf8')
    sources.push({ ...file, text, functions: await functionsOf(text, file.language) })
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const functions = sources.flatMap(source => source.functions).filter(([start, end]) => end - start <= BUDGET).length
  console.log(
    `\nCode: ${count(files.length)} files, ${figure(bytes / 1e6)} MB (${languages(files)}); ${count(functions)} functions of at most ${count(BUDGET)} characters`,
  )

  const cuts = ['shoal', ALL_CORES, ...peers.filter(peer => peer.kinds.includes('code')).map(peer => peer.name)].map(
    name => {
      const job = {
        splitter: name,
        kind: 'code',
        request: 'budgeted',
        rounds: ROUNDS,
        limit: 120,
        steps: [files],
        patience: PATIENCE,
        wantsChunks: name !== ALL_CORES,
      }
      return { name, ...runChild(directory, job) }
    },
  )
  printSpeed(files, bytes, cuts)
  printQuality(
    sources,
    cuts.filter(({ cut }) => cut),
  )
  await measureStability({ directory, sources, names: cuts.map(({ name }) => name).filter(name => name !== ALL_CORES) })
}

function languages(files) {
  const sizes = new Map()
  for (const { language, bytes } of files) sizes.set(language, (sizes.get(language) ?? 0) + bytes)
  return [...sizes]
    .sort((a, b) => b[1] - a[1])
    .map(([language, size]) => `${language} ${figure(size / 1e6)}`)
    .join(', ')
}

function printSpeed(files, bytes, cuts) {
  const wc = best(Array.from({ length: 5 }, () => timeOfWc(files)).filter(time => time !== null))
  const rows = cuts.map(({ name, steps, error }) => {
    const step = steps.at(-1)
    if (!step) return [name, error ?? NONE]
    const time = best(step.times)
    return [
      name,
      seconds(step.times[0]),
      seconds(time),
      seconds(best(step.cpu)),
      figure(bytes / time / 1e6),
      wc ? `${figure(time / wc)}×` : NONE,
      figure(step.peak / 1e6),
      step.failed ?? 0,
    ]
  })
  if (wc) rows.unshift(['wc -l', NONE, seconds(wc), NONE, figure(bytes / wc / 1e6), '1.00×', NONE, NONE])
  printTable(
    `Speed: code, ${figure(bytes / 1e6)} MB`,
    ['', 'first round', 'best', 'CPU', 'MB/s', "× wc -l's time", 'peak MB', 'files refused'],
    rows,
  )
}

function timeOfWc(files) {
  const start = performance.now()
  const { status } = spawnSync('wc', ['-l', ...files.map(file => file.path)], { maxBuffer: 1 << 28 })
  return status === 0 ? (performance.now() - start) / 1000 : null
}

function printQuality(sources, cuts) {
  const rows = cuts.map(({ name, cut }) => {
    const sum = {
      chunks: 0,
      severed: 0,
      beyond: 0,
      inLine: 0,
      inFitting: 0,
      tiny: 0,
      over: 0,
      altered: 0,
      all: 0,
      solid: 0,
      characters: 0,
      held: 0,
    }
    const fits = name === 'shoal' ? fitsBudget : text => text.length <= BUDGET
    for (const [k, source] of sources.entries()) if (!cut[k].error) add(sum, judge(source, cut[k], fits))
    return [
      name,
      count(sum.chunks),
      figure(sum.held / sum.chunks),
      count(sum.severed),
      count(sum.beyond),
      count(sum.inLine),
      count(sum.inFitting),
      `${count(sum.tiny)} (${percent(sum.tiny, sum.chunks)})`,
      count(sum.over),
      count(sum.altered),
      `${count(sum.all)} (${percent(sum.all, sum.characters, 2)})`,
      count(sum.solid),
    ]
  })
  const head = [
    '',
    'chunks',
    'mean size',
    'severed',
    'beyond tokens',
    'mid-line starts',
    'in a line that fits',
    'tiny',
    'over budget',
    'altered',
    'characters lost',
    'not blank',
  ]
  printTable(`Quality: code, ${count(BUDGET)} characters, no overlap (shoal: 2,000 tokens)`, head, rows)
  console.log(FOOTNOTE)
}

const FOOTNOTE = `  severed: functions that fit the budget and stand whole in no chunk; beyond tokens: the same for those that fit 8,000 characters but not the
  2,000 tokens that shoal counts in; mid-line starts: behind more than blanks; tiny: under 5 % of the budget, in files of several chunks;
  over budget: chunks, with all that was put before them; altered: chunks whose text does not stand in the file`

/** `fits` tells in the splitter's own unit. */
function judge({ text, functions }, result, fits) {
  const cut = cutOf(text, result, BUDGET)
  const { ranges } = cut
  const severed = functions
    .filter(([start, end]) => end - start <= BUDGET && !isHeld(text, cut, start, end))
    .map(([start, end]) => text.slice(start, end))
  const lines = ranges.map(([start]) => lineAround(text, start)).filter(line => line !== null)
  return {
    chunks: cut.texts.length,
    held: ranges.reduce((sum, [start, end]) => sum + end - start, 0),
    severed: severed.filter(fits).length,
    beyond: severed.filter(code => !fits(code)).length,
    inLine: lines.length,
    inFitting: lines.filter(fits).length,
    tiny: ranges.length > 1 ? ranges.filter(([start, end]) => end - start < TINY).length : 0,
    over: cut.over,
    altered: cut.altered.length,
    ...lostIn(text, cut),
    characters: text.length,
  }
}

function add(sum, part) {
  for (const key of Object.keys(sum)) sum[key] += part[key]
}
