// Enumeration with ignore rules, side by side with the tools people use for it: the same tree, alternating, best of five.
// Usage: npm run build && node bench/enumerate.mjs [--files 50000] [--rounds 5] [--keep]
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = fileURLToPath(import.meta.url)
const stage = new URL('../build/shoal/stages/enumerate.js', import.meta.url)
const planning = new URL('../build/shoal/run/plan.js', import.meta.url)
const settings = new URL('../build/shoal/config/resolve.js', import.meta.url)

/** Endings and a line of what such files hold. @type {[string, string][]} */
const KINDS = [
  ['.ts', 'export const value = compute(1)\n'],
  ['.py', 'def step(rows): return [row for row in rows]\n'],
  ['.go', 'func Step(rows []Row) error { return nil }\n'],
  ['.json', '{}\n'],
  ['.md', '# Heading\n\nA sentence that says something.\n'],
  ['.txt', 'A sentence that says something else.\n'],
  ['.log', '2024-01-15 10:00:00 INFO worker started\n'],
  ['.csv', 'id,amount,country\n'],
  ['.yaml', '- name: value\n'],
  ['.html', '<p>Some text</p>\n'],
  ['.tmp', 'scratch\n'],
  ['.o', 'object\n'],
]

if (process.env.SHOAL_BENCH_CHILD) await child(process.argv[2] ?? 'names')
else await main()

async function main() {
  const { values } = parseArgs({
    options: { files: { type: 'string' }, rounds: { type: 'string' }, keep: { type: 'boolean' } },
  })
  const files = Number(values.files ?? 50_000)
  const root = mkdtempSync(join(tmpdir(), 'shoal-bench-enumerate-'))
  try {
    const made = makeTree(root, files)
    console.log(
      `${made.files} files in ${made.folders} folders, ${made.ignores} .gitignore files, ${made.links} links that loop`,
    )
    console.log(
      `node ${process.version}, ${availableParallelism()} cores, best of ${values.rounds ?? 5}, alternating\n`,
    )
    report(race(root, contenders(), Number(values.rounds ?? 5)))
  } finally {
    if (values.keep) console.log(`\nkept: ${root}`)
    else rmSync(root, { recursive: true, force: true })
  }
}

/**
 * @typedef {{ name: string, command: string, args: string[], list: (root: string) => Set<string>, own?: boolean }} Contender
 * @returns {Contender[]}
 */
function contenders() {
  const tools = [
    { name: 'rg --files', command: 'rg', args: ['--files'] },
    { name: 'rg --files --hidden', command: 'rg', args: ['--files', '--hidden', '-g', '!.git'] },
    { name: 'git ls-files -co', command: 'git', args: ['ls-files', '-co', '--exclude-standard'] },
    { name: 'fd --hidden', command: 'fd', args: ['-H', '-t', 'f', '-E', '.git', '.'] },
    { name: 'fd --hidden', command: 'fdfind', args: ['-H', '-t', 'f', '-E', '.git', '.'] },
  ].filter(({ command }) => spawnSync(command, ['--version']).status === 0)
  const own = (/** @type {string} */ name, /** @type {string} */ mode) => ({
    ...{ name, command: process.execPath, args: [here, mode], list: ownList, own: true },
  })
  return [
    own('shoal: names', 'names'),
    own('shoal: names and sizes, sorted', 'sizes'),
    own('shoal: the whole plan', 'plan'),
    ...tools.map(tool => ({
      ...tool,
      list: (/** @type {string} */ root) => {
        const output = execFileSync(tool.command, tool.args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
        return new Set(
          output
            .split('\n')
            .filter(Boolean)
            .map(line => line.replace(/^\.\//, '')),
        )
      },
    })),
  ]
}

/** @param {string} root */
function ownList(root) {
  const output = execFileSync(process.execPath, [here, 'list'], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, SHOAL_BENCH_CHILD: '1' } },
  })
  return new Set(output.split('\n').filter(Boolean))
}

/** Inside the timed process: enumerate the working directory. @param {string} mode */
async function child(mode) {
  const { signal } = new AbortController()
  const { enumerate, walk } = await import(stage.href)
  const started = performance.now()
  let names = []
  if (mode === 'plan') {
    const [{ planPaths }, { settingsFrom }] = await Promise.all([import(planning.href), import(settings.href)])
    names = (await planPaths(['.'], null, settingsFrom(), signal)).files
  } else if (mode === 'names') {
    for await (const batch of walk(['.'], {}, signal)) names.push(...batch.files)
  } else {
    names = (await enumerate(['.'], {}, signal)).files
  }
  const ms = performance.now() - started
  if (mode === 'list') process.stdout.write(names.map((/** @type {{ path: string }} */ file) => file.path).join('\n'))
  else process.stdout.write(JSON.stringify({ ms, rss: process.memoryUsage.rss() }))
}

