// Processes of a benchmark: prepared one after the other, let go at one moment, heard out, and ended by their own number.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a script of this folder once for every job. All are prepared before the first begins.
 * @param {string} script
 * @param {object[]} jobs
 * @param {{ limitMs?: number, execArgv?: string[] }} [options]
 * @returns {Promise<any[]>} what each one's run gave back, with `rss`, the most memory it had, in bytes
 */
export async function race(script, jobs, { limitMs = 300_000, execArgv = [] } = {}) {
  const processes = jobs.map(job => start(script, job, { limitMs, execArgv }))
  try {
    for (const { ready } of processes) await ready
    for (const { child } of processes) child.send({ go: true })
    return await Promise.all(processes.map(({ result }) => result))
  } finally {
    for (const { child, timer } of processes) {
      clearTimeout(timer)
      child.kill('SIGKILL')
    }
  }
}

/**
 * One process that is given a job. It says whatever it likes; `said` waits for the first word of a kind.
 * @param {string} script
 * @param {object} job
 */
export function start(script, job, { limitMs = 300_000, execArgv = [] } = {}) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { execArgv, serialization: 'advanced' })
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const said = word =>
    new Promise((resolve, reject) => {
      const onMessage = message => {
        if (!(word in message)) return
        child.off('exit', onExit)
        child.off('message', onMessage)
        resolve(message[word])
      }
      const onExit = (code, signal) => reject(new Error(`${script} ended with ${signal ?? code} before "${word}"`))
      child.on('message', onMessage)
      child.once('exit', onExit)
    })
  const ready = said('ready')
  const result = said('result')
  result.catch(() => {})
  child.send({ job })
  return { child, timer, ready, result, said }
}

/**
 * The other end: `prepare` is given the job and gives back what is run when all are ready.
 * @param {(job: any) => Promise<() => Promise<object>>} prepare
 */
export function takeJob(prepare) {
  process.on('disconnect', () => process.exit())
  process.once('message', async ({ job }) => {
    const run = await prepare(job)
    process.once('message', async () => {
      const result = await run()
      tell({ result: { ...result, rss: process.resourceUsage().maxRSS * 1024 } })
    })
    tell({ ready: true })
  })
}

/** @param {object} message */
export function tell(message) {
  process.send?.(message)
}

/** Milliseconds on the clock that all processes of the machine share. */
export function clock() {
  return performance.timeOrigin + performance.now()
}
