// What a run says on stderr while it goes on: what workers do and use, and what members say to each other.
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { RunProgress } from '../../src/cli/run-progress.ts'
import { fakeIo } from './fake-io.ts'

async function progressOf({ isTTY = true, quiet = false } = {}) {
  const ledger = memoryLedger()
  await ledger.createTeam({ name: 'crew', tasks: [{ id: 'a', subject: 'A' }] })
  await ledger.setBudget('crew', 'micro_usd', 2_000_000)
  const io = fakeIo({ columns: 120, env: { TERM: 'xterm' } })
  Object.assign(io.stderr, { isTTY })
  const progress = new RunProgress(io, { quiet } as ConstructorParameters<typeof RunProgress>[1], ledger)
  progress.start('crew')
  return { io, progress }
}

const working = {
  member: 'ann',
  task: 'a',
  lines: ['reads', 'Edit src/a.ts'],
  turns: 3,
  tokens: 12_400,
  costUsd: 0.042,
}

describe('on a terminal', () => {
  it('one line keeps itself current: tasks, budget, and what the last worker to speak does and has used', async () => {
    const { io, progress } = await progressOf()
    progress.onWorker(working)
    const line = ' · ann (3 turns, 12,400 tokens, about $0.042): Edit src/a.ts'
    await eventually(() => expect(io.stderr.text).toContain(line))
    expect(io.stderr.text).toContain('0 of 1 tasks done, $0.00 of $2, ')
    progress.end()
    expect(io.stderr.text.endsWith('\r\u001b[2K')).toBe(true)
  })

  it('the line is never wider than the terminal of stderr, however often that is resized', async () => {
    const { io, progress } = await progressOf()
    for (const columns of [60, 25, 90]) {
      Object.assign(io.stderr, { columns, text: '' })
      progress.onWorker(working)
      await eventually(() => expect(io.stderr.text.replace('\r\u001b[2K', '')).toMatch(/^0 of 1/))
      expect(io.stderr.text.split('\r\u001b[2K').at(-1)).toHaveLength(columns - 1)
    }
    progress.end()
  })

  it('a message has a line of its own, above: who, to whom, its first line, and nothing that moves the cursor', async () => {
    const { io, progress } = await progressOf()
    progress.onWorker(working)
    await eventually(() => expect(io.stderr.text).toContain('ann (3 turns'))
    progress.onMessage({ from: 'ann', to: 'lead', task: 'a', text: 'The schema is \u001b[2Jold.\nMore of it.' })
    progress.onMessage({ from: 'lead', to: null, task: null, text: 'Stop at noon.' })
    const said = io.stderr.text.slice(io.stderr.text.lastIndexOf('\r\u001b[2K'))
    expect(said).toBe(
      '\r\u001b[2Kmessage from ann to lead: The schema is \\e[2Jold. …\nmessage from lead to all: Stop at noon.\n',
    )
    progress.end()
  })
})

it('off a terminal messages are said and workers are not; who wants quiet hears neither', async () => {
  const piped = await progressOf({ isTTY: false })
  piped.progress.onWorker(working)
  piped.progress.onMessage({ from: 'ann', to: 'bob', task: null, text: 'Yours.' })
  expect(piped.io.stderr.text).toContain('message from ann to bob: Yours.\n')
  expect(piped.io.stderr.text).not.toContain('turns')
  const quiet = await progressOf({ quiet: true })
  quiet.progress.onMessage({ from: 'ann', to: 'bob', task: null, text: 'Yours.' })
  expect(quiet.io.stderr.text).toBe('')
})
