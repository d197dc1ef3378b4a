// Labels over MCP: the agent judges, code counts. What was handed in is in the ledger, whatever process goes on.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { labelNext } from '../../src/mcp/tools/label-next.ts'
import { note } from '../../src/mcp/tools/note.ts'
import { overview } from '../../src/mcp/tools/overview.ts'
import { submitLabels } from '../../src/mcp/tools/submit-labels.ts'
import { MOST_RESULT } from '../../src/stages/asking/ask-tool.ts'
import { type LabServer, makeLab } from './lab.ts'

const lab = makeLab()
const USERS = ['anna', 'bob', 'cleo']
const TICKETS = Array.from({ length: 200 }, (_, k) => {
  const text = ['The parcel came late', 'You charged me twice', 'Thank you'][(k * 7 + (k >> 3)) % 3]!
  return { user: USERS[(k * 5 + (k >> 2)) % 3]!, text: k % 3 === 0 ? text : `${text}, order ${k}` }
})
const KEY = 'AKIAIOSFODNN7EXAMPLQ'
const topicOf = (text: string) => (/late/.test(text) ? 'delivery' : /charged/.test(text) ? 'billing' : 'praise')
const DISTINCT = new Set(TICKETS.map(({ text }) => text)).size

const SET = {
  judged: 'the topic of the ticket',
  labels: [{ name: 'delivery', meaning: 'a parcel' }, { name: 'billing' }, { name: 'praise' }],
  query: 'SELECT text, "user", path, line FROM tickets',
  group_by: 'user',
}

async function opened(server: LabServer, name: string): Promise<string> {
  mkdirSync(join(lab.root, name), { recursive: true })
  const rows = TICKETS.map(({ user, text }, k) => `${k},${user},"${text}"\n`).join('')
  writeFileSync(join(lab.root, name, 'tickets.csv'), `id,user,text\n${rows}`)
  const text = await server.call(overview, { paths: [name], question: 'Who complains most about delivery?' })
  return /^Run (\S+), /.exec(text)![1]!
}

const recordsIn = (page: string) =>
  [...page.matchAll(/^(\d+)\| (.*)$/gm)].map(([, id, text]) => ({ id: id!, text: text! }))
const labelsFor = (page: string) => Object.fromEntries(recordsIn(page).map(({ id, text }) => [id, topicOf(text)]))
const sum = (is: (ticket: (typeof TICKETS)[number]) => boolean) => TICKETS.filter(is).length

/** Labels all that is handed out from a page on, and gives back what is told at the end. */
async function labelAll(server: LabServer, run: string, first: string, shown: string[] = []): Promise<string> {
  let page = first
  while (!/^R\d+:/.test(page)) {
    expect(page.length).toBeLessThanOrEqual(MOST_RESULT)
    for (const { text } of recordsIn(page)) shown.push(text)
    page = await server.call(submitLabels, { run, labelling: 'L1', labels: labelsFor(page) })
  }
  return page
}

