// `shoal worker`: does tasks of runs that are led elsewhere, until it is told to stop.
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { checkPort } from '../run/loopback.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { sayPatience } from './program.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function workerCommand(world: World = realWorld): Command {
  return {
    name: 'worker',
    summary: 'does tasks of runs that are led on other machines',
    usage: '',
    examples: [
      { line: 'shoal worker --store postgres://db.example/shoal', does: 'helps with every run of this store' },
      { line: 'shoal worker --role log-analyst', does: 'only where a log is to be read' },
      { line: 'shoal worker --idle 60 --port 9464', does: 'leaves after a minute without work; figures at /metrics' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, face }: CommandInput, world: World): Promise<ExitStatus> {
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal worker takes no argument', { detail: args[0]!, advice: 'see its options' })
  checkPort(face.port)
  const [{ storeIn }, { workForRuns }, { WorkerStats }, { openMonitor }] = await Promise.all([
    import('../run/ledger.ts'),
    import('../run/worker/worker.ts'),
    import('../run/worker/stats.ts'),
    import('../run/worker/monitor.ts'),
  ])
  if (storeIn(io.env) === null)
    throw new ShoalError('missing-argument', 'shoal worker needs --store', {
      detail: '--store',
      advice: 'name the PostgreSQL that the runs are kept in; without one a run has the machine to itself',
    })
  const name = workerName()
  const stats = new WorkerStats(name, line => void io.stderr.write(line))
  const graceMs = face.grace * 1000
  sayPatience(graceMs + 1000)
  return await withLedger<ExitStatus>({ io, world }, async ledger => {
    const monitor = await openMonitor(stats, face.port)
    const onStop = () => stats.say('draining', { tasks: stats.active })
    io.signal.addEventListener('abort', onStop, { once: true })
    stats.say('started', { pid: process.pid, health: `http://127.0.0.1:${monitor.port}/healthz` })
    try {
      await workForRuns({
        ledger,
        env: io.env,
        cwd: io.cwd,
        name,
        roles: face.role === null ? [] : face.role.split(','),
        concurrency: face.concurrency,
        runsCommands: face.runCommands,
        runDirectory: of => world.runDirectory(io, of),
        idleMs: face.idle === null ? null : face.idle * 1000,
        drain: io.signal,
        graceMs,
        stats,
      })
    } finally {
      io.signal.removeEventListener('abort', onStop)
      await monitor.close()
    }
    stats.say('ended')
    return 0
  })
}

/** Ends the names of its members, so it is short; no other worker has it. */
function workerName(): string {
  const host = hostname()
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, 16)
  return `${host}-${process.pid}-${randomBytes(3).toString('hex')}`
}
