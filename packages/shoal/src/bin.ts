#!/usr/bin/env node
// The process: a main thread that listens for signals, and the program in a thread of its own.
import { isMainThread } from 'node:worker_threads'
import { supervise } from './cli/supervise.ts'
import { ownVersion } from './config/own-version.ts'

const argv = process.argv.slice(2)
if (!isMainThread) await runProgram()
// Scripts ask for it often, and there is nothing to supervise: no thread is started for it.
else if (argv.length === 1 && ['--version', '-v'].includes(argv[0]!)) console.log(ownVersion())
else supervise(new URL(import.meta.url))

async function runProgram(): Promise<void> {
  const [{ main }, { leaveStdin, programIo }, { reportError }] = await Promise.all([
    import('./cli/main.ts'),
    import('./cli/program.ts'),
    import('./cli/report-error.ts'),
  ])
  const debug = argv.includes('--debug') || Boolean(process.env.SHOAL_DEBUG)
  const io = programIo()
  process.on('uncaughtException', error => process.exit(reportError(error, io, debug)))
  process.exitCode = await main(argv, io)
  leaveStdin()
}
