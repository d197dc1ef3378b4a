// `label` as a step of `shoal ask`: counts that hold, by group, with places; killed between packs it goes on, and nothing is paid twice.
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { percent } from '../../../src/stages/labels/tell-tally.ts'
import type { StubAction, StubRequest } from '../../models/stub/exchange.ts'
import { Lab } from '../models/lab.ts'

const QUESTION = 'Which user complains most often about delivery?'
const MODEL = ['--model', 'anthropic:claude-sonnet-4-5', '--sub-model', 'anthropic:claude-haiku-4-5']
const USERS = ['anna', 'bob', 'cleo', 'dora']
const SAID = [
  ['delivery', 'The parcel came a week late'],
  ['billing', 'You charged my card twice'],
  ['praise', 'Thank you, all is well'],
] as const

interface Ticket {
  readonly user: string
  readonly topic: string
  readonly text: string
}

/** Many say the same; anna and bob tie in billing. Longer than a window's part, so that it is not read at once. */
const TICKETS = Array.from({ length: 700 }, (_, k): Ticket => {
  const [topic, said] = SAID[(k * 7 + (k >> 2)) % 3]!
  return { user: USERS[(k * 5 + (k >> 4)) % 4]!, topic, text: k % 4 === 0 ? said : `${said}, order ${1000 + k}` }
})
const FILLER = 'the archive of the old system '.repeat(40)

function csv(): string {
  return `id,user,text,archive\n${TICKETS.map(({ user, text }, k) => `${k},${user},"${text}",${FILLER}${k}`).join('\n')}\n`
}

const topicOf = (text: string) => (/late/.test(text) ? 'delivery' : /charged/.test(text) ? 'billing' : 'praise')

const LABEL = {
  judged: 'the topic of the ticket',
  labels: [
    { name: 'delivery', meaning: 'a parcel' },
    { name: 'billing', meaning: 'money' },
    { name: 'praise', meaning: 'thanks' },
  ],
  query: 'SELECT text, "user", path, line FROM tickets',
  group_by: 'user',
}

const isLabeller = ({ system }: StubRequest) => system.startsWith('You label records')
const isSceptic = ({ system }: StubRequest) => system.startsWith('You check an answer')
const resultsIn = ({ messages }: StubRequest) => JSON.stringify(messages).split('"tool_result"').length - 1
const recordsIn = ({ text }: StubRequest) =>
  [...text.matchAll(/^(\d+)\| (.*)$/gm)].map(([, id, record]) => ({ id: Number(id), record: record! }))
const labelled = (request: StubRequest): StubAction => ({
  json: { labels: recordsIn(request).map(({ id, record }) => ({ id, label: topicOf(record) })) },
})

/** Calls `calls` one after the other, then answers with the last result. */
function root(...calls: NonNullable<StubAction['toolCalls']>) {
  return (request: StubRequest): StubAction => {
    if (isSceptic(request)) return { json: { objections: [], rival: null } }
    if (isLabeller(request)) return labelled(request)
    const done = resultsIn(request)
    const sentence = { text: 'The tickets were labelled by topic.', results: [`R${done + 1}`] }
    return { toolCalls: [done < calls.length ? calls[done]! : { name: 'answer', input: { sentences: [sentence] } }] }
  }
}

const ask = (lab: Lab, ...args: readonly string[]) =>
  lab.shoal('ask', 'data', QUESTION, ...MODEL, '--name', 'lab', '--json', ...args)

function firstStep(stdout: string): { readonly text: string; readonly result: string | null } {
  return JSON.parse(stdout).steps[0]
}

const sum = (is: (ticket: Ticket) => boolean) => TICKETS.filter(is).length
const distinct = new Set(TICKETS.map(({ text }) => text)).size

