// Measures template mining on labelled logs: raw lines, header found by the program, one configuration for all sets.
// Then on generated logs of other kinds, half of them held back. Run after the build: node bench/log-templates.mjs [DIR]
import { fileURLToPath } from 'node:url'
import { findHeader } from '../build/shoal/text/log/header.js'
import { TemplateTally } from '../build/shoal/text/log/tally.js'
import { mineTemplates } from '../build/shoal/text/log/templates.js'
import { generatedSets } from './log-kinds.mjs'
import { labelledLogs, scoreGroups } from './log-score.mjs'

const SHARED = fileURLToPath(new URL('../../shared/data/logs', import.meta.url))
/** Lines per timed run; a set is repeated until it has them. */
const TIMED_LINES = 100_000

function main() {
  const directory = process.argv[2] ?? SHARED
  generated()
  const sets = labelledLogs(directory)
  if (sets.length === 0) return console.log(`no labelled logs in ${directory}`)
  const results = sets.map(set => ({ ...set, ...mine(set), speed: speedOf(set) }))
  const rows = results.map(({ name, lines, score, header, speed }) => [
    name,
    lines.length,
    score.trueGroups,
    score.groups,
    score.accuracy.toFixed(3),
    score.f1.toFixed(3),
    Math.round(speed / 1000),
    header,
  ])
  const mean = pick => (results.reduce((sum, result) => sum + pick(result), 0) / results.length).toFixed(3)
  rows.push(['mean', '', '', '', mean(({ score }) => score.accuracy), mean(({ score }) => score.f1), '', ''])
  console.log(table(['set', 'lines', 'groups', 'ours', 'GA', 'FGA', 'k lines/s', 'header found'], rows))
  console.log('\nk lines/s: tallying and looking up together, in seconds of processor time, best of three')
}

/** Means of two draws each of 2,000 and of 500 lines; of those held back only the mean and the worst. */
function generated() {
  const scores = new Map()
  for (const [seed, count] of [
    [11, 2000],
    [211, 2000],
    [311, 500],
    [411, 500],
  ])
    for (const { name, held, lines, labels } of generatedSets(count, seed)) {
      const { score } = mine({ lines, labels })
      const own = scores.get(name) ?? { held, accuracies: [] }
      own.accuracies.push(score.accuracy)
      scores.set(name, own)
    }
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length
  for (const isHeld of [false, true]) {
    const some = [...scores].filter(([, { held }]) => held === isHeld)
    const means = some.map(([, { accuracies }]) => mean(accuracies))
    if (!isHeld) for (const [k, [name]] of some.entries()) console.log(`${name.padEnd(12)} ${means[k].toFixed(3)}`)
    const lowest = Math.min(...some.flatMap(([, { accuracies }]) => accuracies))
    console.log(
      `generated, ${isHeld ? 'held back' : 'in view'}: mean GA ${mean(means).toFixed(3)}, lowest ${lowest.toFixed(3)}\n`,
    )
  }
}

function mine({ lines, labels }) {
  const format = findHeader(lines)
  const book = tallied(format, lines)
  const score = scoreGroups(
    lines.map(line => book.templateOf(format.contentOf(line)).template),
    labels,
  )
  return { score, header: format.shape }
}

function tallied(format, lines) {
  const tally = new TemplateTally()
  for (const [k, line] of lines.entries()) tally.add(format.contentOf(line), k + 1)
  return mineTemplates(tally)
}

function speedOf({ lines }) {
  const many = Array.from({ length: Math.ceil(TIMED_LINES / lines.length) }, () => lines).flat()
  const format = findHeader(lines)
  let best = 0
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage()
    const book = tallied(format, many)
    for (const line of many) book.templateOf(format.contentOf(line))
    const { user, system } = process.cpuUsage(start)
    best = Math.max(best, many.length / ((user + system) / 1e6))
  }
  return best
}

function table(head, rows) {
  const all = [head, ...rows].map(row => row.map(String))
  const widths = head.map((_, k) => Math.max(...all.map(row => row[k].length)))
  return all
    .map(row =>
      row.map((cell, k) => (k === 0 || k === 7 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  '),
    )
    .join('\n')
}

main()
