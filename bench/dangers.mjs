// What the security rules say about code that was not in view when they were written.
// node bench/dangers.mjs DIR… [--show] [--sample N]         findings per 10,000 lines, and the time beside parsing; with --sample
//                                                           N of them, the same at every run, to be read by a person
// node bench/dangers.mjs DIR --expected FILE.csv            labelled files: rows of name,category,real,cwe
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { findDangers } from '../build/flow/find-dangers.js'
import { parserFor } from '../build/shoal/text/code/parser.js'

const GRAMMARS = {
  '.py': 'python',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascript',
  '.ts': 'typescript',
  '.tsx': 'tsx',
  '.java': 'java',
  '.kt': 'kotlin',
  '.go': 'go',
  '.php': 'php',
  '.rb': 'ruby',
  '.cs': 'csharp',
  '.c': 'c',
  '.h': 'c',
  '.cpp': 'cpp',
  '.cc': 'cpp',
  '.rs': 'rust',
  '.sh': 'bash',
}
/** Weaknesses that suites file under a parent, a child or a neighbour of the number the rules use. */
const SAME = {
  94: 95,
  77: 78,
  23: 22,
  36: 22,
  73: 22,
  80: 79,
  116: 79,
  259: 798,
  321: 798,
  338: 330,
  916: 328,
  242: 120,
  676: 120,
}
const LARGEST = 2_000_000
const signal = new AbortController().signal

const args = process.argv.slice(2)
const optionOf = name => (args.includes(name) ? args[args.indexOf(name) + 1] : null)
const expected = optionOf('--expected')
const sample = Number(optionOf('--sample') ?? 0)
const roots = args.filter((arg, i) => !arg.startsWith('--') && !/^--(?:expected|sample)$/.test(args[i - 1] ?? ''))

if (roots.length === 0) {
  console.error('usage: node bench/dangers.mjs DIR… [--show] [--sample N] [--expected FILE.csv]')
  process.exit(2)
}
if (expected) await scoreSuite(roots, expected)
else await survey(roots)

/** A suite with a table of what is real: a file counts as found if any finding has the weakness of its row. */
async function scoreSuite(folders, table) {
  const rows = readFileSync(table, 'utf8')
    .split('\n')
    .map(line => line.split(',').map(cell => cell.trim()))
    .filter(([name, , real]) => name && !name.startsWith('#') && /^(?:true|false)$/i.test(real ?? ''))
  const labels = new Map(rows.map(([name, category, real, cwe]) => [name, { category, real: /true/i.test(real), cwe }]))
  const files = folders.flatMap(folder => filesOf(folder))
  const byCategory = new Map()
  const missing = new Set(labels.keys())
  for (const file of files) {
    const name = basename(file, extname(file))
    const label = labels.get(name)
    if (!label || !GRAMMARS[extname(file)]) continue
    missing.delete(name)
    const { dangers } = await analyse(file)
    const found = dangers.some(danger => sameWeakness(danger.rule.cwe, label.cwe))
    count(byCategory, label.category, label.real, found)
    if (args.includes('--show') && found !== label.real) console.log(`${label.real ? 'missed' : 'false'}: ${file}`)
  }
  print('category', byCategory)
  if (missing.size > 0) console.log(`${missing.size} names of the table have no file`)
}

async function survey(folders) {
  const counts = new Map()
  const found = []
  let lines = 0
  let givenUp = 0
  let parsing = 0
  let finding = 0
  for (const file of folders.flatMap(folder => filesOf(folder))) {
    if (!GRAMMARS[extname(file)] || statSync(file).size > LARGEST) continue
    const result = await analyse(file)
    lines += result.lines
    parsing += result.parsing
    finding += result.finding
    givenUp += result.givenUp.length
    for (const { rule, severity, line, message } of result.dangers) {
      const key = `${rule.id} (${severity})`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (args.includes('--show')) console.log(`${file}:${line} ${rule.id} ${severity} ${message}`)
      if (severity !== 'low') found.push({ file, line, rule: rule.id, severity, message })
    }
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  for (const [key, n] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${String(n).padStart(6)}  ${key}`)
  console.log(`${total} findings in ${lines} lines: ${((total / lines) * 10_000).toFixed(2)} per 10,000 lines`)
  console.log(`${givenUp} parts were given up`)
  showSample(found)
  console.log(`parsing ${Math.round(parsing)} ms, rules ${Math.round(finding)} ms of processor time`)
}

/** Medium and high findings in an order that does not depend on where they stand, with the code around them. */
function showSample(found) {
  const key = ({ file, line, rule }) =>
    createHash('sha256')
      .update(`${basename(file)}:${line}:${rule}`)
      .digest('hex')
  const drawn = found.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, sample)
  for (const [i, { file, line, rule, severity, message }] of drawn.entries()) {
    console.log(`\n[${i + 1}] ${file}:${line} ${rule} ${severity}\n    ${message}`)
    const lines = readFileSync(file, 'utf8').split('\n')
    for (let at = Math.max(0, line - 8); at < Math.min(lines.length, line + 3); at++) {
      console.log(`${at + 1 === line ? '>' : ' '} ${at + 1}  ${lines[at].slice(0, 160)}`)
    }
  }
}

async function analyse(file) {
  const text = readFileSync(file, 'utf8')
  const language = GRAMMARS[extname(file)]
  const parser = await parserFor(language)
  const start = cpu()
  const tree = parser.parse(text, signal)
  const middle = cpu()
  const { dangers, givenUp } = tree ? findDangers(tree.rootNode, text, language, file) : { dangers: [], givenUp: [] }
  tree?.delete()
  return { dangers, givenUp, lines: text.split('\n').length, parsing: middle - start, finding: cpu() - middle }
}

function cpu() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map(name => join(path, name))
    .filter(file => extname(file) && existsSync(file) && statSync(file).isFile())
}

function sameWeakness(cwe, wanted) {
  const number = Number(String(cwe).replace(/\D/g, ''))
  const other = Number(String(wanted).replace(/\D/g, ''))
  return (SAME[number] ?? number) === (SAME[other] ?? other)
}

function count(table, key, isReal, isFound) {
  const row = table.get(key) ?? { hit: 0, missed: 0, wrong: 0, quiet: 0 }
  if (isReal) row[isFound ? 'hit' : 'missed']++
  else row[isFound ? 'wrong' : 'quiet']++
  table.set(key, row)
}

function print(title, table) {
  const total = { hit: 0, missed: 0, wrong: 0, quiet: 0 }
  const cells = [[title, 'real', 'found', 'safe', 'false', 'precision', 'recall', 'false rate']]
  for (const [key, row] of [...table].sort(([a], [b]) => a.localeCompare(b))) {
    for (const name of Object.keys(total)) total[name] += row[name]
    cells.push(rowOf(key, row))
  }
  cells.push(rowOf('all', total))
  const widths = cells[0].map((_, i) => Math.max(...cells.map(row => row[i].length)))
  for (const row of cells) {
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
  }
  console.log()
}

function rowOf(key, { hit, missed, wrong, quiet }) {
  const share = (part, whole) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)
  const numbers = [hit + missed, hit, wrong + quiet, wrong].map(String)
  return [key, ...numbers, share(hit, hit + wrong), share(hit, hit + missed), share(wrong, wrong + quiet)]
}
