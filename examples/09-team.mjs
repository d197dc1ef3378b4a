// A team with dependencies: three tasks side by side, one that waits for all of them and gets their results.
//   node examples/09-team.mjs
import { readFileSync } from 'node:fs'
import { done, functionWorker, memoryLedger, runTeam } from 'shoal/team'

const counter = functionWorker(async ({ input }) => {
  const lines = readFileSync(`examples/data/${input}`, 'utf8').trimEnd().split('\n').length
  return done({ file: input, lines }, { summary: `${lines} lines` })
})

const summer = functionWorker(async ({ blockers }) => {
  const linesOf = ({ result }) => result.lines
  return (await blockers()).map(linesOf).reduce((sum, lines) => sum + lines)
})

const files = ['api.log', 'events.jsonl', 'orders.csv']
const run = runTeam(
  {
    members: [
      { name: 'ada', role: 'counter', worker: counter },
      { name: 'bob', role: 'counter', worker: counter },
      { name: 'cleo', role: 'summer', worker: summer },
    ],
    tasks: [
      ...files.map(file => ({ id: file, subject: `Count the lines of ${file}`, role: 'counter', input: file })),
      { id: 'sum', subject: 'Add them up', role: 'summer', blockedBy: files },
    ],
  },
  { name: 'count-lines', ledger: memoryLedger() },
)

for await (const { kind, task, detail } of run)
  if (kind === 'task-ready' || kind === 'task-completed') console.log(`${kind} ${task}${detail ? `: ${detail}` : ''}`)

const { ended, results } = await run
console.log(`${ended}: ${results.sum} lines`)
