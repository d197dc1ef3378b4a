// The lines of a log that hold a text, beside ripgrep and grep on the same file: processor time (user and system), wall
// time, and the number of lines found, which must be the same. Then `shoal search` as a process, its start included, on the same file and
// on a tree of 5,000 small files.
// node bench/search.mjs [megabytes] [log|csv|jsonl]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeInput } from './partition-inputs.mjs'

const BIN = fileURLToPath(new URL('../bin/shoal.mjs', import.meta.url))
const ROUNDS = 3
const QUERIES = [
  ['text', 'ERROR', true],
  ['text', 'error', false],
  ['text', 'no such text', false],
  ['regex', 'ERROR.*time', true],
  ['regex', '[0-9]{3}\\.[0-9]+', true],
  ['words', 'database connection timeout', false],
]

const [first, ...rest] = process.argv.slice(2)
if (first === '--child') await child(...rest)
else main(Number(first ?? 200), rest[0] ?? 'log')

function main(megabytes, kind) {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
  const peers = ['rg', 'grep'].filter(name => spawnSync(name, ['--version']).status === 0)
  try {
    const file = makeInput(directory, kind, megabytes)
    const size = (statSync(file).size / 1e6).toFixed(0)
    console.log(`${size} MB of ${kind}; milliseconds of processor (of wall) time, best of ${ROUNDS}; lines found`)
    for (const [mode, query, caseSensitive] of QUERIES) {
      const ours = shoal(file, mode, query, caseSensitive)
      const theirs = peers.map(peer => ({ peer, ...best(() => grep(peer, file, mode, query, caseSensitive)) }))
      const shown = [{ peer: 'shoal', ...ours }, ...theirs].map(
        ({ peer, cpu, wall, total }) => `${peer} ${cpu.toFixed(0)} (${wall.toFixed(0)}), ${total} lines`,
      )
      const ratios = theirs.map(({ peer, cpu }) => `${(ours.cpu / cpu).toFixed(1)} × ${peer}`).join(', ')
      console.log(
        `${mode} ${JSON.stringify(query)}${caseSensitive ? '' : ' in either case'}: ${shown.join('; ')}: ${ratios}`,
      )
      if (mode !== 'words' && theirs.some(({ total }) => total !== ours.total)) process.exitCode = 1
    }
    const tree = join(directory, 'tree')
    makeTree(tree)
    const env = { ...process.env, SHOAL_HOME: join(directory, 'home') }
    for (const [what, path] of [
      ['the same file', file],
      ['5,000 files', tree],
    ])
      for (const [flags, theirs, query] of [
        [['--case-sensitive'], ['-F'], 'ERROR'],
        [[], ['-F', '-i'], 'no such text'],
        [['--regex', '--case-sensitive'], [], 'ERROR.*time'],
      ]) {
        const ours = best(() =>
          timed(`'${process.execPath}' '${BIN}' search '${path}' '${query}' ${flags.join(' ')} --quiet`, env),
        )
        const rg = best(() => timed(`rg -n -a ${theirs.join(' ')} -e '${query}' '${path}'`, env))
        const ratio = peers.includes('rg') ? `; rg ${rg.cpu.toFixed(0)}: ${(ours.cpu / rg.cpu).toFixed(1)} ×` : ''
        console.log(`as a process, ${what}, ${JSON.stringify(query)}: shoal ${ours.cpu.toFixed(0)}${ratio}`)
      }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function makeTree(directory) {
  for (let k = 0; k < 5_000; k++) {
    const folder = join(directory, `d${k % 50}`)
    if (k < 50) mkdirSync(folder, { recursive: true })
    const lines = Array.from(
      { length: 150 },
      (_, n) => `export const value${n} = step(${k * n}, 'ERROR ${n % 9 ? '' : 'in time'}')`,
    )
    writeFileSync(join(folder, `module-${k}.ts`), `${lines.join('\n')}\n`)
  }
}

/** Processor time of a command with all it starts. */
function timed(command, env) {
  const started = performance.now()
  const { stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time ${command} > /dev/null`], {
    encoding: 'utf8',
    env,
  })
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { cpu: (user + system) * 1000, wall: performance.now() - started }
}

function best(run) {
  return Array.from({ length: ROUNDS }, run).sort((a, b) => a.cpu - b.cpu)[0]
}

/** In a process of its own; the first search warms it up, as a server is. */
function shoal(...query) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--child', ...query.map(String)],
    {
      encoding: 'utf8',
    },
  )
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

async function child(file, mode, query, caseSensitive) {
  const { search } = await import('../build/shoal/run/search.js')
  const { signal } = new AbortController()
  const files = [{ path: file, file, sizeBytes: statSync(file).size, isTable: false }]
  const asked = { query, mode, caseSensitive: caseSensitive === 'true', files, limit: 50, cursor: null, signal }
  const results = []
  for (let k = 0; k < ROUNDS; k++) {
    const used = process.cpuUsage()
    const started = performance.now()
    const { total } = await search({ ...asked, milliseconds: 600_000 })
    const { user, system } = process.cpuUsage(used)
    results.push({ cpu: (user + system) / 1000, wall: performance.now() - started, total })
  }
  console.log(JSON.stringify(results.sort((a, b) => a.cpu - b.cpu)[0]))
}

/** Words have no equal there: a pattern of their beginnings stands for them. */
function grep(peer, file, mode, query, caseSensitive) {
  const flags = [...(mode === 'text' ? ['-F'] : peer === 'grep' ? ['-E'] : []), ...(caseSensitive ? [] : ['-i'])]
  const pattern = mode === 'words' ? query.replaceAll(' ', '|') : query
  const args = ['-c', '-a', ...flags, '-e', pattern, file].map(word => `'${word}'`).join(' ')
  const started = performance.now()
  const { stdout, stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time LC_ALL=C ${peer} ${args}`], {
    encoding: 'utf8',
  })
  const wall = performance.now() - started
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { cpu: (user + system) * 1000, wall, total: Number(stdout) }
}
