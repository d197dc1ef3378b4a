// The files of runs on PostgreSQL: what one machine keeps of a run every other one has, and no call is paid for twice.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '@shoal/base/model/language-model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCallLog } from '../../shoal/src/models/call-log.ts'
import { recorded } from '../../shoal/src/models/recorded.ts'
import { scriptedModel } from '../../shoal/src/models/scripted-model.ts'
import { openRunPlace } from '../../shoal/src/run/run-place.ts'
import { shoal } from '../../shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { callContext } from '../../shoal/tests/models/call-context.ts'
import { type Stub, startStub } from '../../shoal/tests/models/stub/server.ts'
import { onPostgres } from './on-postgres.ts'

const RUN = 'run'

function modelRequest(system: string): ModelRequest {
  return { system, turns: [], tools: [], schema: null, maxOutputTokens: 10 }
}

onPostgres('the files of runs on PostgreSQL', postgres => {
  async function machines(count: number) {
    const url = postgres.freshUrl()
    const ledgers = await Promise.all(Array.from({ length: count }, () => postgres.open(url)))
    await ledgers[0]!.createTeam({ name: RUN, definition: {} })
    return { ledgers, close: () => Promise.all(ledgers.map(ledger => ledger.close())) }
  }

  it('a file is replaced as a whole, of any size, and has a new version', async () => {
    const { ledgers, close } = await machines(2)
    const [here, there] = ledgers.map(ledger => ledger.files!)
    expect(await here!.read(RUN, 'a')).toBeNull()
    for (const content of ['', 'short', 'x'.repeat(3 * 1024 * 1024 + 1), 'short again']) {
      const before = await there!.list(RUN)
      await here!.write(RUN, 'a', Buffer.from(content))
      expect((await there!.read(RUN, 'a'))!.toString()).toBe(content)
      expect(await there!.list(RUN)).not.toEqual(before)
    }
    await close()
  })

  it('lines of many writers are all met once, in one order, by whoever reads on meanwhile', async () => {
    const { ledgers, close } = await machines(4)
    const reader = ledgers[0]!.files!
    const writing = ledgers.slice(1).map(async ({ files }, w) => {
      for (let k = 0; k < 30; k++) {
        const added = { writer: `w${w}`, before: 2 * k, lines: [`${w} ${2 * k}`, `${w} ${2 * k + 1}`] }
        await files!.append(RUN, 'a.jsonl', added)
        // Whoever does not know whether it was heard says it again.
        if (k % 7 === 0) await files!.append(RUN, 'a.jsonl', added)
      }
    })
    let isOver = false
    const over = Promise.all(writing).then(() => void (isOver = true))
    const met: string[] = []
    for (let after = 0, isLast = false; !isLast; ) {
      isLast = isOver
      const page = await reader.lines(RUN, after, 7)
      met.push(...page.map(({ line }) => line))
      after = page.at(-1)?.number ?? after
      isLast &&= page.length === 0
    }
    await over
    for (const w of [0, 1, 2])
      expect(met.filter(line => line.startsWith(`${w} `))).toEqual(Array.from({ length: 60 }, (_, k) => `${w} ${k}`))
    const numbers = await Promise.all(ledgers.flatMap(({ files }) => [files!.number(RUN), files!.number(RUN)]))
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await close()
  })

  it('they stay when a run is started over, and go when it is deleted', async () => {
    const { ledgers, close } = await machines(1)
    const ledger = ledgers[0]!
    const files = ledger.files!
    await files.write(RUN, 'a', Buffer.from('1'))
    await files.append(RUN, 'b.jsonl', { writer: 'w', before: 0, lines: ['{}'] })
    await ledger.replaceTeam({ name: RUN, definition: {} })
    expect([(await files.list(RUN)).length, (await files.lines(RUN, 0, 9)).length]).toEqual([1, 1])
    await ledger.deleteTeam(RUN)
    expect([(await files.list(RUN)).length, (await files.lines(RUN, 0, 9)).length]).toEqual([0, 0])
    await close()
  })

  it('a directory is the copy of a process, and what others write comes into it', async () => {
    const { ledgers, close } = await machines(2)
    const [here, there] = await Promise.all(ledgers.map(ledger => openRunPlace(ledger, RUN)))
    const at = (place: typeof here, name: string) => join(place!.directory!, name)
    expect(here!.directory).not.toBe(there!.directory)
    const write = (place: typeof here, line: string) => writeFileSync(at(place, 'l.jsonl'), `${line}\n`, { flag: 'a' })
    writeFileSync(at(here, 'p.json'), 'first')
    write(here, 'h1')
    await here!.keep()
    write(there, 't1')
    await there!.refresh()
    // Half a line is told once it is whole.
    writeFileSync(at(here, 'l.jsonl'), 'h', { flag: 'a' })
    await here!.keep()
    writeFileSync(at(here, 'l.jsonl'), '2\n', { flag: 'a' })
    await Promise.all([here!.refresh(), there!.keep()])
    for (const place of [here, there, here]) await place!.refresh()
    const lines = (place: typeof here) => readFileSync(at(place, 'l.jsonl'), 'utf8').trimEnd().split('\n').sort()
    expect(lines(here)).toEqual(['h1', 'h2', 't1'])
    expect(lines(there)).toEqual(['h1', 'h2', 't1'])
    expect(readFileSync(at(there, 'p.json'), 'utf8')).toBe('first')
    await close()
  })

  it('what one machine has paid for another one has an answer to, counted once', async () => {
    const { ledgers, close } = await machines(2)
    const places = await Promise.all(ledgers.map(ledger => openRunPlace(ledger, RUN)))
    const logs = await Promise.all(places.map(place => openCallLog(place.directory, { shared: place.shared })))
    const asked = [
      scriptedModel([{ text: 'a' }, ...Array.from({ length: 6 }, () => ({ text: 'b' }))]),
      scriptedModel([{ text: 'c' }]),
    ]
    const models = asked.map((model, k) => recorded(model, logs[k]!, () => 1))
    const one = modelRequest('one')
    const two = modelRequest('two')
    expect(await models[0]!.call(one, callContext())).toMatchObject({ ok: true, reply: { text: 'a' } })
    expect(await models[1]!.call(one, callContext())).toMatchObject({ ok: true, attempts: 0, reply: { text: 'a' } })
    expect(await models[1]!.call(two, callContext())).toMatchObject({ ok: true, reply: { text: 'c' } })
    expect(await models[0]!.call(two, callContext())).toMatchObject({ ok: true, attempts: 0, reply: { text: 'c' } })
    // Side by side, each of them looks for what others have written.
    const many = Array.from({ length: 6 }, (_, k) => models[0]!.call(modelRequest(`side ${k}`), callContext()))
    for (const outcome of await Promise.all(many)) expect(outcome).toMatchObject({ ok: true, reply: { text: 'b' } })
    for (const log of logs) {
      // However many ask at once, what is new is counted once.
      await Promise.all(Array.from({ length: 5 }, () => log.refresh!()))
      expect(log.totals()).toMatchObject({ calls: 8, microUsd: 8 })
      const numbers: number[] = []
      for await (const { number } of log.records()) numbers.push(number)
      expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      await log.close()
    }
    await close()
  })

  it('turns are given one after the other, whoever asks: ten machines keep within what a minute allows', async () => {
    // Its time stands still, so that what they are told to wait shows when each would go.
    const { ledger, clock } = await postgres.openClocked()
    const ask = () => Promise.all(Array.from({ length: 10 }, () => ledger.files!.turn(RUN, 'stub requests', 100)))
    const waits = [...(await ask()), ...(await ask()), ...(await ask())]
    expect(waits.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, k) => k * 100))
    await clock.pass(2000)
    expect((await ask()).sort((a, b) => a - b)[0]).toBe(1000)
    // What was not used in the past is not made up for.
    await clock.pass(60_000)
    expect(await ledger.files!.turn(RUN, 'stub requests', 100)).toBe(0)
    expect(await ledger.files!.turn(RUN, 'stub requests', 100)).toBe(100)
    expect(await ledger.files!.turn(RUN, 'other requests', 100)).toBe(0)
    await ledger.close()
  })

  describe('a run that one machine began', () => {
    const data = tempDir()
    const homes = [tempDir(), tempDir()]
    const file = data.write('diary.txt', 'It rained and nothing else happened.\n'.repeat(30))
    const synthesis = { answer: [], summary: [], recommendations: [], same: [], links: [], missing: [] }
    let stub: Stub
    let url: string
    let isBroken = true
    let answered = 0
    beforeAll(async () => {
      url = postgres.freshUrl()
      stub = await startStub(() => {
        if (isBroken && answered > 0) return { status: 401, json: { error: { message: 'no' } } }
        answered++
        return { json: synthesis }
      })
    })
    afterAll(() => stub.close())
    const env = (machine: number) => ({
      SHOAL_HOME: homes[machine]!.path,
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: `${stub.url}/v1`,
      SHOAL_STORE: url,
    })

    it('goes on at another, and what was answered is not asked again', async () => {
      const first = await shoal(
        ['analyze', file, 'What was left open?', '--model', 'anthropic', '--name', 'diary', '--json', '--no-cache'],
        { env: env(0) },
      )
      const answeredFirst = answered
      isBroken = false
      const calls = await shoal(['runs', 'calls', 'diary', '--json'], { env: env(1) })
      expect(calls.stderr).toBe('')
      expect(JSON.parse(calls.stdout).length).toBeGreaterThanOrEqual(answeredFirst)
      const again = await shoal(['resume', 'diary', '--json', '--no-cache'], { env: env(1) })
      expect({ first: first.status, again: again.status }).toMatchObject({ again: 0 })
      const digests = new Map<string, number>()
      const place = await openRunPlace(await postgres.open(url), 'diary')
      const log = await openCallLog(place.directory, { isReadOnly: true })
      for await (const { digest, outcome } of log.records())
        if (outcome.ok) digests.set(digest, (digests.get(digest) ?? 0) + 1)
      expect([...digests.values()].every(times => times === 1)).toBe(true)
      expect(digests.size).toBe(answered)
    })
  })
})
