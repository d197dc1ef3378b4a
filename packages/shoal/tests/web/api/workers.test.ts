// What workers say while they work reaches whoever watches the run, without secrets, and is gone when it has ended.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runPatternFile } from '../../../src/run/pattern.ts'
import { readRun } from '../../../src/web/api/run.ts'
import { changesUntil, openLab } from './lab.ts'

const { context, ledger, home } = await openLab()

it('the last lines of a program at work', async () => {
  const go = join(home.path, 'go')
  const script = home.write(
    'worker.mjs',
    `import { existsSync } from 'node:fs'
console.error('reading the ledger')
console.error('password = "hunter2-correct-horse"')
while (!existsSync(${JSON.stringify(go)})) await new Promise(done => setTimeout(done, 20))
console.log('{}')
`,
  )
  const file = home.write(
    'one.yaml',
    `pattern: pipeline\nstages: [{name: only, command: [node, ${JSON.stringify(script)}]}]\n`,
  )
  let onStart = (_: string) => {}
  const started = new Promise<string>(resolve => {
    onStart = resolve
  })
  const running = runPatternFile(file, { ...context, ledger, onStart: run => onStart(run) })
  const run = await started
  const { cursor } = await readRun(context, { run })
  const changes = await changesUntil(
    context,
    { run, after: cursor },
    ({ workers = [] }) => workers[0]?.lines.length === 2,
  )
  const [seen] = changes.at(-1)!.workers!
  expect(seen).toMatchObject({ member: 'only', task: 'only', turns: 0 })
  expect(seen!.lines[0]).toBe('reading the ledger')
  expect(JSON.stringify(changes)).not.toContain('hunter2')
  writeFileSync(go, '')
  await running
  expect((await readRun(context, { run })).workers).toEqual([])
})
