// A server process of its own: `claimer.mjs HOME TEAM MEMBERS FORGETFUL` does tasks in the names of its members at once and
// prints what each was given. A forgetful one now and then loses an answer and asks again.
import { join } from 'node:path'
import { taskClaim } from '../../../../../build/shoal/mcp/tools/task-claim.js'
import { taskUpdate } from '../../../../../build/shoal/mcp/tools/task-update.js'
import { openSqliteLedger } from '../../../../../build/team/sqlite/ledger.js'

const [home, team, members, forgetful] = process.argv.slice(2)
const ledger = openSqliteLedger(join(home, 'ledger.db'))
const context = {
  signal: new AbortController().signal,
  ledger: async () => ledger,
  jail: { holds: () => true },
  runDirectory: run => join(home, 'runs', run),
}
const call = async (tool, input) => (await tool.run(tool.input.parse(input), context)).data

async function work(member) {
  for (;;) {
    const { task, next, again } = await call(taskClaim, { team, member, wait_seconds: 5 })
    if (task === null && next === 'stop') return
    if (task === null) continue
    console.log(JSON.stringify({ member, task: task.id, again }))
    if (forgetful === 'true' && Math.random() < 0.3 && !again) continue
    const done = { team, task: task.id, member, status: 'completed', result: { of: task.id } }
    await call(taskUpdate, done)
    if (forgetful === 'true' && Math.random() < 0.3) await call(taskUpdate, done)
  }
}

await Promise.all(members.split(',').map(work))
await ledger.close()
