// How far the token estimate is from a real tokenizer (o200k_base), by kind of text; `--fit` finds the weights again.
// node bench/tokens.mjs [--fit] [--tree DIR]…    (default trees: this project and its dependencies, ../shared/data)
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { threadKernel } from '../build/shoal/text/scan/kernel.js'
import { CLASSES, tokensFromClasses } from '../build/shoal/text/tokens.js'

const PIECE = 8 * 1024
const PER_KIND = 60
const args = process.argv.slice(2)
const given = args.flatMap((arg, i) => (arg === '--tree' ? [args[i + 1]] : []))
const root = new URL('..', import.meta.url).pathname
const trees = given.length > 0 ? given : [root, join(root, '../shared/data')].filter(existsSync)

const kinds = {
  log: ['.log'],
  'csv, tsv': ['.csv', '.tsv'],
  json: ['.json'],
  jsonl: ['.jsonl', '.ndjson'],
  python: ['.py'],
  'javascript, typescript': ['.js', '.ts', '.mjs', '.cjs', '.tsx'],
  'c, c++': ['.c', '.h', '.hpp', '.cpp'],
  'other code': ['.go', '.rs', '.java', '.rb', '.php', '.sh', '.pl', '.lua', '.tcl'],
  prose: ['.md', '.txt', '.rst'],
  markup: ['.xml', '.html', '.svg'],
  config: ['.yaml', '.yml', '.toml', '.ini', '.cfg', '.conf'],
}

const samples = collect()
if (args.includes('--fit'))
  console.log(`weights ${JSON.stringify(fitWeights(samples).map(weight => Number(weight.toFixed(4))))}`)
report(samples)

/** Pieces of real files, evenly over the files of each kind. */
function collect() {
  const files = new Map(Object.keys(kinds).map(kind => [kind, []]))
  for (const tree of trees) walk(tree, 0, files)
  const found = []
  for (const [kind, paths] of files) {
    const step = Math.max(1, Math.floor(paths.length / PER_KIND))
    for (let i = 0; i < paths.length && found.filter(sample => sample.kind === kind).length < PER_KIND; i += step) {
      const bytes = readFileSync(paths[i])
      const start = Math.max(0, Math.floor((bytes.length - PIECE) / 2))
      const text = bytes.subarray(start, start + PIECE).toString('utf8')
      if (text.length < 500 || text.includes('\ufffd\ufffd\ufffd')) continue
      const piece = Buffer.from(text)
      const kernel = threadKernel()
      kernel.buffer.set(piece)
      found.push({
        kind,
        counts: Array.from(kernel.classes(0, piece.length)),
        bytes: piece.length,
        truth: encode(text, { allowedSpecial: 'all' }).length,
      })
    }
  }
  return found
}

function walk(directory, depth, files) {
  if (depth > 8) return
  let entries
  try {
    entries = readdirSync(directory, { withFileTypes: true })
  } catch {
    return
  }
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory() && entry.name !== '.git') walk(path, depth + 1, files)
    if (!entry.isFile() || /\.min\.|\.map$|-lock\.json|\.truth\.csv/.test(entry.name)) continue
    const kind = Object.keys(kinds).find(name => kinds[name].includes(extname(entry.name)))
    if (kind && statSync(path).size > 1000) files.get(kind).push(path)
  }
}

/** Weights that minimise the squared relative error, each kind counting alike; none below zero. */
function fitWeights(all) {
  const perKind = new Map()
  for (const { kind } of all) perKind.set(kind, (perKind.get(kind) ?? 0) + 1)
  const rows = all.map(({ counts, truth, kind }) => ({
    x: counts.map(count => count / truth),
    w: 1 / perKind.get(kind),
  }))
  const weights = new Array(CLASSES).fill(0.2)
  for (let round = 0; round < 20_000; round++) {
    for (let k = 0; k < CLASSES; k++) {
      let top = 0
      let bottom = 1e-9
      for (const { x, w } of rows) {
        const rest = 1 - x.reduce((sum, value, i) => (i === k ? sum : sum + value * weights[i]), 0)
        top += w * x[k] * rest
        bottom += w * x[k] * x[k]
      }
      weights[k] = Math.max(0, top / bottom)
    }
    if (round > 300 && round % 100 === 0) break
  }
  return weights
}

function report(all) {
  console.log('kind                      pieces  bytes/token  mean error  |error|   p95    bytes/4')
  for (const kind of [...Object.keys(kinds), 'all']) {
    const chosen = all.filter(sample => kind === 'all' || sample.kind === kind)
    if (chosen.length === 0) continue
    const errors = chosen.map(({ counts, truth }) => tokensFromClasses(counts) / truth - 1)
    const plain = chosen.map(({ bytes, truth }) => bytes / 4 / truth - 1)
    const absolute = errors.map(Math.abs).sort((a, b) => a - b)
    const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length
    const percent = value => `${(100 * value).toFixed(1)} %`.padStart(9)
    const ratio = mean(chosen.map(({ bytes, truth }) => bytes / truth)).toFixed(2)
    console.log(
      kind.padEnd(25),
      String(chosen.length).padStart(6),
      ratio.padStart(11),
      percent(mean(errors)),
      percent(mean(absolute)),
      percent(absolute[Math.floor(absolute.length * 0.95)]),
      percent(mean(plain)),
    )
  }
}
