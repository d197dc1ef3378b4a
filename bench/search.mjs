// The lines of a log that hold a text, beside ripgrep or grep on the same file: time and the number of lines found.
// node bench/search.mjs [megabytes]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { search } from '../dist/run/search.js'
import { makeInput } from './partition-inputs.mjs'

const megabytes = Number(process.argv[2] ?? 200)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
const peer = ['rg', 'grep'].find(name => spawnSync(name, ['--version']).status === 0)
try {
  const file = makeInput(directory, 'log', megabytes)
  console.log(`${(statSync(file).size / 1e6).toFixed(0)} MB of log; milliseconds, best of 3; ${peer} counts the same`)
  for (const [mode, query, caseSensitive] of [
    ['text', 'ERROR', true],
    ['text', 'error', false],
    ['regex', 'ERROR.*timeout', true],
    ['words', 'database connection timeout', false],
  ]) {
    const ours = await best(() => shoal(file, mode, query, caseSensitive))
    const theirs = mode === 'words' ? null : await best(() => grep(file, mode, query, caseSensitive))
    const beside =
      theirs && `${peer} ${theirs.ms.toFixed(0)} (${theirs.total} lines), ratio ${(ours.ms / theirs.ms).toFixed(1)}`
    console.log(
      `${mode} ${JSON.stringify(query)}: shoal ${ours.ms.toFixed(0)} (${ours.total} lines)${beside ? `; ${beside}` : ''}`,
    )
  }
  console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function best(run) {
  const results = []
  for (let k = 0; k < 3; k++) {
    const started = performance.now()
    const total = await run()
    results.push({ ms: performance.now() - started, total })
  }
  return results.sort((a, b) => a.ms - b.ms)[0]
}

async function shoal(file, mode, query, caseSensitive) {
  const files = [{ path: file, file, sizeBytes: statSync(file).size }]
  const { signal } = new AbortController()
  return (await search({ query, mode, caseSensitive, files, limit: 50, cursor: null, signal, milliseconds: 600_000 }))
    .total
}

function grep(file, mode, query, caseSensitive) {
  const flags = [...(mode === 'text' ? ['-F'] : []), ...(caseSensitive ? [] : ['-i'])]
  return Number(spawnSync(peer, ['-c', ...flags, '-e', query, file], { encoding: 'utf8' }).stdout)
}
