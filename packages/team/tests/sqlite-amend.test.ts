// Amendments through several connections to one file: one wins, and no blob outlives what refers to it.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { afterEach, describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { openSqliteLedger } from '../src/sqlite/ledger.ts'

const dir = tempDir()
let files = 0
const opened: Ledger[] = []
afterEach(async () => {
  for (const ledger of opened.splice(0)) await ledger.close()
})

function open(file: string): Ledger {
  const ledger = openSqliteLedger(file)
  opened.push(ledger)
  return ledger
}

function blobsBeside(file: string): readonly string[] {
  const blobs = join(dirname(file), 'blobs')
  return existsSync(blobs)
    ? readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter(name => /\W/.test(name))
    : []
}

const large = (letter: string) => letter.repeat(8000)

async function completed(ledger: Ledger, team: string, result: string): Promise<void> {
  await ledger.createTeam({ name: team, tasks: [{ id: 'a', subject: 'do a' }] })
  const session = await ledger.join(team, { name: 'worker' }, 60_000)
  await ledger.finish((await ledger.claim(session))!, { status: 'completed', result })
  await ledger.leave(session)
}

describe('amendments of one result from several connections', () => {
  it('one wins, and the blobs of the others go', async () => {
    const file = join(dir.path, String(files++), 'ledger.db')
    const ledgers = Array.from({ length: 6 }, () => open(file))
    await completed(ledgers[0]!, 'team', large('o'))
    const ends = await Promise.allSettled(
      ledgers.map((ledger, at) => ledger.amend('team', 'a', { from: large('o'), to: large(String(at)) })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const won = ends.findIndex(({ status }) => status === 'fulfilled')
    expect(await ledgers[0]!.result('team', 'a')).toBe(large(String(won)))
    expect(blobsBeside(file), 'the first and the amended one').toHaveLength(2)
    await ledgers[1]!.deleteTeam('team')
    expect(blobsBeside(file)).toEqual([])
  })

  it('a refused one leaves alone what others have', async () => {
    const file = join(dir.path, String(files++), 'ledger.db')
    const [one, two] = [open(file), open(file)]
    await completed(one, 'team', large('o'))
    await completed(two, 'other', large('n'))
    const refused = two.amend('team', 'a', { from: 'never', to: large('n') })
    await expect(refused).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await one.result('other', 'a')).toBe(large('n'))
    await one.amend('team', 'a', { from: large('o'), to: large('n') })
    await one.deleteTeam('other')
    expect(await two.result('team', 'a')).toBe(large('n'))
  })

  it('what one connection claimed, another finds in hand and ends', async () => {
    const file = join(dir.path, String(files++), 'ledger.db')
    const before = open(file)
    await before.createTeam({ name: 'team', tasks: [{ id: 'a', subject: 'do a', input: large('i') }] })
    const session = await before.join('team', { name: 'worker' }, 60_000)
    const claimed = await before.claim(session, { task: 'a' })
    const after = open(file)
    const found = await after.inHand(session)
    expect(found).toEqual(claimed)
    await after.finish(found!, { status: 'completed', result: 1 })
    await expect(before.finish(claimed!, { status: 'completed', result: 2 })).rejects.toMatchObject({
      code: 'lease-lost',
    })
    expect(await before.result('team', 'a')).toBe(1)
  })
})

describe('planning one run from several connections', () => {
  it('one wins, whole, and the others are refused', async () => {
    const file = join(dir.path, String(files++), 'ledger.db')
    const ledgers = Array.from({ length: 4 }, () => open(file))
    await ledgers[0]!.createTeam({ name: 'team', definition: 'asked' })
    const plan = (at: number) => ({ definition: large(String(at)), tasks: [{ id: `t${at}`, subject: 'do it' }] })
    const ends = await Promise.allSettled(ledgers.map((ledger, at) => ledger.planRun('team', plan(at))))
    const won = ends.findIndex(({ status }) => status === 'fulfilled')
    expect(ends.filter((end, at) => at !== won && end.status === 'fulfilled')).toEqual([])
    for (const ledger of ledgers) {
      expect(await ledger.definition('team')).toBe(large(String(won)))
      expect((await ledger.tasks('team')).map(({ id }) => id)).toEqual([`t${won}`])
    }
  })
})
