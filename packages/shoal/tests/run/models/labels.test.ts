// Models label, code counts: the counts of the answer are exact, whatever the model says of totals, and no record is
// labelled twice.
import { describe, expect, it } from 'vitest'
import { honestAnalyst, type Manners, purposeOf, recordsIn, turnOf } from './honest-analyst.ts'
import { Lab } from './lab.ts'

const QUESTION = 'How many of the messages are complaints?'
const MESSAGES = [
  'The parcel came late and the box was broken.',
  'Thank you, this was great!',
  'Where do I find the invoice?',
  'Your driver was rude to my mother.',
  'Great service as always.',
  'I moved to another town.',
  'The zip is broken after a week.',
]

/** The rule that the stub labels by, and the test counts by. */
function kindOf(text: string): 'complaint' | 'praise' | 'other' {
  if (/late|broken|rude/.test(text)) return 'complaint'
  return /thank|great/i.test(text) ? 'praise' : 'other'
}

/** The same few messages over and over, many of them with a number of their own. */
function messages(count: number): string[] {
  return Array.from({ length: count }, (_, k) => {
    const text = MESSAGES[(k * 5 + (k >> 3)) % MESSAGES.length]!
    return k % 3 === 0 ? text : `${text} (${k})`
  })
}

const SET = {
  judgement: true,
  why: 'only a reader can tell',
  judged: 'the kind of message',
  labels: [
    { name: 'complaint', meaning: 'somebody is not content' },
    { name: 'praise', meaning: 'somebody is content' },
  ],
  content_types: ['structured_data', 'jsonl', 'prose'],
  fields: [],
}

const labeller = (more: Manners = {}) => honestAnalyst({ label: kindOf, labelSet: SET, ...more })

/** Each kind of file with the same messages. */
const FILES: readonly (readonly [name: string, content: (texts: readonly string[]) => string])[] = [
  ['feedback.csv', texts => `id,words\n${texts.map((text, k) => `${k},"${text}"\n`).join('')}`],
  ['feedback.jsonl', texts => texts.map((text, k) => `${JSON.stringify({ id: k, words: text })}\n`).join('')],
  ['feedback.md', texts => texts.map(text => `${text}\n`).join('\n')],
]

function counted(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    ['complaint', 'praise', 'other'].map(kind => [kind, texts.filter(text => kindOf(text) === kind).length]),
  )
}

/** `complaint 12 (40%), praise 9 (30%), other 9 (30%)`, as numbers. */
function countsIn(answer: string | null): Record<string, number> {
  const found = [...(answer ?? '').matchAll(/\b(complaint|praise|other|unclear) ([\d,]+) \([<>]?[\d.]+%\)/g)]
  return Object.fromEntries(found.map(([, kind, count]) => [kind, Number(count!.replaceAll(',', ''))]))
}

const of = (lab: Lab, purpose: string) => lab.asked.filter(request => purposeOf(request) === purpose)

