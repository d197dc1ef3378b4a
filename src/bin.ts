#!/usr/bin/env node
// The process: its arguments, its streams and its exit status.
import { processIo } from './cli/io.ts'
import { main } from './cli/main.ts'
import { reportError } from './cli/report-error.ts'

const io = processIo()
process.on('uncaughtException', error => {
  process.exit(reportError(error, io, process.argv.includes('--debug') || Boolean(process.env.SHOAL_DEBUG)))
})
process.exitCode = await main(process.argv.slice(2), io)