describe('labels as a step', () => {
  it('count exactly, in all and by group, with ties, examples where they stand, and each text paid for once', async () => {
    const lab = await Lab.open(root({ name: 'label', input: LABEL }))
    lab.write('tickets.csv', csv())
    const { stdout, stderr } = await ask(lab)
    expect(stderr).toBe('')
    const { text, result } = firstStep(stdout)
    expect(result).toBe('R2')
    expect(text).toContain(`700 records (${distinct} different)`)
    for (const topic of ['delivery', 'billing', 'praise'])
      expect(text).toContain(`\n${topic} | ${sum(one => one.topic === topic)} | `)
    const labels = text.match(/^user \| (.*) \| records$/m)![1]!.split(' | ')
    for (const user of USERS) {
      const counts = labels.map(topic => sum(one => one.user === user && one.topic === topic))
      const all = sum(one => one.user === user)
      const cells = counts.map(count => `${count} (${percent(count, all)})`)
      expect(text).toContain(`\n${user} | ${cells.join(' | ')} | ${all}`)
    }
    const lines = csv().split('\n')
    const examples = [...text.matchAll(/^(\w+) data\/tickets\.csv:(\d+)\| (.*)$/gm)]
    expect(examples.length).toBeGreaterThanOrEqual(3)
    for (const [, topic, line, quote] of examples) {
      expect(lines[Number(line) - 1]!.startsWith(quote!.replace(/…$/, ''))).toBe(true)
      expect(topicOf(quote!)).toBe(topic)
    }
    const sent = lab.asked.filter(isLabeller).flatMap(recordsIn)
    expect(sent.length).toBe(distinct)
    expect(lab.asked.filter(isLabeller).every(({ model }) => model.includes('haiku'))).toBe(true)
  })

  it('take the records of a file as an analysis does: the same rows, without its header', async () => {
    const { query: _, ...rest } = LABEL
    const lab = await Lab.open(
      root({ name: 'label', input: { ...rest, paths: ['data/tickets.csv'], fields: ['text'] } }),
    )
    lab.write('tickets.csv', csv())
    const { text } = firstStep((await ask(lab)).stdout)
    expect(text).toContain(`700 records (${distinct} different)`)
    expect(text).toContain(`\nbilling | ${sum(one => one.topic === 'billing')} | `)
    expect(text).toMatch(/^user \| .* \| records$/m)
  })

  it('are a function of code, with every record and its label', async () => {
    const code = `var done = label(${JSON.stringify(LABEL)}); done.records.filter(r => r.label === 'billing' && r.group === 'bob').length + ' of ' + done.total`
    const lab = await Lab.open(root({ name: 'run', input: { code } }))
    lab.write('tickets.csv', csv())
    const { text } = firstStep((await ask(lab)).stdout)
    expect(text).toBe(`${sum(one => one.topic === 'billing' && one.user === 'bob')} of 700`)
  })

  it('of two calls with the same set pay only for what is new, also when they are resumed', async () => {
    const first = { ...LABEL, query: `${LABEL.query} WHERE id < 400` }
    const lab = await Lab.open(root({ name: 'label', input: first }, { name: 'label', input: LABEL }))
    lab.write('tickets.csv', csv())
    await ask(lab)
    const sent = lab.asked.filter(isLabeller).flatMap(request => recordsIn(request).map(({ record }) => record))
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent.length).toBe(distinct)
  })

  it.each([2, 4, 6])('killed at pack %i go on, and no record that was answered is sent again', async at => {
    let killed = false
    let packs = 0
    const answered: string[] = []
    let kill = () => {}
    const plain = root({ name: 'label', input: LABEL })
    const lab = await Lab.open(request => {
      if (!isLabeller(request)) return plain(request)
      if (++packs >= at && !killed) {
        // Four are on their way at a time: whoever asks for the next has kept what it was told before.
        if (packs === at + 3) kill()
        return { hang: true }
      }
      answered.push(...recordsIn(request).map(({ record }) => record))
      return labelled(request)
    })
    lab.write('tickets.csv', csv())
    const child = lab.start('ask', 'data', QUESTION, ...MODEL, '--name', 'lab', '--json')
    kill = () => child.kill('SIGKILL')
    await once(child, 'exit')
    killed = true
    expect(answered.length).toBeGreaterThan(0)
    const { stdout, status } = await lab.shoal('resume', 'lab', '--json')
    expect(status).toBe(0)
    const { text } = firstStep(stdout)
    expect(text).toContain(`\nbilling | ${sum(one => one.topic === 'billing')} | `)
    expect(answered.length - new Set(answered).size).toBe(0)
    expect(answered.length).toBe(distinct)
    const roots = lab.asked.filter(one => !isLabeller(one)).map(({ body }) => JSON.stringify(body))
    expect(new Set(roots).size).toBe(roots.length)
    // Replayed, nobody is asked.
    const { length } = lab.asked
    expect((await lab.shoal('replay', 'lab', '--json')).status).toBe(0)
    expect(lab.asked.length).toBe(length)
  })

  it('that are left out are asked for once more, then told as unlabelled', async () => {
    const plain = root({ name: 'label', input: LABEL })
    const lab = await Lab.open(request => {
      if (!isLabeller(request)) return plain(request)
      const given = recordsIn(request).map(({ id, record }) => ({ id, label: topicOf(record) }))
      return { json: { labels: given.map(one => (one.label === 'praise' ? { ...one, label: 'thanks' } : one)) } }
    })
    lab.write('tickets.csv', csv())
    const { text } = firstStep((await ask(lab)).stdout)
    expect(text).toContain(`\nunlabelled | ${sum(one => one.topic === 'praise')} | `)
    expect(text).toContain('\npraise | 0 | 0%')
  })

  it('show no secret to the model that labels', async () => {
    const lab = await Lab.open(root({ name: 'label', input: LABEL }))
    const key = 'AKIAIOSFODNN7EXAMPLQ'
    lab.write('tickets.csv', csv().replace('You charged my card twice, order', `You charged ${key} twice, order`))
    const { stdout } = await ask(lab)
    expect(JSON.stringify(lab.asked.map(({ body }) => body))).not.toContain(key)
    expect(stdout).not.toContain(key)
  })

  it.each([
    [{ ...LABEL, paths: ['data/tickets.csv'] }, /one of the two/],
    [{ ...LABEL, query: 'SELECT text FROM tickets' }, /no column user to group by; it has text/],
    [{ ...LABEL, query: 'SELECT path, line, "user" FROM tickets' }, /select the columns to be judged/],
    [{ ...LABEL, query: 'SELECT text, "user" FROM tickets WHERE id < 0' }, /there are no records/],
    [
      { ...LABEL, query: undefined, paths: ['data/tickets.csv'], fields: ['words'] },
      /has no field words; it has id, user, text/,
    ],
    [{ ...LABEL, labels: [{ name: 'other' }, { name: 'delivery' }] }, /at least two labels/],
    [{ ...LABEL, query: 'SELECT words FROM tickets' }, /words/],
  ])('that cannot be given are refused with what to do: %#', async (input, complaint) => {
    const lab = await Lab.open(root({ name: 'label', input: JSON.parse(JSON.stringify(input)) }))
    lab.write('tickets.csv', csv())
    const { text, result } = firstStep((await ask(lab)).stdout)
    expect(text).toMatch(complaint)
    expect(result).toBeNull()
    expect(lab.asked.filter(isLabeller)).toEqual([])
  })

  it('that would take more than half of the budget are refused before anything is sent', async () => {
    const lab = await Lab.open(root({ name: 'label', input: LABEL }))
    lab.write('tickets.csv', csv())
    const { text } = firstStep((await ask(lab, '--max-tokens', '30000')).stdout)
    expect(text).toContain('more than half of what may still be spent')
    expect(lab.asked.filter(isLabeller)).toEqual([])
  })
})
