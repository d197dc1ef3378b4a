// What runs in a process of its own: one splitter on given files. It prints a line of JSON after every step, so that a
// splitter that runs out of memory or time still leaves what it has done.
// node bench/partition-child.mjs JOB.json
import { readFileSync, statSync, writeFileSync } from 'node:fs'

/**
 * @typedef {{ path: string, language?: string }} JobFile
 * @typedef {object} Job
 * @property {'base' | 'shoal' | string} splitter the name of a peer, or shoal
 * @property {string} kind
 * @property {JobFile[][]} steps each a set of files that is timed as one; the next is tried if it should end in time
 * @property {number} rounds
 * @property {number} limit seconds that one round may take
 * @property {'usual' | 'budgeted'} [request]
 * @property {string} [result] where to write the chunks of the last step
 */

/** Seconds of every round, by the clock and of the processor. */
class Clock {
  readings = { times: [], cpu: [] }

  start() {
    this.usage = process.cpuUsage()
    this.begun = performance.now()
  }

  stop() {
    const time = (performance.now() - this.begun) / 1000
    const { user, system } = process.cpuUsage(this.usage)
    this.readings.times.push(time)
    this.readings.cpu.push((user + system) / 1e6)
    return time
  }
}

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'))
if (job.splitter === 'base') report({})
else if (job.splitter === 'shoal') await runOurs(job)
else await (job.splitter.startsWith('shoal,') ? runThreads(job) : runPeer(job))

async function runOurs({ kind, steps, rounds, request, result }) {
  const ours = await import('./partition-ours.mjs')
  const requestFor = file => ours[request ?? 'usual'](kind, file.language ?? null)
  for (const files of steps) {
    const clock = new Clock()
    let chunks = 0
    for (let round = 0; round < rounds; round++) {
      chunks = 0
      clock.start()
      for (const file of files) chunks += (await ours.cutFile(file.path, kind, requestFor(file))).chunks.length
      clock.stop()
    }
    report({ bytes: sizeOf(files), ...clock.readings, chunks })
  }
  if (!result) return
  const cut = []
  for (const file of steps.at(-1)) cut.push(await ours.readChunks(file.path, kind, requestFor(file)))
  writeFileSync(result, JSON.stringify(cut))
}

/** All files of a step at once, as a plan does it. */
async function runThreads({ kind, steps, rounds }) {
  const ours = await import('./partition-ours.mjs')
  for (const files of steps) {
    const clock = new Clock()
    let chunks = 0
    for (let round = 0; round < rounds; round++) {
      clock.start()
      chunks = await ours.cutTogether(files, kind)
      clock.stop()
    }
    report({ bytes: sizeOf(files), ...clock.readings, chunks })
  }
}

async function runPeer({ splitter, kind, steps, rounds, limit, result }) {
  const { PEERS } = await import('./partition-peers.mjs')
  const peer = PEERS.find(({ name }) => name === splitter)
  const splits = new Map()
  const splitFor = async ({ language = '' }) => {
    if (!splits.has(language)) splits.set(language, await peer.open(kind, language))
    return splits.get(language)
  }
  let rate = Number.POSITIVE_INFINITY
  for (const files of steps) {
    const bytes = sizeOf(files)
    if (bytes / rate > limit) break
    const inputs = []
    for (const file of files) inputs.push({ text: readFileSync(file.path, 'utf8'), split: await splitFor(file) })
    const clock = new Clock()
    let cut = []
    for (let round = 0; round < rounds; round++) {
      cut = []
      clock.start()
      for (const { text, split } of inputs) cut.push(await attempt(split, text))
      if (clock.stop() > limit / rounds) break
    }
    rate = bytes / Math.min(...clock.readings.times)
    const chunks = cut.reduce((sum, { texts }) => sum + texts.length, 0)
    report({
      bytes,
      ...clock.readings,
      chunks,
      failed: cut.filter(({ error }) => error).length,
      error: cut.find(({ error }) => error)?.error,
    })
    if (result && files === steps.at(-1)) writeFileSync(result, JSON.stringify(cut))
  }
}

async function attempt(split, text) {
  try {
    return { texts: await split(text) }
  } catch (error) {
    return { texts: [], error: String(error?.message ?? error).split('\n')[0] }
  }
}

function sizeOf(files) {
  return files.reduce((sum, { path }) => sum + statSync(path).size, 0)
}

function report(step) {
  process.stdout.write(`${JSON.stringify({ ...step, peak: peakMemory() })}\n`)
}

/** Bytes. The high-water mark of this very process: that of `getrusage` may hold the parent's, from before the exec. */
function peakMemory() {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
