#!/usr/bin/env node
// The process: its arguments, its streams and its exit status.
import { type Io, processIo } from './cli/io.ts'
import { main } from './cli/main.ts'
import { reportError } from './cli/report-error.ts'

const debug = process.argv.includes('--debug') || Boolean(process.env.SHOAL_DEBUG)
let io: Io | null = null
process.on('uncaughtException', error => {
  const outlets = io ?? { stderr: process.stderr, signal: new AbortController().signal }
  process.exit(reportError(error, outlets, debug))
})
io = processIo()
process.exitCode = await main(process.argv.slice(2), io)
