// Mailboxes: one line and a pointer, read with a cursor that never goes back.

import { LINE_LIMIT } from '@shoal/base/model/message'
import { LEAD } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { createTeam, type Fresh, job, join, newsOf, refused, TEAM } from './world.ts'

export function messageLaws(fresh: Fresh): void {
  describe('messages', () => {
    it('reach the one they are for, and nobody else', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      await join(ledger, 'ann')
      await join(ledger, 'bob')
      await clock.pass(2)
      const message = await ledger.send(TEAM, { from: 'ann', to: 'bob', text: ' see task a ', task: 'a' })
      expect(message).toEqual({
        number: 1,
        at: clock.now(),
        kind: 'message',
        from: 'ann',
        to: 'bob',
        line: 'see task a',
        task: 'a',
        hasMore: false,
      })
      expect(await ledger.unread(TEAM, 'bob')).toEqual([message])
      expect(await ledger.unread(TEAM, 'ann')).toEqual([])
      expect(await ledger.unread(TEAM, LEAD)).toEqual([])
      expect(await ledger.messages(TEAM)).toEqual([message])
      expect(await ledger.messageText(TEAM, 1)).toBe('see task a')
    })

    it('are an event each, that tells who and what', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await join(ledger, 'ann')
      const news = await newsOf(ledger, () => ledger.send(TEAM, { from: 'ann', to: LEAD, text: 'found it' }))
      expect(news).toMatchObject([{ kind: 'message-sent', member: 'ann', team: TEAM }])
      expect(news[0]?.detail).toContain('found it')
    })

    it('to all are kept once and read by everybody but the sender', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      for (const name of ['ann', 'bob']) await join(ledger, name)
      const message = await ledger.send(TEAM, { from: 'ann', to: null, text: 'hello' })
      expect(message).toMatchObject({ kind: 'broadcast', to: null })
      expect(await ledger.messages(TEAM)).toEqual([message])
      expect(await ledger.unread(TEAM, 'bob')).toEqual([message])
      expect(await ledger.unread(TEAM, LEAD)).toEqual([message])
      expect(await ledger.unread(TEAM, 'ann')).toEqual([])
    })

    it('before somebody first came are not for them; while they were away they are', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const ann = await join(ledger, 'ann')
      await ledger.send(TEAM, { from: 'ann', to: null, text: 'too early for bob' })
      const bob = await join(ledger, 'bob')
      await ledger.leave(bob)
      await ledger.expire(ann)
      await ledger.send(TEAM, { from: LEAD, to: null, text: 'to all' })
      await ledger.send(TEAM, { from: LEAD, to: 'ann', text: 'to the dead' })
      await join(ledger, 'bob')
      expect((await ledger.unread(TEAM, 'bob')).map(({ line }) => line)).toEqual(['to all'])
      expect((await ledger.unread(TEAM, 'ann')).map(({ line }) => line)).toEqual(['to all', 'to the dead'])
      expect((await ledger.unread(TEAM, LEAD)).map(({ line }) => line)).toEqual(['too early for bob'])
    })

    it('reading marks nothing; the cursor does, and never goes back', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await join(ledger, 'ann')
      for (const text of ['one', 'two', 'three']) await ledger.send(TEAM, { from: LEAD, to: 'ann', text })
      const unread = async () => (await ledger.unread(TEAM, 'ann')).map(({ line }) => line)
      expect(await unread()).toEqual(['one', 'two', 'three'])
      expect(await unread()).toEqual(['one', 'two', 'three'])
      await ledger.markRead(TEAM, 'ann', 2)
      expect(await unread()).toEqual(['three'])
      await ledger.markRead(TEAM, 'ann', 1)
      expect(await unread()).toEqual(['three'])
      expect((await ledger.messages(TEAM)).length, 'what is read stays').toBe(3)
    })

    it('that are not sent yet cannot be read', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await join(ledger, 'ann')
      await ledger.send(TEAM, { from: LEAD, to: 'ann', text: 'one' })
      await ledger.markRead(TEAM, 'ann', 1000)
      await ledger.send(TEAM, { from: LEAD, to: 'ann', text: 'two' })
      expect((await ledger.unread(TEAM, 'ann')).map(({ line }) => line)).toEqual(['two'])
    })

    it('one member’s cursor is not another’s', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      for (const name of ['ann', 'bob']) await join(ledger, name)
      await ledger.send(TEAM, { from: LEAD, to: null, text: 'hello' })
      await ledger.markRead(TEAM, 'ann', 1)
      expect(await ledger.unread(TEAM, 'ann')).toEqual([])
      expect(await ledger.unread(TEAM, 'bob')).toHaveLength(1)
    })

    it('are numbered within their team, and listed from any point, in parts', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await createTeam(ledger, [], 'other')
      for (let at = 1; at <= 5; at++) {
        expect(await ledger.send(TEAM, { from: LEAD, to: LEAD, text: `m${at}` })).toMatchObject({ number: at })
        await ledger.send('other', { from: LEAD, to: LEAD, text: 'x' })
      }
      const lines = async (filter?: Parameters<typeof ledger.messages>[1]) =>
        (await ledger.messages(TEAM, filter)).map(({ line }) => line)
      expect(await lines()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
      expect(await lines({ after: 3 })).toEqual(['m4', 'm5'])
      expect(await lines({ after: 1, limit: 2 })).toEqual(['m2', 'm3'])
      expect(await lines({ after: 5 })).toEqual([])
      expect((await ledger.unread(TEAM, LEAD, 2)).map(({ line }) => line)).toEqual(['m1', 'm2'])
    })

    it('that are long are kept apart from their line', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const texts = ['first\nsecond', `${'x'.repeat(LINE_LIMIT)}!`, `äöü😀\r\n${'y'.repeat(200_000)}`]
      for (const [at, text] of texts.entries()) {
        const message = await ledger.send(TEAM, { from: LEAD, to: LEAD, text })
        expect(message.hasMore).toBe(true)
        expect(message.line.length).toBeLessThanOrEqual(LINE_LIMIT)
        expect(message.line).not.toMatch(/[\r\n]/)
        expect(await ledger.messageText(TEAM, at + 1)).toBe(text)
      }
      const exact = 'x'.repeat(LINE_LIMIT)
      expect(await ledger.send(TEAM, { from: LEAD, to: LEAD, text: exact })).toMatchObject({
        line: exact,
        hasMore: false,
      })
      expect((await ledger.messages(TEAM)).map(({ line }) => line)[0]).toBe('first')
    })

    it('go from and to members that exist, about tasks that exist, and say something', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await createTeam(ledger, [job('a')], 'other')
      await join(ledger, 'ann')
      const to = await refused(ledger, 'unknown-member', () =>
        ledger.send(TEAM, { from: 'ann', to: 'nobody', text: 'hello' }),
      )
      expect(to.message).toContain('"nobody"')
      await refused(ledger, 'unknown-member', () => ledger.send(TEAM, { from: 'nobody', to: 'ann', text: 'hello' }))
      await refused(ledger, 'unknown-member', () => ledger.send(TEAM, { from: 'nobody', to: null, text: 'hello' }))
      await refused(ledger, 'unknown-task', () => ledger.send(TEAM, { from: 'ann', to: LEAD, text: 'x', task: 'a' }))
      await refused(ledger, 'bad-value', () => ledger.send(TEAM, { from: 'ann', to: LEAD, text: ' \n ' }))
      await refused(ledger, 'unknown-member', () => ledger.unread(TEAM, 'nobody'))
      await refused(ledger, 'unknown-member', () => ledger.markRead(TEAM, 'nobody', 1))
    })

    it('to all need somebody else', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await refused(ledger, 'unknown-member', () => ledger.send(TEAM, { from: LEAD, to: null, text: 'anybody?' }))
      const ann = await join(ledger, 'ann')
      await ledger.leave(ann)
      await ledger.send(TEAM, { from: LEAD, to: null, text: 'read it when you are back' })
      expect(await ledger.unread(TEAM, 'ann')).toHaveLength(1)
    })

    it('that do not exist have no text', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.send(TEAM, { from: LEAD, to: LEAD, text: 'one' })
      for (const number of [0, 2, -1]) await refused(ledger, 'bad-value', () => ledger.messageText(TEAM, number))
    })
  })
}
