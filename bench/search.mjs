// The lines of a log that hold a text, beside ripgrep and grep on the same file: processor time (user and system), wall
// time, and the number of lines found, which must be the same.
// node bench/search.mjs [megabytes]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeInput } from './partition-inputs.mjs'

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
else main(Number(first ?? 200))

function main(megabytes) {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
  const peers = ['rg', 'grep'].filter(name => spawnSync(name, ['--version']).status === 0)
  try {
    const file = makeInput(directory, 'log', megabytes)
    const size = (statSync(file).size / 1e6).toFixed(0)
    console.log(`${size} MB of log; milliseconds of processor (of wall) time, best of ${ROUNDS}; lines found`)
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
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
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
