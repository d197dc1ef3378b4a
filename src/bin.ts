#!/usr/bin/env node
// The process: a main thread that listens for signals, and the program in a thread of its own.
import { isMainThread } from 'node:worker_threads'
import { supervise } from './cli/supervise.ts'

if (isMainThread) supervise(new URL(import.meta.url))
else await runProgram()

async function runProgram(): Promise<void> {
  const [{ main }, { leaveStdin, programIo }, { reportError }] = await Promise.all([
    import('./cli/main.ts'),
    import('./cli/program.ts'),
    import('./cli/report-error.ts'),
  ])
  const debug = process.argv.includes('--debug') || Boolean(process.env.SHOAL_DEBUG)
  const io = programIo()
  process.on('uncaughtException', error => process.exit(reportError(error, io, debug)))
  process.exitCode = await main(process.argv.slice(2), io)
  leaveStdin()
}
