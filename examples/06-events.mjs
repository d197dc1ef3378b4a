// An analysis can be awaited for its report and iterated for what happens on the way. The loop misses nothing, however
// late it begins, and leaving it stops nothing.
//   node examples/06-events.mjs [PATH]
import { analyze } from 'shoal'
import { memoryLedger } from 'shoal/team'

const [path = 'examples/data'] = process.argv.slice(2)
const analysis = analyze(path, { query: 'What looks wrong?', ledger: memoryLedger() })

for await (const event of analysis) {
  if (event.kind === 'run-started') console.log(`${event.run}: ${event.plan.tasks.length} tasks`)
  if (event.kind === 'task-completed') {
    console.log(`${event.task.subject}: ${event.summary}`)
    for (const { severity, summary } of event.findings.slice(0, 1)) console.log(`    ${severity}: ${summary}`)
  }
  if (event.kind === 'task-failed') console.log(`${event.task.subject} failed: ${event.reason}`)
  if (event.kind === 'run-ended') console.log(`${event.report.findings.length} findings in all`)
}

console.log((await analysis).recommendations[0])
