// One of the processes that claim and complete until nothing is left; the job says through which store.
import { clock, takeJob } from './processes.mjs'
import { stores } from './stores.mjs'

takeJob(async ({ store, name, directory, limitMs }) => {
  const { step, close } = await stores[store].enter(directory, name)
  return async () => {
    const done = []
    let longest = 0
    const before = process.cpuUsage()
    const begun = clock()
    let now = begun
    for (;;) {
      const task = await step()
      if (task === null) break
      done.push(task)
      const after = clock()
      longest = Math.max(longest, after - now)
      now = after
      if (now - begun > limitMs) break
    }
    const { user, system } = process.cpuUsage(before)
    await close()
    return { begun, ended: now, longest, done, cpu: user + system }
  }
})
