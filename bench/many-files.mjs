// Very many small files, as a user runs it: `shoal analyze` over trees of 10,000 to 100,000 files, beside what merely
// listing and reading them takes on this machine; the same again, and with one file changed; and how long it takes to end when it is told to at ten moments.
// node bench/many-files.mjs [words|mixed|same|flat|skipped|code|data ...] [--scale 0.1] [--signals] [--bin FILE] [--limit 600] [--keep]
import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measured } from './analyze/measured.mjs'
import { makeTree, TREES } from './many-files/trees.mjs'

const QUESTION = 'What looks wrong?'
const MOMENTS = 10

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    signals: { type: 'boolean', default: false },
    bin: { type: 'string', default: fileURLToPath(new URL('../dist/bin.js', import.meta.url)) },
    limit: { type: 'string', default: '600' },
    keep: { type: 'boolean', default: false },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-many-'))
try {
  console.log(
    '| tree | files | MB | listing s | reading s | shoal analyze s | CPU s | peak MB | again, CPU s | one changed, CPU s | of the first | report MB | ledger MB | exit |',
  )
  console.log(`|---${'|---:'.repeat(13)}|`)
  for (const name of positionals.length > 0 ? positionals : Object.keys(TREES)) await runTree(name)
} finally {
  if (values.keep) console.log(`kept: ${directory}`)
  else rmSync(directory, { recursive: true, force: true })
}

async function runTree(name) {
  const files = Math.round(TREES[name].files * Number(values.scale))
  const root = join(directory, name)
  const bytes = makeTree(root, name, files)
  // The second of two: what is compared is work, not a cold disk.
  await shell('find "$0" -type f -print0 | xargs -0 cat > /dev/null', root)
  const listing = await shell('find "$0" -type f > /dev/null', root)
  const reading = await shell('find "$0" -type f -print0 | xargs -0 cat > /dev/null', root)
  const home = mkdtempSync(join(directory, 'home-'))
  const report = join(home, 'report.json')
  const run = () => measured(process.execPath, analyze(root, report), { SHOAL_HOME: home }, Number(values.limit))
  const ours = await run()
  const ledger = megabytes(join(home, 'ledger.db'))
  const again = await run()
  appendFileSync(join(root, TREES[name].nth(1)[0]), '\n')
  const changed = await run()
  const cells = [
    `${name}: ${TREES[name].shows}`,
    files,
    (bytes / 1e6).toFixed(1),
    listing.wall.toFixed(2),
    reading.wall.toFixed(2),
    ours.wall.toFixed(1),
    ours.cpu.toFixed(1),
    (ours.peak / 1e6).toFixed(0),
    again.cpu.toFixed(1),
    changed.cpu.toFixed(1),
    `${((100 * changed.cpu) / ours.cpu).toFixed(0)} %`,
    megabytes(report),
    ledger,
    ours.status,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  if (values.signals) await signalled(root, ours.wall)
  rmSync(home, { recursive: true, force: true })
  if (!values.keep) rmSync(root, { recursive: true, force: true })
}

function analyze(root, report) {
  return [values.bin, 'analyze', root, QUESTION, '--json', '--no-config', '-o', report]
}

function shell(line, root) {
  return measured('sh', ['-c', line, root])
}

/** Told to end at ten moments spread over the whole run: how long each took. */
async function signalled(root, wall) {
  const took = []
  for (let k = 0; k < MOMENTS; k++) {
    const home = mkdtempSync(join(directory, 'home-'))
    const child = spawn(process.execPath, analyze(root, join(home, 'report.json')), {
      env: { ...process.env, SHOAL_HOME: home },
      stdio: 'ignore',
    })
    const ended = new Promise(resolve => child.once('exit', (code, signal) => resolve(code ?? signal)))
    await pause(((k + 0.5) / MOMENTS) * wall * 1000)
    const began = performance.now()
    const isAlive = child.kill('SIGTERM')
    const status = await ended
    took.push(isAlive ? `${((performance.now() - began) / 1000).toFixed(2)} (${status})` : `over (${status})`)
    rmSync(home, { recursive: true, force: true })
  }
  console.log(`  ended after SIGTERM, seconds: ${took.join(', ')}`)
}

function megabytes(file) {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  return size === undefined ? '–' : (size / 1e6).toFixed(1)
}
