// How well the security rules tell dangerous code from safe twins, and what they say about code that nobody labelled.
// node bench/dangers.mjs                                    the labelled samples of fixtures/dangers
// node bench/dangers.mjs DIR --expected FILE.csv            another suite: rows of name,category,real,cwe
// node bench/dangers.mjs DIR… [--show]                      findings per 10,000 lines, and the time beside parsing
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { findDangers } from '../dist/text/code/dangers/find-dangers.js'
import { parserFor } from '../dist/text/code/parser.js'

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
const expected = args.includes('--expected') ? args[args.indexOf('--expected') + 1] : null
const roots = args.filter((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--expected')

if (roots.length === 0) await scoreSamples(new URL('../fixtures/dangers/', import.meta.url).pathname)
else if (expected) await scoreSuite(roots, expected)
else await survey(roots)

/** One folder per language and rule, `bad-N` and `good-N` side by side. */
async function scoreSamples(root) {
  const byRule = new Map()
  const byLanguage = new Map()
  for (const language of readdirSync(root)) {
    for (const rule of readdirSync(join(root, language))) {
      for (const file of readdirSync(join(root, language, rule))) {
        const { dangers } = await analyse(join(root, language, rule, file))
        const found = dangers.some(danger => danger.rule.id.endsWith(`.${rule}`))
        count(byRule, rule, file.startsWith('bad'), found)
        count(byLanguage, language, file.startsWith('bad'), found)
      }
    }
  }
  print('rule', byRule)
  print('language', byLanguage)
}

/** A suite with a table of what is real: a file counts as found if any finding has the weakness of its row. */
async function scoreSuite(folders, table) {
  const rows = readFileSync(table, 'utf8')
    .split('\n')
    .map(line => line.split(',').map(cell => cell.trim()))
    .filter(([name, , real]) => name && !name.startsWith('#') && /^(?:true|false)$/i.test(real ?? ''))
  const labels = new Map(rows.map(([name, category, real, cwe]) => [name, { category, real: /true/i.test(real), cwe }]))
  const files = folders.flatMap(folder => filesOf(folder))
  const settings = settingsOf(files)
  const byCategory = new Map()
  const missing = new Set(labels.keys())
  for (const file of files) {
    const name = basename(file, extname(file))
    const label = labels.get(name)
    if (!label || !GRAMMARS[extname(file)]) continue
    missing.delete(name)
    const { dangers } = await analyse(file, settings)
    const found = dangers.some(danger => sameWeakness(danger.rule.cwe, label.cwe))
    count(byCategory, label.category, label.real, found)
    if (args.includes('--show') && found !== label.real) console.log(`${label.real ? 'missed' : 'false'}: ${file}`)
  }
  print('category', byCategory)
  if (missing.size > 0) console.log(`${missing.size} names of the table have no file`)
}

async function survey(folders) {
  const counts = new Map()
  let lines = 0
  let parsing = 0
  let finding = 0
  for (const file of folders.flatMap(folder => filesOf(folder))) {
    if (!GRAMMARS[extname(file)] || statSync(file).size > LARGEST) continue
    const result = await analyse(file)
    lines += result.lines
    parsing += result.parsing
    finding += result.finding
    for (const { rule, severity, line, message } of result.dangers) {
      const key = `${rule.id} (${severity})`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (args.includes('--show')) console.log(`${file}:${line} ${rule.id} ${severity} ${message}`)
    }
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  for (const [key, n] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${String(n).padStart(6)}  ${key}`)
  console.log(`${total} findings in ${lines} lines: ${((total / lines) * 10_000).toFixed(2)} per 10,000 lines`)
  console.log(`parsing ${Math.round(parsing)} ms, rules ${Math.round(finding)} ms of processor time`)
}

async function analyse(file, settings) {
  const text = readFileSync(file, 'utf8')
  const language = GRAMMARS[extname(file)]
  const parser = await parserFor(language)
  const start = cpu()
  const tree = parser.parse(text, signal)
  const middle = cpu()
  const dangers = tree ? findDangers(tree.rootNode, text, language, file, settings) : []
  tree?.delete()
  return { dangers, lines: text.split('\n').length, parsing: middle - start, finding: cpu() - middle }
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

/** Values of the properties files of the suite, which its code looks up by name. */
function settingsOf(files) {
  const settings = new Map()
  for (const file of files.filter(name => name.endsWith('.properties'))) {
    for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
      const match = /^\s*([^#!\s=:][^=:]*?)\s*[=:]\s*(.*?)\s*$/.exec(line)
      if (match) settings.set(match[1], match[2])
    }
  }
  return settings
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