/** @param {string} root @param {Contender[]} all @param {number} rounds */
function race(root, all, rounds) {
  const results = all.map(contender => ({ contender, process: Infinity, call: Infinity, rss: 0 }))
  // The first round only warms the disk cache.
  for (let round = 0; round <= rounds; round++) {
    for (const result of results) {
      const { command, args, own } = result.contender
      const started = process.hrtime.bigint()
      const { stdout } = spawnSync(command, args, {
        ...{ cwd: root, maxBuffer: 1 << 28, env: { ...process.env, SHOAL_BENCH_CHILD: '1' } },
      })
      const ms = Number(process.hrtime.bigint() - started) / 1e6
      if (round === 0) continue
      result.process = Math.min(result.process, ms)
      if (!own) continue
      const inside = JSON.parse(stdout.toString() || '{}')
      result.call = Math.min(result.call, inside.ms)
      result.rss = Math.max(result.rss, inside.rss)
    }
  }
  return results.map(result => ({ ...result, found: result.contender.list(root) }))
}

/** @param {ReturnType<typeof race>} results */
function report(results) {
  const ours = results[0]?.found ?? new Set()
  const rg = results.find(({ contender }) => contender.name === 'rg --files')?.process ?? Number.NaN
  const row = (/** @type {string[]} */ [what, ...cells]) => {
    console.log(
      what?.padEnd(32) +
        cells
          .slice(0, 5)
          .map(cell => cell.padStart(9))
          .join('') +
        `  ${cells[5]}`,
    )
  }
  row(['', 'process', '× rg', 'the call', '× rg', 'files', 'same files as shoal'])
  for (const { contender, process: whole, call, found } of results) {
    const inside = contender.own ? [`${call.toFixed(0)} ms`, (call / rg).toFixed(2)] : ['', '']
    row([
      contender.name,
      `${whole.toFixed(0)} ms`,
      (whole / rg).toFixed(2),
      ...inside,
      String(found.size),
      difference(ours, found),
    ])
  }
  console.log(
    `\nresident memory at the end: ${results
      .filter(({ rss }) => rss > 0)
      .map(({ rss }) => `${(rss / 1e6).toFixed(0)} MB`)
      .join(', ')}`,
  )
}

/** @param {Set<string>} ours @param {Set<string>} theirs */
function difference(ours, theirs) {
  const missing = [...theirs].filter(path => !ours.has(path))
  const extra = [...ours].filter(path => !theirs.has(path))
  if (missing.length + extra.length === 0) return 'yes'
  const parts = []
  if (extra.length > 0) parts.push(`${extra.length} only shoal's (${extra[0]} …)`)
  if (missing.length > 0) parts.push(`${missing.length} only theirs (${missing[0]} …)`)
  return parts.join(', ')
}

/** A repository of packages with nested ignore files, build results and links that loop. @param {string} root @param {number} count */
function makeTree(root, count) {
  const folders = ['src', 'lib', 'data', 'cache', 'logs', 'docs', 'test', 'node_modules', 'api', 'web']
  const made = { files: 0, folders: 0, ignores: 1, links: 0 }
  const random = numbers(7)
  spawnSync('git', ['init', '-q', root])
  if (!existsSync(join(root, '.git'))) mkdirSync(join(root, '.git'))
  writeFileSync(
    join(root, '.gitignore'),
    'node_modules/\n*.o\n*.tmp\n!keep.tmp\n/generated\n**/cache/*.json\nlogs/**/*.log\n.DS_Store\n*.py[co]\n',
  )
  for (let pkg = 0; made.files < count; pkg++) {
    const home = join(root, `pkg${pkg}`)
    mkdirSync(home)
    if (made.ignores < 59) {
      made.ignores++
      const rules = [
        '# local',
        `/out${pkg}/`,
        `*.l${pkg % 7}`,
        '!important.log',
        'data/*.csv',
        'cache/',
        `file_${pkg % 10}?.md`,
      ]
      writeFileSync(join(home, '.gitignore'), rules.join('\n'))
    }
    for (let index = 0; index < 34 && made.files < count; index++) {
      const folder = join(home, folders[index % folders.length] ?? '', index % 3 ? `m${index}` : `m${index}/deep/er`)
      mkdirSync(folder, { recursive: true })
      made.folders += index % 3 ? 1 : 3
      for (let left = 10 + random(30); left > 0 && made.files < count; left--) {
        const [extension, line] = KINDS[random(KINDS.length)] ?? ['', '']
        writeFileSync(join(folder, `file_${left}${extension}`), line.repeat(1 + random(20)))
        made.files++
      }
    }
    if (pkg % 5 === 0) {
      symlinkSync('..', join(home, 'loop'))
      made.links++
    }
  }
  return made
}

/** Numbers that are the same on every run. @param {number} seed */
function numbers(seed) {
  let state = seed
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}