describe('labels over MCP', () => {
  it('are handed out each text once, and counted exactly, by group, as a result that can be cited', async () => {
    const server = lab.server()
    const run = await opened(server, 'exact')
    const first = await server.call(labelNext, { run, ...SET })
    expect(first).toContain(`L1: ${DISTINCT} of ${DISTINCT} different records to be labelled (200 in all), here 60.`)
    expect(first).toContain('- delivery: a parcel\n- billing\n- praise\n- other:')
    const shown: string[] = []
    const result = await labelAll(server, run, first, shown)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.length).toBe(DISTINCT)
    const billing = sum(({ text }) => topicOf(text) === 'billing')
    expect(result).toMatch(/^R2:\n200 records/)
    expect(result).toContain(`\nbilling | ${billing} | `)
    const labels = /^user \| (.*) \| records$/m.exec(result)![1]!.split(' | ')
    for (const user of USERS) {
      const counts = labels.map(label => sum(one => one.user === user && topicOf(one.text) === label))
      expect(result.replaceAll(/ \([\d.]+%\)/g, '')).toContain(`\n${user} | ${counts.join(' | ')} | `)
    }
    expect(result).toMatch(/^delivery exact\/tickets\.csv:\d+\| /m)
    const claim = `${billing} tickets are about billing`
    expect(await server.call(note, { run, claim, results: ['R2'] })).toBe('N1 is kept.')
    // Told again, not counted anew.
    const again = await server.call(submitLabels, { run, labelling: 'L1', labels: { 1: topicOf(shown[0]!) } })
    expect(again).toBe(result)
  })

  it('go on in another process, and agents at a time get different records', async () => {
    const one = lab.server()
    const run = await opened(one, 'shared')
    const pages = [await one.call(labelNext, { run, ...SET }), await one.call(labelNext, { run, labelling: 'L1' })]
    const ids = pages.flatMap(page => recordsIn(page).map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    await one.call(submitLabels, { run, labelling: 'L1', labels: labelsFor(pages[1]!) })
    const other = lab.server()
    const shown: string[] = []
    const result = await labelAll(other, run, await other.call(labelNext, { run, labelling: 'L1' }), shown)
    expect(shown.length).toBe(DISTINCT - recordsIn(pages[1]!).length)
    expect(result).toContain(`\ndelivery | ${sum(({ text }) => topicOf(text) === 'delivery')} | `)
  })

  it('refuse ids and labels that there are not by name, and keep the others', async () => {
    const server = lab.server()
    const run = await opened(server, 'refused')
    const page = await server.call(labelNext, { run, ...SET })
    const labels = {
      ...labelsFor(page),
      2: 'Delivery ',
      3: 'deliveries',
      9: 'deliveries',
      0: 'praise',
      9999: 'praise',
      x: 'praise',
    }
    const said = await server.call(submitLabels, { run, labelling: 'L1', labels })
    expect(said).toContain('58 labels kept; not kept: no record has the id 0, 9999, x: ids are 1 to')
    expect(said).toContain(
      '"deliveries" (of 3, 9) is none of the labels. The labels: delivery, billing, praise, other, unclear.',
    )
    const rest = await server.call(labelNext, { run, labelling: 'L1' })
    expect(rest).toContain(`L1: ${DISTINCT - 58} of ${DISTINCT} `)
    for (const [input, complaint] of [
      [{ labelling: 'L7' }, /name a labelling; there is L1/],
      [{ judged: 'x' }, /labels/],
      [{ ...SET, query: 'SELECT nothing FROM nowhere' }, /nowhere/],
      [{ ...SET, group_by: 'nobody' }, /no column nobody to group by/],
      [{ ...SET, paths: ['refused'] }, /one of the two/],
    ] as const)
      expect(await server.call(labelNext, { run, ...input }).catch(error => String(error))).toMatch(complaint)
  })

  it('show no secret, and of changed files are begun again with what is equal', async () => {
    const server = lab.server()
    const run = await opened(server, 'changed')
    const file = join(lab.root, 'changed', 'tickets.csv')
    await labelAll(server, run, await server.call(labelNext, { run, ...SET }))
    appendFileSync(file, `900,dora,"You charged ${KEY} by mistake"\n`)
    expect(await server.call(labelNext, { run, labelling: 'L1' })).toMatch(/have changed since L1 was begun/)
    const page = await server.call(labelNext, { run, ...SET })
    expect(page).toContain(`L2: 1 of ${DISTINCT + 1} different records`)
    expect(page).not.toContain(KEY)
    const result = await server.call(submitLabels, { run, labelling: 'L2', labels: labelsFor(page) })
    expect(result).toContain(`\nbilling | ${sum(({ text }) => topicOf(text) === 'billing') + 1} | `)
    expect(result).not.toContain(KEY)
  })
})
