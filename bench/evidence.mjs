// The evidence gate: how fast quotes are checked and how much memory that takes, whatever the file and the quotes.
// node bench/evidence.mjs [--size MB] [--quotes N]     (200 MB and 10,000 quotes unless told)
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locateQuotes } from '../build/shoal/text/quotes/locate.js'
import { openSource } from '../build/shoal/text/source-file.js'

const args = process.argv.slice(2)
const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
const LINES_A_CHUNK = 5000

/** What is asked, and what must come out. */
const CASES = {
  'right, on their lines': { quote: line => line, line: n => n, found: 1, relocated: 0 },
  'right, on wrong lines': { quote: line => line, line: n => Math.max(1, n - 700), found: 1, relocated: 1 },
  'other white space and dashes': {
    quote: line => line.replaceAll(' ', '\u00a0 ').replaceAll('-', '\u2013'),
    line: n => n,
    found: 1,
    relocated: 0,
  },
  invented: { quote: line => line.replace('order', 'ordre'), line: n => n, found: 0, relocated: 0 },
}

if (args.includes('--child')) await child(JSON.parse(option('--child')))
else main()

function main() {
  const megabytes = Number(option('--size', 200))
  const quotes = Number(option('--quotes', 10_000))
  const directory = mkdtempSync(join(tmpdir(), 'shoal-evidence-'))
  try {
    console.log(`${quotes.toLocaleString('en-US')} quotes against ${megabytes} MB\n`)
    console.log('| file | quotes | s | quotes/s | MB/s | peak MB | found | relocated |')
    console.log('|---|---|---|---|---|---|---|---|')
    for (const kind of ['log', 'one line']) {
      const file = join(directory, `${kind.replace(' ', '-')}.log`)
      write(file, megabytes, kind === 'one line' ? ' ' : '\n')
      for (const name of Object.keys(CASES)) {
        // On a single line no line is wrong.
        if (kind === 'one line' && name.includes('wrong')) continue
        const said = JSON.parse(run({ file, name, quotes, isOneLine: kind === 'one line' }))
        const { seconds, peak, found, relocated } = said
        console.log(
          `| ${kind} | ${name} | ${seconds.toFixed(2)} | ${Math.round(quotes / seconds).toLocaleString('en-US')} | ${Math.round(megabytes / seconds)} | ${peak} | ${found} | ${relocated} |`,
        )
      }
      const each = naive(file, Math.min(megabytes, 200))
      console.log(
        `| ${kind} | indexOf for each, text in memory | ${(each * quotes).toFixed(0)} (reckoned from 20) | ${Math.round(1 / each)} | | | | |`,
      )
      rmSync(file)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function run(job) {
  return execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--child', JSON.stringify(job)], {
    encoding: 'utf8',
  })
}

async function child({ file, name, quotes, isOneLine }) {
  const { quote, line, found: isFound, relocated: isRelocated } = CASES[name]
  const source = openSource(file)
  const total = Math.floor(source.sizeBytes / (entry(1).length + 1))
  const claims = Array.from({ length: quotes }, (_, k) => {
    const n = 1 + Math.floor((k * total) / quotes)
    return { line: isOneLine ? 1 : line(n), quote: quote(entry(n)) }
  })
  const milestones = []
  if (!isOneLine)
    for (let n = 1; n <= total; n += LINES_A_CHUNK)
      milestones.push({ line: n, offset: (n - 1) * (entry(1).length + 1) })
  const before = process.resourceUsage().maxRSS
  const started = performance.now()
  const spots = await locateQuotes(claims, source, { milestones, first: null, signal: new AbortController().signal })
  const seconds = (performance.now() - started) / 1000
  const found = spots.filter(spot => spot !== null).length
  const relocated = spots.filter((spot, k) => spot !== null && spot.line !== claims[k].line).length
  if (found !== isFound * quotes || (isRelocated === 0) !== (relocated === 0))
    throw new Error(`${name}: ${found} found`)
  const peak = Math.round((process.resourceUsage().maxRSS - before) / 1024)
  console.log(JSON.stringify({ seconds, peak, found, relocated }))
}

/** Seconds a quote takes when each is searched by itself in a text that fits in memory. */
function naive(file, megabytes) {
  const text = readFileSync(file)
    .subarray(0, megabytes * 1e6)
    .toString('latin1')
  const total = Math.floor(statSync(file).size / (entry(1).length + 1))
  const started = performance.now()
  for (let k = 0; k < 20; k++) text.indexOf(entry(1 + Math.floor((k * total) / 20)).replace('order', 'ordre'))
  return (performance.now() - started) / 1000 / 20
}

/** A line of the file by its number: always as long as the others. */
function entry(n) {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 137).toISOString()
  return `${at} INFO  [worker-${n % 8}] billing: order ${String(n).padStart(9, '0')} charged in ${String((n * 7919) % 997).padStart(3, '0')} ms`
}

function write(file, megabytes, end) {
  const fd = openSync(file, 'w')
  let block = ''
  for (let n = 1, size = 0; size < megabytes * 1e6; n++) {
    block += entry(n) + end
    size += entry(1).length + 1
    if (block.length < 1 << 20) continue
    writeSync(fd, block)
    block = ''
  }
  writeSync(fd, block)
  closeSync(fd)
}
