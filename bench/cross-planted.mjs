// Faults across files, planted by seed into copies of trees that others wrote: how many are found with both ends, and what is told of the
// untouched trees. node bench/cross-planted.mjs TREE … [--seed=7] [--list]
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plantings } from './cross/plantings.mjs'

const args = process.argv.slice(2)
const trees = args.filter(arg => !arg.startsWith('--'))
const seed = Number(args.find(arg => arg.startsWith('--seed='))?.slice(7) ?? 7)
const lists = args.includes('--list')
const shoal = join(dirname(fileURLToPath(import.meta.url)), '..', 'bin', 'shoal.mjs')

const totals = new Map()
let untouched = 0
for (const tree of trees) {
  const home = mkdtempSync(join(tmpdir(), 'cross-'))
  try {
    const copy = join(home, basename(tree))
    cpSync(tree, copy, { recursive: true })
    const before = problems(copy, home)
    untouched += before.length
    if (lists)
      for (const { severity, kind, summary } of before)
        console.log(`  untouched ${basename(tree)} ${severity} ${kind} ${summary}`)
    const planted = plant(copy)
    const told = problems(copy, home)
    for (const one of planted) {
      const found = told.some(link => one.ends.every(end => mentions(link, end)))
      const total = totals.get(one.kind) ?? { planted: 0, found: 0 }
      totals.set(one.kind, total)
      total.planted++
      if (found) total.found++
      if (lists || !found)
        console.log(`  ${found ? 'found ' : 'MISSED'} ${basename(tree)} ${one.kind}: ${one.ends.join(' | ')}`)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
const all = [...totals.values()].reduce(
  (sum, one) => ({ planted: sum.planted + one.planted, found: sum.found + one.found }),
  { planted: 0, found: 0 },
)
for (const [kind, { planted, found }] of totals) console.log(`${kind.padEnd(10)} ${found} of ${planted}`)
console.log(`all        ${found(all)}; problems across files told of the untouched trees: ${untouched}`)

function found({ planted, found: hits }) {
  return `${hits} of ${planted} (${((100 * hits) / Math.max(1, planted)).toFixed(0)} %)`
}

function problems(tree, home) {
  const out = execFileSync(process.execPath, [shoal, 'analyze', basename(tree), 'What is risky here?', '--json'], {
    cwd: home,
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(out.toString('utf8')).cross_file.filter(({ nature }) => nature === 'problem')
}

function mentions({ summary, evidence }, end) {
  return summary.includes(end) || evidence.some(({ path, quote }) => path.endsWith(end) || quote.includes(end))
}

function plant(root) {
  const random = randomOf(seed)
  const files = walk(root)
  const tools = {
    root,
    files,
    exists: path => existsSync(join(root, path)),
    read: path => readFileSync(join(root, path), 'utf8'),
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    pick: list => list[Math.floor(random() * list.length)],
    shuffled: list =>
      list
        .map(one => [random(), one])
        .sort((a, b) => a[0] - b[0])
        .map(([, one]) => one),
  }
  return plantings.flatMap(make => make(tools))
}

function walk(root, folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:\.git|node_modules)$/.test(entry.name) ? [] : walk(root, path)
    return entry.isFile() ? [relative(root, path)] : []
  })
}

function randomOf(start) {
  let state = start
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