describe('a question for a judged count', () => {
  it.each(FILES)('is answered exactly over %s', async (name, content) => {
    const texts = messages(230)
    const lab = await Lab.open(labeller())
    lab.write(name, content(texts))
    const seen = await lab.analyze([QUESTION])
    expect({ status: seen.status, stderr: seen.stderr }).toEqual({ status: 0, stderr: '' })
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts))
    expect(seen.report!.answer).toContain('The kind of message, judged for each of 230 records')
    expect(seen.report!.answerPanels[0]).toMatchObject({ kind: 'bars', total: 230 })
    const lines = content(texts).split('\n')
    for (const { line, quote } of seen.report!.answerEvidence.slice(0, 3)) expect(lines[line - 1]).toContain(quote)
    expect(of(lab, 'label-set').length).toBe(1)
    expect(of(lab, 'report')).toEqual([])
  })

  it.each([
    ['a column', 'feedback.csv', 'message'],
    ['the file', 'messages.csv', 'words'],
  ])('is answered by labels where %s has the name of what is counted', async (_, name, column) => {
    const texts = messages(230)
    const lab = await Lab.open(labeller())
    lab.write(name, `id,${column}\n${texts.map((text, k) => `${k},"${text}"\n`).join('')}`)
    const seen = await lab.analyze([QUESTION])
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts))
  })

  it('is answered over many chunks and files of a type together, each distinct record labelled once', async () => {
    const lab = await Lab.open(labeller({ labelSet: { ...SET, fields: ['words'] } }))
    const texts = messages(5000)
    const [, csv] = FILES[0]!
    lab.write('a.csv', csv(texts))
    lab.write('b.csv', csv(texts.slice(0, 1800)))
    const seen = await lab.analyze([QUESTION, '--chunk-size', '500'])
    expect(countsIn(seen.report!.answer)).toEqual(counted([...texts, ...texts.slice(0, 1800)]))
    const asked = of(lab, 'labels').flatMap(request => recordsIn(request).map(({ text }) => text.trim()))
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.length).toBe(new Set(texts).size)
    expect(of(lab, 'labels').every(request => recordsIn(request).length <= 60)).toBe(true)
  })

  it('is answered over all content types together', async () => {
    const lab = await Lab.open(labeller())
    const all = FILES.map(([, content], k) => ({ texts: messages(60 + 30 * k), content }))
    for (const [k, { texts, content }] of all.entries()) lab.write(FILES[k]![0], content(texts))
    lab.write('more/feedback.csv', FILES[0]![1](messages(40)))
    const seen = await lab.analyze([QUESTION])
    const texts = [...all.flatMap(one => one.texts), ...messages(40)]
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts))
    expect(seen.report!.answer!.match(/judged for each of ([\d,]+) records/g)).toEqual([
      `judged for each of ${texts.length} records`,
    ])
    expect(seen.report!.answerPanels[0]).toMatchObject({ kind: 'bars', total: texts.length })
    // Each type still says its own.
    const own = seen.report!.perType.map(({ contentType, answers }) => [contentType, countsIn(answers[0]!.text)])
    expect(Object.fromEntries(own)).toEqual({
      structured_data: counted([...all[0]!.texts, ...messages(40)]),
      jsonl: counted(all[1]!.texts),
      prose: counted(all[2]!.texts),
    })
  })

  it('counts by the labels, whatever totals the model adds', async () => {
    const texts = messages(100)
    const lab = await Lab.open(
      labeller({
        instead: request =>
          purposeOf(request) === 'labels'
            ? {
                json: {
                  total_complaints: 98_765,
                  labels: recordsIn(request).map(({ number, text }) => ({ id: number, label: kindOf(text) })),
                },
              }
            : null,
        synthesis: () => ({ answer: [{ text: 'There are 98765 complaints.', cites: ['F1'] }] }),
      }),
    )
    lab.write('feedback.jsonl', FILES[1]![1](texts))
    const seen = await lab.analyze([QUESTION])
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts))
    expect(seen.stdout).not.toMatch(/98.?765/)
    expect(seen.report!.reading!.rejected).toMatchObject([{ text: 'There are 98765 complaints.' }])
  })

  it('asks once more for what is left out or mislabelled, and says what stays without a label', async () => {
    const texts = messages(140)
    const isStubborn = (text: string) => text.includes('invoice')
    const lab = await Lab.open(
      labeller({
        instead: request => {
          if (purposeOf(request) !== 'labels') return null
          const isFirst = turnOf(request) === 'first'
          const labels = recordsIn(request).flatMap(({ number, text }) => {
            if (isStubborn(text)) return [{ id: number, label: 'question' }]
            return isFirst && number % 4 === 0 ? [] : [{ id: number, label: kindOf(text) }]
          })
          return { json: { labels: [...labels, { id: 9999, label: 'praise' }] } }
        },
      }),
    )
    lab.write('feedback.jsonl', FILES[1]![1](texts))
    const seen = await lab.analyze([QUESTION])
    const stubborn = texts.filter(isStubborn)
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts.filter(text => !isStubborn(text))))
    expect(seen.report!.answer).toContain(`${stubborn.length} records (`)
    expect(seen.report!.answer).toContain('got no usable label')
    expect(seen.report!.answer).toContain('judged for each of 140 records')
  })

  it('takes the labels that the user names, with no one asked for a set', async () => {
    const texts = messages(80)
    const lab = await Lab.open(labeller())
    lab.write('feedback.jsonl', FILES[1]![1](texts))
    const seen = await lab.analyze(['Which messages are there?', '--label', 'complaint', '--label', 'praise'])
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts))
    expect(of(lab, 'label-set')).toEqual([])
  })

  it('costs nothing the second time, and only what is new after that', async () => {
    const lab = await Lab.open(labeller())
    const texts = messages(150)
    const [name, content] = FILES[1]!
    lab.write(name, content(texts))
    await lab.analyze([QUESTION])
    const { count } = lab.stub
    const again = await lab.analyze([QUESTION, '--name', 'again'])
    expect(lab.stub.count).toBe(count)
    expect(countsIn(again.report!.answer)).toEqual(counted(texts))
    const more = [...texts, 'The lid was broken too.']
    lab.write(name, content(more))
    const third = await lab.analyze([QUESTION, '--name', 'third'])
    expect(countsIn(third.report!.answer)).toEqual(counted(more))
    const asked = lab.asked.slice(count).filter(request => purposeOf(request) === 'labels')
    expect(asked.flatMap(request => recordsIn(request).map(({ text }) => JSON.parse(text).words))).toEqual([
      'The lid was broken too.',
    ])
  })

  it('goes on after an interruption without labelling anything twice', async () => {
    const stop = new AbortController()
    const labelled: string[] = []
    let isHeld = true
    const honest = labeller()
    const lab = await Lab.open(async request => {
      if (purposeOf(request) !== 'labels') return await honest(request)
      if (isHeld && labelled.length >= 120) {
        stop.abort()
        return { hang: true }
      }
      labelled.push(...recordsIn(request).map(({ text }) => text))
      return await honest(request)
    })
    const texts = messages(600)
    lab.write('feedback.jsonl', FILES[1]![1](texts))
    const args = [QUESTION, '--concurrency', '1', '--chunk-size', '100']
    expect((await lab.analyze(args, { signal: stop.signal })).status).toBe(130)
    isHeld = false
    const resumed = await lab.resume()
    expect(countsIn(resumed.report!.answer)).toEqual(counted(texts))
    expect(new Set(labelled).size).toBe(labelled.length)
  })

  it('can be replayed with nobody there to ask', async () => {
    const lab = await Lab.open(labeller())
    lab.write('feedback.jsonl', FILES[1]![1](messages(90)))
    const first = await lab.analyze([QUESTION])
    await lab.stub.close()
    const replayed = await lab.replay()
    expect(replayed.status).toBe(0)
    expect(replayed.report!.answer).toBe(first.report!.answer)
  })
})

