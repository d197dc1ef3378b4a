// Stops an analysis in the middle and goes on with it: what was read stays read. A signal ends every function so.
//   node examples/07-cancel.mjs [PATH]
import { analyze, resume, runs, ShoalError } from 'shoal'
import { memoryLedger } from 'shoal/team'

const [path = 'examples/data'] = process.argv.slice(2)
const ledger = memoryLedger()
const stop = new AbortController()

try {
  for await (const event of analyze(path, { name: 'stopped', ledger, concurrency: 1, signal: stop.signal }))
    if (event.kind === 'task-completed') stop.abort()
} catch (error) {
  if (!(error instanceof ShoalError) || error.code !== 'interrupted') throw error
  console.log(`${error.message}: ${error.advice}`)
}

const [before] = await runs({ ledger })
console.log(`${before?.status}: ${before?.tasks.completed} of ${before?.tasks.total} tasks done`)

const report = await resume('stopped', { ledger })
const [after] = await runs({ ledger })
console.log(`${after?.status}: ${after?.tasks.completed} of ${after?.tasks.total} tasks done`)
console.log(`${report.coverage.linesRead} of ${report.coverage.lines} lines read`)
