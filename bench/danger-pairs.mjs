// Recall and false-alarm rate of the security rules on pairs: dangerous code, and the same code mended (fixtures/dangers/pairs).
// node bench/danger-pairs.mjs [--show] [--unseen] [--low]   --show lists misses and false alarms of the seen two thirds,
//                                                           --unseen those of the third held back; --low leaves low findings out
import { findDangers } from '../build/flow/find-dangers.js'
import { parserFor } from '../build/shoal/text/code/parser.js'
import { readPairs } from './danger-book.mjs'

const signal = new AbortController().signal
const args = new Set(process.argv.slice(2))
const scores = { language: new Map(), kind: new Map() }
const others = new Map()

for (const pair of readPairs()) await judge(pair.language, pair)
for (const [title, table] of Object.entries(scores)) print(title, table)
const share = [...others].sort((a, b) => b[1] - a[1]).map(([rule, n]) => `${rule} ${n}`)
console.log(`findings of another kind on mended code: ${share.join(', ') || 'none'}`)

async function judge(language, pair) {
  const { isHeld } = pair
  const [bad, good] = [await rulesOn(language, pair.bad), await rulesOn(language, pair.good)]
  const [isHit, isWrong] = [bad.includes(pair.kind), good.includes(pair.kind)]
  if (!isHeld) for (const rule of good) if (rule !== pair.kind) others.set(rule, (others.get(rule) ?? 0) + 1)
  for (const [table, key] of [
    [scores.language, language],
    [scores.kind, pair.kind],
  ]) {
    const row = table.get(key) ?? { seen: [0, 0, 0], unseen: [0, 0, 0] }
    const cells = row[isHeld ? 'unseen' : 'seen']
    cells[0]++
    if (isHit) cells[1]++
    if (isWrong) cells[2]++
    table.set(key, row)
  }
  if (!args.has(isHeld ? '--unseen' : '--show')) return
  if (!isHit) console.log(`missed ${language} ${pair.kind}: ${pair.title}${bad.length > 0 ? ` (found ${bad})` : ''}`)
  if (isWrong) console.log(`false  ${language} ${pair.kind}: ${pair.title}`)
}

async function rulesOn(language, text) {
  const parser = await parserFor(language)
  const tree = parser.parse(text, signal)
  const { dangers } = findDangers(tree.rootNode, text, language, `pair.${language}`)
  tree.delete()
  return dangers
    .filter(({ severity }) => !args.has('--low') || severity !== 'low')
    .map(({ rule }) => rule.id.replace(/^\w+\./, ''))
}

function print(title, table) {
  const total = { seen: [0, 0, 0], unseen: [0, 0, 0] }
  const rows = [...table].sort(([a], [b]) => a.localeCompare(b))
  for (const [, row] of rows)
    for (const part of ['seen', 'unseen']) for (const i of [0, 1, 2]) total[part][i] += row[part][i]
  const width = Math.max(...rows.map(([key]) => key.length))
  const cells = ([pairs, hits, wrong]) => `${String(pairs).padStart(4)} ${rate(hits, pairs)} ${rate(wrong, pairs)}`
  console.log(`${title.padEnd(width)}  seen: pairs recall false   unseen: pairs recall false`)
  for (const [key, { seen, unseen }] of [...rows, ['all', total]])
    console.log(`${key.padEnd(width)}        ${cells(seen)}           ${cells(unseen)}`)
  console.log()
}

function rate(part, whole) {
  return (whole === 0 ? '–' : (part / whole).toFixed(2)).padStart(6)
}
