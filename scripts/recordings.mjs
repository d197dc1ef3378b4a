// Records real sessions in a terminal: a cast (asciinema, version 2) and a drawing of it for the docs, whose lines come when they came. `script` of
// util-linux gives the terminal. What the program prints is what is shown; dist/ must be built.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawCast } from './recordings/draw-cast.mjs'

const SESSIONS = [
  { name: 'analyze', line: 'shoal analyze examples/data "What looks wrong?"' },
  { name: 'question', line: 'shoal analyze examples/data/orders.csv "How many orders per region?"' },
  { name: 'swarm', line: 'shoal run examples/patterns/swarm.yaml --quiet | head -12' },
]
const SIZE = { width: 100, height: 40 }
/** Before the program answers. */
const TYPING_S = 0.6

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'docs/images/recordings')
const work = mkdtempSync(join(tmpdir(), 'shoal-recordings-'))
mkdirSync(out, { recursive: true })
try {
  for (const { name, line } of SESSIONS) {
    const cast = record(name, line)
    const head = { version: 2, ...SIZE, title: line, env: { TERM: 'xterm-256color' } }
    writeFileSync(join(out, `${name}.cast`), `${[head, ...cast].map(one => JSON.stringify(one)).join('\n')}\n`)
    writeFileSync(join(out, `${name}.svg`), drawCast(cast, { ...SIZE, title: line }))
    console.log(`${name}: ${cast.length} events, ${cast.at(-1)[0]} s`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Events of the session: when, `o`, what was printed. The line is shown as it would have been typed. */
function record(name, line) {
  const [typed, timing] = ['typed', 'timing'].map(kind => join(work, `${name}.${kind}`))
  const shoal = `node ${join(root, 'bin/shoal.mjs')}`
  const command = `stty cols ${SIZE.width} rows ${SIZE.height}; ${line.replace(/^shoal/, shoal)}`
  const env = { ...process.env, TERM: 'xterm-256color', SHOAL_HOME: join(work, 'home'), HOME: work, LANG: 'C.UTF-8' }
  const how = ['-q', '-f', '-e', '--log-out', typed, '--log-timing', timing, '-c', command]
  execFileSync('script', how, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  // Its own first and last line are no part of the session.
  const bytes = readFileSync(typed)
  let from = bytes.indexOf(10) + 1
  let at = TYPING_S
  const decoder = new TextDecoder()
  const events = [[0, 'o', `\u001b[1m$ ${line}\u001b[0m\r\n`]]
  for (const row of readFileSync(timing, 'utf8').split('\n')) {
    const [, pause, count] = /^(?:O )?([\d.]+) (\d+)$/.exec(row) ?? []
    if (count === undefined) continue
    at += Number(pause)
    const text = decoder.decode(bytes.subarray(from, from + Number(count)), { stream: true })
    from += Number(count)
    // Where this clone lies is nobody's business.
    events.push([Number(at.toFixed(3)), 'o', text.replaceAll(root, '')])
  }
  return events
}
