// Values: whatever JSON can say comes back the same, however large, and is nobody else's to change.

import type { Json } from '@shoal/base/model/json'
import { LEAD } from '@shoal/base/model/team'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, job, join, look, TEAM } from './world.ts'

const values: Readonly<Record<string, Json>> = {
  null: null,
  true: true,
  false: false,
  zero: 0,
  'a negative fraction': -0.125,
  'a large number': Number.MAX_SAFE_INTEGER,
  'a tiny number': 5e-324,
  'an empty text': '',
  'a text like a reference': '@0123456789abcdef',
  'characters of all kinds': 'ä \u0000 \u0007 \u2028 \t "\\" \'\' 漢字 العربية 👩‍🚀 \uD83D\uDE80 ?1 :name $x %s',
  'half a character': '\uD800 and \uDC00',
  'an empty list': [],
  'an empty object': {},
  'nested things': { a: [{ b: [[], {}, null] }], '': 1, 'ключ 🗝': { __proto__x: 2, constructor: null } },
  'a long list': Array.from({ length: 5000 }, (_, at) => at),
}

export function valueLaws(fresh: Fresh): void {
  describe('values', () => {
    it.each(Object.entries(values))('%s comes back as input, plan, result and definition', async (_, value) => {
      const { ledger } = await fresh()
      await ledger.createTeam({
        name: TEAM,
        definition: value,
        tasks: [job('a', { input: value, needsApproval: true })],
      })
      expect(await ledger.definition(TEAM)).toEqual(value)
      expect(await ledger.input(TEAM, 'a')).toEqual(value)
      const worker = await join(ledger)
      const planning = await claim(ledger, worker, 'a')
      expect(planning.input).toEqual(value)
      await ledger.finish(planning, { status: 'planned', plan: value })
      expect((await ledger.task(TEAM, 'a')).approval?.plan).toEqual(value)
      await ledger.approve(TEAM, 'a', { by: LEAD })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'completed', result: value })
      expect(await ledger.result(TEAM, 'a')).toEqual(value)
      expect(await look(ledger, 'a', 'resultBytes')).toEqual({
        resultBytes: Buffer.byteLength(JSON.stringify(value)),
      })
    })

    it('any JSON comes back the same', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await fc.assert(
        fc.asyncProperty(fc.jsonValue(), async drawn => {
          const value = drawn as Json
          const [id] = await ledger.createTasks(TEAM, [{ subject: 'x', input: value }])
          const claimed = await claim(ledger, worker, id!)
          await ledger.finish(claimed, { status: 'completed', result: value })
          const kept = JSON.parse(JSON.stringify(value))
          expect(claimed.input).toEqual(kept)
          expect(await ledger.result(TEAM, id!)).toEqual(kept)
        }),
        { numRuns: 50 },
      )
    })

    it('5 MB come back the same, and cost a list of tasks nothing', async () => {
      const { ledger } = await fresh()
      const large = Array.from({ length: 50_000 }, (_, at) => ({ at, text: 'ä'.repeat(35), ok: at % 2 === 0 }))
      const text = JSON.stringify(large)
      expect(Buffer.byteLength(text)).toBeGreaterThan(5_000_000)
      await createTeam(ledger, [job('a', { input: large }), job('b')])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      expect(JSON.stringify(claimed.input) === text).toBe(true)
      await ledger.finish(claimed, { status: 'completed', result: large, log: text })
      await ledger.finish(await claim(ledger, worker, 'b'), { status: 'completed', result: large })
      for (const id of ['a', 'b']) {
        expect(JSON.stringify(await ledger.result(TEAM, id)) === text).toBe(true)
        expect(await look(ledger, id, 'resultBytes')).toEqual({ resultBytes: Buffer.byteLength(text) })
      }
      expect((await ledger.log(TEAM, 'a')) === text).toBe(true)
      expect(JSON.stringify(await ledger.tasks(TEAM)).length).toBeLessThan(5000)
    })

    it('texts of all scripts come back the same', async () => {
      const { ledger } = await fresh()
      const text = 'naïve 漢字 العربية 👩‍🚀 \'quoted\' "twice" \\ %s ?1 ; --'
      const given = { id: text, subject: text, description: `${text}\n${text}`, activeForm: text }
      await ledger.createTeam({ name: TEAM, purpose: text, tasks: [given] })
      expect(await ledger.team(TEAM)).toMatchObject({ purpose: text })
      expect(await ledger.task(TEAM, text)).toMatchObject(given)
      const claimed = await claim(ledger, await join(ledger), text)
      await ledger.finish(claimed, { status: 'failed', reason: text, log: text })
      expect(await ledger.task(TEAM, text)).toMatchObject({ reason: text })
      expect(await ledger.log(TEAM, text)).toBe(text)
      const message = await ledger.send(TEAM, { from: LEAD, to: 'worker', text, task: text })
      expect(message).toMatchObject({ line: text, task: text })
    })

    it('what was handed in or out can be changed without changing the ledger', async () => {
      const { ledger } = await fresh()
      const input = { list: [1] }
      const blockedBy = ['a']
      await createTeam(ledger, [job('a', { input }), job('b', { blockedBy })])
      input.list.push(2)
      blockedBy.push('c')
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      ;(claimed.input as { list: number[] }).list.push(3)
      ;(claimed.task as { subject: string }).subject = 'changed'
      expect(await ledger.input(TEAM, 'a')).toEqual({ list: [1] })
      const result = { list: [1] }
      await ledger.finish(claimed, { status: 'completed', result })
      result.list.push(2)
      ;((await ledger.result(TEAM, 'a')) as { list: number[] }).list.push(3)
      expect(await ledger.result(TEAM, 'a')).toEqual({ list: [1] })
      ;((await ledger.task(TEAM, 'b')).blockedBy as string[]).push('z')
      expect(await look(ledger, 'b', 'blockedBy')).toEqual({ blockedBy: ['a'] })
      expect(await look(ledger, 'a', 'subject')).toEqual({ subject: 'do a' })
    })
  })
}
