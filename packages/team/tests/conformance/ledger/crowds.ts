// Many at once: what a follower sees of them, and a task that waits for very many.

import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Session } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, job, join, LEASE, TEAM } from './world.ts'

const MEMBERS = 8
const done = { status: 'completed', result: null } as const

export function crowdLaws(fresh: Fresh): void {
  describe('a crowd', () => {
    it('no event is missed by one that follows while many work', async () => {
      const { ledger } = await fresh()
      const tasks = Array.from({ length: 160 }, (_, at) => job(`t${at}`, at < 80 ? {} : { blockedBy: [`t${at - 80}`] }))
      await createTeam(ledger, tasks)
      const sessions = await crowd(ledger)
      let isOver = false
      const seen: LedgerEvent[] = []
      const follow = async () => {
        for (let after = 0; ; ) {
          const isLast = isOver
          const news = await ledger.events({ after, limit: 9 })
          for (const event of news) seen.push(event)
          after = seen.at(-1)?.number ?? after
          if (isLast && news.length === 0) return
          if (news.length === 0) await ledger.changed(after, LEASE)
        }
      }
      const work = async () => {
        await Promise.all(sessions.map(session => workAll(ledger, session, 'said')))
        isOver = true
        await ledger.send(TEAM, { from: 'w0', to: 'w1', text: 'all is done' })
      }
      await Promise.all([follow(), work()])
      expect(seen).toEqual(await ledger.events({ after: 0, limit: 10_000 }))
      expect(seen.map(({ number }) => number)).toEqual(seen.map((_, at) => at + 1))
      for (const kind of ['task-claimed', 'task-completed'])
        expect(
          seen
            .filter(event => event.kind === kind)
            .map(({ task }) => task)
            .sort(),
          kind,
        ).toEqual(tasks.map(({ id }) => id).sort())
      for (const { id } of tasks) {
        const kinds = seen.filter(event => event.task === id && event.kind !== 'message-sent').map(({ kind }) => kind)
        expect(kinds.slice(-2), `${id}: no effect before its cause`).toEqual(['task-claimed', 'task-completed'])
      }
    })

    it('no message is passed over by one that reads and marks while many report', async () => {
      const { ledger } = await fresh()
      await createTeam(
        ledger,
        Array.from({ length: 80 }, (_, at) => job(`t${at}`)),
      )
      const sessions = await crowd(ledger)
      let isOver = false
      const read: string[] = []
      const readAll = async () => {
        for (let isLast = false; !isLast; ) {
          isLast = isOver
          for (const { number, task } of await ledger.unread(TEAM, 'lead')) {
            if (task !== null) read.push(task)
            await ledger.markRead(TEAM, 'lead', number)
          }
        }
      }
      const work = async () => {
        await Promise.all(sessions.map(session => workAll(ledger, session, 'said')))
        isOver = true
      }
      await Promise.all([readAll(), work()])
      expect(read.sort()).toEqual((await ledger.tasks(TEAM)).map(({ id }) => id).sort())
    })

    it('a task that waits for very many is ready once, when the last is done', async () => {
      const { ledger } = await fresh()
      const parts = Array.from({ length: 400 }, (_, at) => `p${at}`)
      await createTeam(ledger, [...parts.map(id => job(id)), job('whole', { blockedBy: parts, role: 'merger' })])
      const merger = await join(ledger, 'merger')
      const sessions = await crowd(ledger)
      expect(await ledger.claim(merger, { task: 'whole' })).toBeNull()
      await Promise.all(sessions.map(session => workAll(ledger, session)))
      expect(await ledger.counts(TEAM)).toMatchObject({ completed: parts.length, ready: 1, blocked: 0 })
      const events = await ledger.events({ after: 0, limit: 10_000 })
      expect(events.filter(({ kind }) => kind === 'task-ready')).toMatchObject([{ task: 'whole' }])
      const whole = await claim(ledger, merger, 'whole')
      expect(whole.task).toMatchObject({ openBlockers: 0, blockedBy: parts })
    })
  })
}

async function crowd(ledger: Ledger): Promise<readonly Session[]> {
  const sessions: Session[] = []
  for (let at = 0; at < MEMBERS; at++) sessions.push(await join(ledger, `w${at}`))
  return sessions
}

/** Until there is nothing left for it; another may still be at what it would have to wait for. */
async function workAll(ledger: Ledger, session: Session, summary?: string): Promise<void> {
  const ending = summary === undefined ? done : { ...done, summary }
  for (;;) {
    const seen = await ledger.lastEvent()
    // What is in hand may make more ready.
    const { inProgress } = await ledger.counts(TEAM)
    let held = await ledger.claim(session)
    if (held === null && inProgress === 0) return
    if (held === null) await ledger.changed(seen, LEASE)
    while (held) held = await ledger.finish(held, ending, { claimNext: true })
  }
}
