// The whole job, as a user runs it: `shoal analyze` over large files and a code tree, beside the nearest peer that does
// part of it, and how both grow from a tenth of the input to all of it.
// node bench/analyze.mjs [csv|jsonl|log|code ...] [--scale 0.1]
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeTree, treeSize } from './analyze/code-tree.mjs'
import { measured } from './analyze/measured.mjs'
import { makeInput } from './partition-inputs.mjs'

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
const PEER = name => fileURLToPath(new URL(`./analyze/${name}.mjs`, import.meta.url))

/** Megabytes at full scale, the question, and the peer that does part of the job. */
const CASES = {
  csv: {
    megabytes: 1000,
    query: 'distribution by status',
    peers: [['DuckDB SUMMARIZE, all rows', 'duckdb-summarize']],
  },
  jsonl: { megabytes: 500, query: 'What errors occurred?', peers: [['bare JSON.parse of every line', 'json-parse']] },
  log: {
    megabytes: 1000,
    query: 'What errors occurred?',
    peers: [
      ['Drain-style parser', 'drain'],
      ['count of lines', 'count-lines'],
    ],
  },
  code: { megabytes: 50, query: 'security issues', peers: [['biome lint', 'biome-lint']] },
}

const args = process.argv.slice(2)
const scale = args.includes('--scale') ? Number(args[args.indexOf('--scale') + 1]) : 1
const wanted = args.filter(arg => arg in CASES)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
try {
  for (const kind of wanted.length > 0 ? wanted : Object.keys(CASES)) await runCase(kind, CASES[kind])
} finally {
  rmSync(directory, { recursive: true, force: true })
}

async function runCase(kind, { megabytes, query, peers }) {
  const sizes = [megabytes * scale * 0.1, megabytes * scale]
  const rows = []
  for (const size of sizes) {
    const input = kind === 'code' ? codeTree(directory, size) : makeInput(directory, kind, size)
    const bytes = kind === 'code' ? treeSize(input) : statSync(input).size
    const home = mkdtempSync(join(directory, 'home-'))
    const ours = await measured(
      process.execPath,
      [BIN, 'analyze', input, query, '--json', '--no-config', '-o', join(home, 'report.json')],
      {
        SHOAL_HOME: home,
      },
    )
    rows.push(['shoal analyze', bytes, ours])
    for (const [title, name] of peers) rows.push([title, bytes, await measured(process.execPath, [PEER(name), input])])
    rmSync(home, { recursive: true, force: true })
    rmSync(input, { recursive: true, force: true })
  }
  console.log(`\n${kind}: ${query}`)
  console.log('| program | input MB | wall s | CPU s | MB/s | peak MB | exit | ratio to peer |')
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const [title, bytes, { wall, cpu, peak, status }] of rows) {
    const peer = rows.find(row => row[0] !== 'shoal analyze' && row[1] === bytes)
    const ratio = title === 'shoal analyze' && peer ? (wall / peer[2].wall).toFixed(2) : ''
    const cells = [
      title,
      (bytes / 1e6).toFixed(0),
      wall.toFixed(2),
      cpu.toFixed(2),
      (bytes / 1e6 / wall).toFixed(1),
      (peak / 1e6).toFixed(0),
      status,
      ratio,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const [small, large] = rows.filter(([title]) => title === 'shoal analyze')
  console.log(
    `growth: ${(large[1] / small[1]).toFixed(1)}x the input takes ${(large[2].wall / small[2].wall).toFixed(1)}x the time and ${(large[2].peak / small[2].peak).toFixed(2)}x the memory`,
  )
}
