// Wrong cells of dirty tables: which are named, how many of the named are wrong. `node bench/dirty-tables.mjs [DOMAIN…] [--misses]`
// after a build. Tables of our own making with planted faults; of half the domains only totals are printed.
import { DOMAINS } from './dirty/domains.mjs'
import { planted } from './dirty/faults.mjs'
import { csvOf, namedCells, surveyText } from './dirty/surveyed.mjs'
import { printTable } from './partition-table.mjs'

const names = Object.keys(DOMAINS)
const HELD = new Set(names.filter((_, k) => k % 2 === 1))
const wanted = process.argv.slice(2).filter(name => !name.startsWith('--'))
const showMisses = process.argv.includes('--misses')
const SEEDS = [11, 12]

const lines = []
const kinds = new Map()
const totals = { shown: [], held: [] }
for (const name of names) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const score = { right: 0, named: 0, wrong: 0, mended: 0, known: 0, clean: 0 }
  for (const seed of SEEDS) {
    const table = DOMAINS[name](seed)
    const clean = await surveyText(csvOf(table))
    const alarms = clean.findings.filter(({ nature, type }) => nature === 'problem' && type !== 'missing_data')
    score.clean += alarms.length
    const dirty = planted(table, seed)
    const cells = namedCells(await surveyText(csvOf(dirty)))
    judge(dirty.truth, cells, score, HELD.has(name))
    if (showMisses && !HELD.has(name)) showMissed(dirty, cells, alarms)
  }
  const half = HELD.has(name) ? 'held' : 'shown'
  totals[half].push(score)
  if (half === 'shown') lines.push([name, ...figures(score)])
}
const HEADS = ['precision', 'recall', 'F1', 'wrong cells', 'named', 'mended', 'alarms when clean']
printTable(
  'cells by table',
  ['', ...HEADS],
  [...lines, ['all shown', ...figures(sum(totals.shown))], ['all held back', ...figures(sum(totals.held))]],
)
console.log(`mean F1: shown ${mean(totals.shown)}, held back ${mean(totals.held)}`)
printTable(
  'recall by kind, of those shown',
  ['', 'recall', 'cells'],
  [...kinds].map(([kind, { right, all }]) => [kind, (right / all).toFixed(2), String(all)]),
)

function judge(truth, cells, score, held) {
  score.wrong += truth.size
  score.named += cells.size
  for (const [id, { kind, clean }] of truth) {
    const found = cells.get(id)
    if (!held) {
      const known = kinds.get(kind) ?? { right: 0, all: 0 }
      kinds.set(kind, { right: known.right + Number(found !== undefined), all: known.all + 1 })
    }
    if (!found) continue
    score.right++
    if (found.expected !== undefined) score.known++
    if (found.expected === clean) score.mended++
  }
}

function figures({ right, named, wrong, mended, known, clean }) {
  const [precision, recall] = [right / named, right / wrong]
  return [
    precision.toFixed(3),
    recall.toFixed(3),
    f1({ right, named, wrong }).toFixed(3),
    String(wrong),
    String(named),
    `${mended} of ${known}`,
    String(clean),
  ]
}

function f1({ right, named, wrong }) {
  return (2 * right) / Math.max(1, named + wrong)
}

function mean(scores) {
  return (scores.reduce((total, score) => total + f1(score), 0) / scores.length).toFixed(3)
}

function sum(scores) {
  return scores.reduce(
    (total, score) => Object.fromEntries(Object.entries(score).map(([key, value]) => [key, value + (total[key] ?? 0)])),
    {},
  )
}

function showMissed({ truth, rows, header }, cells, alarms) {
  for (const { key, summary } of alarms) console.log('  CLEAN ALARM', key, summary.slice(0, 160))
  const missed = [...truth].filter(([id]) => !cells.has(id))
  const extra = [...cells].filter(([id]) => !truth.has(id))
  const cell = id => {
    const [row, name] = id.split(/:(.*)/s)
    return rows[row]?.[header.indexOf(name)]
  }
  const by = new Map()
  for (const [id, { kind, clean }] of missed) {
    const key = `missed ${kind} ${id.split(':')[1]}`
    by.set(key, [...(by.get(key) ?? []), `${cell(id)} (${clean})`])
  }
  for (const [id, { key, expected }] of extra) {
    const k = `extra ${key}`
    by.set(k, [...(by.get(k) ?? []), `${cell(id)}→${expected}`])
  }
  for (const [key, examples] of by) console.log(' ', key, examples.length, examples.slice(0, 4).join(' | '))
}