describe('what the model chooses to be told', () => {
  const USERS = ['anna', 'bob', 'cleo']
  const userOf = (k: number) => USERS[(k * 5 + (k >> 2)) % 3]!
  const rows = (texts: readonly string[]) => texts.map((text, k) => `${userOf(k)},"${text}"\n`).join('')
  const most = { form: 'most', labels: ['complaint'], per_group: true, by_share: false, n: 1 }
  const compare = { form: 'compare', labels: ['Praise', 'complaint'], per_group: false, by_share: false, n: 1 }
  const chosen = { ...SET, fields: ['words'], group_by: 'user', tell: [most, compare], not_records: [] }

  it('is told from the counts, by group over many chunks, whatever words it was asked in', async () => {
    const texts = messages(1200)
    const lab = await Lab.open(labeller({ labelSet: chosen }))
    lab.write('feedback.csv', `user,words\n${rows(texts)}`)
    const seen = await lab.analyze(['Whose messages are angry more than those of others?', '--chunk-size', '300'])
    const countOf = (user: string) =>
      texts.filter((text, k) => userOf(k) === user && kindOf(text) === 'complaint').length
    const [first] = [...USERS].sort((a, b) => countOf(b) - countOf(a))
    const size = texts.filter((_, k) => userOf(k) === first).length
    expect(seen.report!.answer).toContain(
      `By user, most records labelled complaint: ${first} ${countOf(first!)} of ${size} (`,
    )
    const { complaint, praise } = counted(texts)
    expect(seen.report!.answer).toContain(
      `praise ${praise}, complaint ${complaint}: ${Math.abs(complaint! - praise!)} more ${complaint! > praise! ? 'complaint than praise' : 'praise than complaint'}.`,
    )
    const [panel] = seen.report!.answerPanels as unknown as [
      { columns: { label: string }[]; rows: (string | number)[][] },
    ]
    const column = panel.columns.findIndex(({ label }) => label === 'complaint')
    for (const user of USERS) expect(panel.rows.find(([name]) => name === user)![column]).toBe(countOf(user))
  })

  it('leaves out a header that stands once more, and lines that the model says are no records', async () => {
    const texts = messages(90)
    const again = `user,words\n${rows(texts.slice(0, 45))}user,words\n${rows(texts.slice(45))}`
    const lab = await Lab.open(labeller({ labelSet: { ...chosen, not_records: ['data/feedback.csv:2'] } }))
    lab.write('feedback.csv', again.replace('user,words\n', 'user,words\nwho wrote,what was written\n'))
    const seen = await lab.analyze([QUESTION])
    expect(seen.report!.answer).toContain('judged for each of 90 records')
    expect(countsIn(seen.report!.answer)).toEqual(counted(texts))
  })

  it.each([
    ['a field that there is not', { group_by: 'customer' }, /group_by/],
    ['a label that there is not', { tell: [{ ...most, labels: ['anger'] }] }, /none of the labels/],
    ['groups of nothing', { group_by: null }, /per_group/],
  ])('is complained about where it names %s', async (_, wrong, complaint) => {
    const texts = messages(60)
    let told = ''
    const lab = await Lab.open(
      labeller({
        instead: request => {
          if (purposeOf(request) !== 'label-set') return null
          const isFirst = turnOf(request) === 'first'
          if (!isFirst) told = request.text
          return { json: isFirst ? { ...chosen, ...wrong } : chosen }
        },
      }),
    )
    lab.write('feedback.csv', `user,words\n${rows(texts)}`)
    const seen = await lab.analyze([QUESTION])
    expect(told).toMatch(complaint)
    expect(seen.report!.answer).toMatch(/^By user, most records labelled complaint: /)
  })
})

describe('a question that code can count', () => {
  it('has nothing labelled', async () => {
    const lab = await Lab.open(labeller())
    const rows = Array.from({ length: 120 }, (_, k) => `${k},${k % 3 === 0 ? 'north' : 'south'}\n`)
    lab.write('orders.csv', `id,region\n${rows.join('')}`)
    const seen = await lab.analyze(['How many rows are there per region?'])
    expect(seen.status).toBe(0)
    expect([...of(lab, 'labels'), ...of(lab, 'label-set')]).toEqual([])
    expect(seen.report!.answer).toMatch(/\b80\b/)
    expect(seen.report!.answer).toMatch(/\b40\b/)
  })
})
