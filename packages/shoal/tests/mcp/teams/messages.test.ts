// Messages through the tools: to one and to all, long ones, waiting for them, and the shutdown handshake.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readInbox } from '../../../src/mcp/tools/read-inbox.ts'
import { sendMessage } from '../../../src/mcp/tools/send-message.ts'
import { taskClaim } from '../../../src/mcp/tools/task-claim.ts'
import { taskList } from '../../../src/mcp/tools/task-list.ts'
import { teamDelete } from '../../../src/mcp/tools/team-delete.ts'
import { makeLab } from '../lab.ts'
import { agent, job, newTeam } from './team-lab.ts'

const lab = makeLab()
const server = lab.server()
const { call, refused, ledger } = server

async function textsOf(team: string, member: string, more = {}): Promise<readonly string[]> {
  const { messages } = await call(readInbox, { team, member, ...more })
  return messages.map(({ text }: { text: string }) => text)
}

async function stateOf(team: string, name: string): Promise<string | undefined> {
  return (await ledger.members(team)).find(member => member.name === name)?.state
}

describe('send_message and read_inbox', () => {
  it('a word to one, to the lead and to all; whoever speaks or listens has joined', async () => {
    const team = await newTeam(server)
    expect(await textsOf(team, 'bob')).toEqual([])
    const sent = await call(sendMessage, { team, from: 'ann', to: 'bob', text: 'hello' })
    expect(sent).toEqual({ team, kind: 'message', message: 1 })
    expect(await call(sendMessage, { team, from: 'lead', to: 'all', text: 'listen' })).toMatchObject({
      kind: 'broadcast',
    })
    await call(sendMessage, { team, from: 'bob', kind: 'broadcast', text: 'I do' })
    await call(sendMessage, { team, from: 'bob', to: 'lead', text: 'to you' })
    expect(await textsOf(team, 'bob')).toEqual(['hello', 'listen'])
    expect(await textsOf(team, 'bob'), 'read once').toEqual([])
    expect(await textsOf(team, 'ann')).toEqual(['listen', 'I do'])
    expect(await textsOf(team, 'lead')).toEqual(['I do', 'to you'])
    expect((await ledger.members(team)).map(({ name, kind, state }) => [name, kind, state])).toEqual([
      ['lead', null, 'left'],
      ['bob', 'agent', 'idle'],
      ['ann', 'agent', 'idle'],
    ])
  })

  it('says what is wrong with a message', async () => {
    const team = await newTeam(server)
    const from = 'lead'
    expect(await refused(sendMessage, { team, from, to: 'nobody', text: 'x' })).toBe(
      `team "${team}" has no member "nobody"`,
    )
    expect(await refused(sendMessage, { team, from, to: 'all', text: 'x' })).toBe(
      `team "${team}" has nobody but "lead"`,
    )
    expect(await refused(sendMessage, { team, from, text: 'x' })).toBe('a message needs to: a member, "lead" or "all"')
    expect(await refused(sendMessage, { team, from, to: 'lead' })).toBe('a message needs a text')
    expect(await refused(sendMessage, { team, from, to: 'lead', text: ' \n' })).toBe('a message needs a text')
    expect(await refused(sendMessage, { team, from: 'a b', to: 'lead', text: 'x' })).toBe('"a b" is no member name')
    expect(await refused(sendMessage, { team, from, to: 'lead', kind: 'broadcast', text: 'x' })).toBe(
      'a broadcast goes to "all"',
    )
    expect(await refused(sendMessage, { team: 'nowhere', from, to: 'lead', text: 'x' })).toBe(
      'there is no team "nowhere"',
    )
  })

  it('long messages are cut, and read whole by their number', async () => {
    const team = await newTeam(server, [job('a')])
    const text = `first line\n${'🚀"'.repeat(30_000)}`
    await call(sendMessage, { team, from: 'ann', to: 'lead', text, task: 'a' })
    const { messages } = await call(readInbox, { team, member: 'lead' })
    expect(messages).toMatchObject([{ number: 1, kind: 'message', from: 'ann', to: 'lead', task: 'a', more: true }])
    expect(messages[0].text).toMatch(/^first line\n🚀/)
    expect(messages[0].text.length).toBeLessThanOrEqual(500)
    let whole = ''
    let cursor: string | null = null
    do {
      const page = await call(readInbox, { team, member: 'lead', message: 1, ...(cursor === null ? {} : { cursor }) })
      whole += page.messages[0].text
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(whole).toBe(text)
    await call(sendMessage, { team, from: 'ann', to: 'lead', text: 'two\nlines' })
    expect(await textsOf(team, 'lead')).toEqual(['two\nlines'])
    expect((await call(readInbox, { team, member: 'ann', message: 1 })).messages, 'its own').toHaveLength(1)
    expect(await refused(readInbox, { team, member: 'bob', message: 1 })).toBe(`team "${team}" has no message 1`)
    expect(await refused(readInbox, { team, member: 'lead', message: 9 })).toBe(`team "${team}" has no message 9`)
  })

  it('many come by the page, marked or not, and nothing that was not shown is marked', async () => {
    const team = await newTeam(server)
    await textsOf(team, 'bob')
    const texts = Array.from({ length: 50 }, (_, at) => `message ${at}`)
    for (const text of texts) {
      await call(sendMessage, { team, from: 'lead', to: 'bob', text })
      await ledger.send(team, { from: 'bob', to: 'lead', text: 'noise' })
    }
    const peeked: string[] = []
    let cursor: string | null = null
    do {
      const page = await call(readInbox, {
        team,
        member: 'bob',
        mark_read: false,
        ...(cursor === null ? {} : { cursor }),
      })
      expect(page.total).toBe(50)
      peeked.push(...page.messages.map(({ text }: { text: string }) => text))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(peeked).toEqual(texts)
    const first = await call(readInbox, { team, member: 'bob' })
    expect(first.messages).toHaveLength(20)
    expect(await textsOf(team, 'bob')).toEqual(texts.slice(20, 40))
    expect(await textsOf(team, 'bob')).toEqual(texts.slice(40))
    expect(await textsOf(team, 'bob', { cursor: 'after:0' }), 'an answer that was lost is read again').toEqual(
      texts.slice(0, 20),
    )
  })

  it('waits for a message from another server, and stops when it is cancelled', async () => {
    const team = await newTeam(server)
    const waiting = call(readInbox, { team, member: 'lead', wait_seconds: 20 })
    await pause(100)
    const other = lab.server()
    await other.call(sendMessage, { team, from: 'ann', to: 'lead', text: 'here' })
    expect((await waiting).messages[0].text).toBe('here')
    expect((await call(readInbox, { team, member: 'lead', wait_seconds: 0.1 })).messages).toEqual([])
    const calling = new AbortController()
    const cancelled = call(readInbox, { team, member: 'lead', wait_seconds: 30 }, { signal: calling.signal })
    const caught = cancelled.catch(error => error)
    await pause(50)
    calling.abort()
    expect((await caught).name).toBe('AbortError')
  })

  it('many who wait at once do not keep each other awake', async () => {
    const team = await newTeam(server, [job('a')])
    await agent(server, team, 'busy').claim()
    const before = await ledger.lastEvent()
    const names = Array.from({ length: 6 }, (_, at) => `w${at}`)
    await Promise.all(names.map(member => call(taskClaim, { team, member, wait_seconds: 0.5 })))
    const news = await ledger.events({ team, after: before, limit: 1000 })
    expect(news.map(({ kind }) => kind).filter(kind => kind === 'member-joined')).toHaveLength(6)
    expect(news.length, 'joined, idle, told').toBe(18)
  })

  it('every call in a name renews its lease', async () => {
    const team = await newTeam(server, [job('a')])
    const lease = async () => (await ledger.members(team)).find(({ name }) => name === 'ann')!.leaseUntil! - Date.now()
    const calls = [
      () => agent(server, team, 'ann').claim(),
      () => call(sendMessage, { team, from: 'ann', to: 'lead', text: 'x' }),
      () => call(readInbox, { team, member: 'ann' }),
      () => agent(server, team, 'ann').update('a', { status: 'in_progress' }),
    ]
    await agent(server, team, 'ann').claim({ lease_minutes: 1 })
    for (const make of calls) {
      await agent(server, team, 'ann').claim({ lease_minutes: 1 })
      expect(await lease()).toBeLessThan(61_000)
      await make()
      expect(await lease()).toBeGreaterThan(599_000)
    }
  })
})

describe('shutdown', () => {
  it('is asked for, refused with a reason, asked again and approved once the task is ended', async () => {
    const team = await newTeam(server, [job('a'), job('b')])
    const ann = agent(server, team, 'ann')
    await ann.claim()
    const asked = await call(sendMessage, {
      team,
      from: 'lead',
      to: 'ann',
      kind: 'shutdown_request',
      text: 'we are done',
    })
    expect(asked).toEqual({
      team,
      kind: 'shutdown_request',
      message: null,
      asked: ['ann'],
      gone: [],
      asked_total: 1,
      gone_total: 0,
    })
    expect(await call(readInbox, { team, member: 'ann' })).toMatchObject({
      messages: [{ kind: 'shutdown_request', from: 'lead', text: 'lead asks you to shut down: we are done' }],
    })
    expect(await ann.claim()).toMatchObject({ task: { id: 'a' }, reason: 'lead asks you to shut down after this task' })
    const answer = { team, from: 'ann', kind: 'shutdown_response' }
    expect(await refused(sendMessage, { ...answer, approve: true }), 'the task first').toBe(
      '"ann" has task "a" in hand',
    )
    expect(await refused(sendMessage, { ...answer })).toBe('a shutdown_response needs approve: true or false')
    expect(await refused(sendMessage, { ...answer, approve: false })).toBe('the refusal of a shutdown needs a text')
    await call(sendMessage, { ...answer, approve: false, text: 'one more' })
    expect(await textsOf(team, 'lead')).toEqual(['ann does not shut down: one more'])
    await ann.complete('a')

    await call(sendMessage, { team, from: 'lead', to: 'all', kind: 'shutdown_request' })
    expect(await ann.claim()).toMatchObject({
      task: null,
      next: 'stop',
      reason: 'lead asks you to shut down; answer with send_message kind shutdown_response',
    })
    expect(await stateOf(team, 'ann'), 'who is asked answers before it goes').toBe('idle')
    await call(sendMessage, { ...answer, approve: true })
    expect(await stateOf(team, 'ann')).toBe('left')
    expect(await textsOf(team, 'lead')).toEqual(['ann shuts down'])
    expect(await refused(sendMessage, { ...answer, approve: true })).toBe('nobody asked "ann" to shut down')
    expect(await call(sendMessage, { team, from: 'lead', to: 'ann', kind: 'shutdown_request' })).toMatchObject({
      asked: [],
      gone: ['ann'],
    })
    expect(await call(teamDelete, { team })).toEqual({ team, deleted: true })
  })

  it('who waits for work is woken by the request', async () => {
    const team = await newTeam(server, [job('a')])
    await agent(server, team, 'ann').claim()
    const waiting = lab.server().call(taskClaim, { team, member: 'bob', wait_seconds: 20 })
    await pause(150)
    await call(sendMessage, { team, from: 'lead', to: 'bob', kind: 'shutdown_request', text: 'enough' })
    expect(await waiting).toMatchObject({
      next: 'stop',
      reason: expect.stringContaining('lead asks you to shut down: enough'),
    })
  })

  it('who ends its last task leaves with it, and answers whoever asked', async () => {
    const team = await newTeam(server, [job('a'), job('b')])
    const [ann, bob] = [agent(server, team, 'ann'), agent(server, team, 'bob')]
    await ann.claim()
    await bob.claim()
    await call(sendMessage, { team, from: 'lead', to: 'bob', kind: 'shutdown_request' })
    await ann.update('a', { status: 'completed', leave: true })
    await bob.update('b', { status: 'failed', reason: 'no', leave: true })
    expect(await textsOf(team, 'lead')).toEqual(['Task "do b" failed: no', 'bob shuts down'])
    expect([await stateOf(team, 'ann'), await stateOf(team, 'bob')]).toEqual(['left', 'left'])
    await call(teamDelete, { team })
  })

  it('who has left stays so, though it may still speak and listen', async () => {
    const team = await newTeam(server, [job('a')])
    await agent(server, team, 'ann').workAll()
    expect(await stateOf(team, 'ann')).toBe('left')
    await call(sendMessage, { team, from: 'ann', to: 'lead', text: 'bye' })
    await call(sendMessage, { team, from: 'lead', to: 'ann', text: 'bye' })
    expect(await textsOf(team, 'ann')).toEqual(['bye'])
    expect(await stateOf(team, 'ann')).toBe('left')
  })
})

describe('team_delete', () => {
  it('is refused while members are alive, and removes the directory of a run', async () => {
    const team = await newTeam(server, [job('a')])
    const directory = join(lab.home, 'runs', team)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'calls.jsonl'), '')
    await agent(server, team, 'ann').claim()
    expect(await refused(teamDelete, { team })).toBe(`team "${team}" cannot be deleted: ann is alive`)
    expect(existsSync(directory)).toBe(true)
    expect(await call(teamDelete, { team, force: true })).toEqual({ team, deleted: true })
    expect(existsSync(directory)).toBe(false)
    expect(await refused(taskList, { team })).toBe(`there is no team "${team}"`)
    expect(await refused(teamDelete, { team })).toBe(`there is no team "${team}"`)
    expect(await refused(teamDelete, { team: '..' })).toBe('there is no team ".."')
  })

  it('those whose lease ran out, and a lead that worked itself, do not stand in its way', async () => {
    const team = await newTeam(server, [job('a'), job('own', { role: 'lead' })])
    await agent(server, team, 'ann').claim({ lease_minutes: 0.0001 })
    await agent(server, team, 'lead').complete('own')
    expect(await stateOf(team, 'lead')).toBe('idle')
    await pause(20)
    await call(teamDelete, { team })
  })
})
