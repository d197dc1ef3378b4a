import type { AnswerDraft } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { BURST_SIZE, FORMATS, plannedEvents, written } from './planted-log.ts'

const events = plannedEvents({ burstAt: 80 })
const content = written(events, FORMATS.log4j!.write).text
const errors = BURST_SIZE + 3

async function ask(query: string): Promise<AnswerDraft[]> {
  return [...(await surveyLawfully({ name: 'app.log', content, type: 'log', query, size: 300 })).answers]
}

describe('what a log answers', () => {
  it('which errors occurred', async () => {
    const [answer] = await ask('What errors occurred?')
    expect(answer!.relevance).toBeGreaterThanOrEqual(0.9)
    expect(answer!.text).toContain(`${errors} errors of 1 kind`)
    expect(answer!.text).toContain('gateway.GatewayTimeout at post (gateway.py:41)')
    expect(answer!.evidence[0]!.quote).toContain('charge failed for order 77')
  })

  it('when they began', async () => {
    const [answer] = await ask('When did the errors start?')
    const first = events.find(({ level }) => level === 'ERROR')!
    expect(answer!.text).toContain(new Date(first.time).toISOString().slice(11, 19))
    expect(answer!.relevance).toBeGreaterThanOrEqual(0.9)
  })

  it('why something failed', async () => {
    const [answer] = await ask('Why did the charges fail?')
    expect(answer!.text).toContain('GatewayTimeout')
    expect(answer!.text).toContain('pool nearly used up')
    expect(answer!.evidence.some(({ quote }) => quote.includes('pool nearly used up'))).toBe(true)
  })

  it('how many entries hold something, in their traces too', async () => {
    const orders = events.filter(({ message, details }) => /order|file "/i.test(message) || details).length
    expect((await ask('How many GatewayTimeout were there?'))[0]!.text).toContain(
      `${errors} entries of ${events.length.toLocaleString('en-US')}`,
    )
    expect((await ask('how many orders were there?'))[0]!.text).toContain(`${orders.toLocaleString('en-US')} entries`)
    expect((await ask('how many errors are there?'))[0]!.text).toContain(`${errors} errors`)
    expect((await ask('how many warnings?'))[0]!.text).toContain('4 entries')
  })

  it('what came between two times', async () => {
    const clock = (time: number) => new Date(time).toISOString().slice(11, 16)
    const within = events.filter(({ time }) => clock(time) >= '02:00' && clock(time) < '02:30')
    const [answer] = await ask('what happened between 02:00 and 02:30?')
    expect(answer!.text).toContain(`${within.length.toLocaleString('en-US')} entries between 02:00 and 02:30`)
    expect(answer!.text).toContain(`error ${within.filter(({ level }) => level === 'ERROR').length}`)
  })

  it('nothing to questions about other things', async () => {
    for (const query of [
      'where is load_user defined?',
      'which columns have missing values?',
      'average amount per region',
    ])
      expect(
        (await ask(query)).filter(({ relevance }) => relevance >= 0.5),
        query,
      ).toEqual([])
    expect(await ask('')).toEqual([])
  })

  it('when the burst was, and what came before it', async () => {
    const [answer] = await ask('When was the burst of errors, and why?')
    expect(answer!.relevance).toBeGreaterThanOrEqual(0.95)
    expect(answer!.text).toMatch(
      new RegExp(`^The (?:only burst|largest of \\d+ bursts) is of errors: ${BURST_SIZE} in `),
    )
    expect(answer!.text).toMatch(/Just before it: .*pool nearly used up/)
    expect(answer!.text).toContain(`In all ${errors} errors in `)
    expect(answer!.amount).toEqual({ count: errors, one: 'error', many: 'errors' })
    const burst = (await surveyLawfully({ name: 'app.log', content, type: 'log', size: 300 })).findings.find(
      ({ type, stats }) => type === 'burst' && (stats as { what: string }).what === 'errors',
    )!
    expect(answer!.evidence[0]).toEqual({ line: burst.line, quote: burst.evidence })
    const [asked] = await ask('Which log had bursts?')
    expect(asked!.text).toMatch(/^The largest of \d+ bursts is of errors|^The only burst is of errors/)
    expect(asked!.amount!.many).toBe('entries in bursts')
  })

  it('that there is no burst, with the errors there are', async () => {
    const calm = written(
      events.filter(({ level }, k) => level !== 'ERROR' || k % 30 === 0),
      FORMATS.log4j!.write,
    ).text
    const of = async (query: string, text: string) =>
      (await surveyLawfully({ name: 'app.log', content: text, type: 'log', query, size: 300 })).answers[0]!
    const answer = await of('Which logs have errors and when did bursts occur?', calm)
    expect(answer.text).toMatch(/^The (?:only error|first of \d+ errors) stands .* There is no burst of errors\.$/)
    const none = written(
      events.filter(({ level }) => level !== 'ERROR'),
      FORMATS.log4j!.write,
    ).text
    expect(await of('When were the error bursts?', none)).toMatchObject({ amount: { count: 0, many: 'errors' } })
  })

  it('the same number of errors, however it is asked', async () => {
    for (const query of ['What errors occurred?', 'How many errors are there?', 'When did the errors start?'])
      expect((await ask(query))[0]!.amount, query).toEqual({ count: errors, one: 'error', many: 'errors' })
  })

  it('levels, when asked for them', async () => {
    const [answer] = await ask('distribution by level')
    expect(answer!.text).toContain(`error ${errors}`)
  })
})

describe('the example log', () => {
  it('shows its planted faults', async () => {
    const file = new URL('../../../../../examples/data/api.log', import.meta.url).pathname
    const { findings, summary } = await surveyFileLawfully(file, { size: 400 })
    expect(summary).toContain('2,600 entries')
    const found = (type: string) => findings.filter(finding => finding.type === type)
    expect(found('error_cluster')).toMatchObject([{ line: 252, count: 59, severity: 'high' }])
    expect(found('error_cluster')[0]!.summary).toContain(
      'gateway.GatewayTimeout: /charge, raised at post (gateway.py:41)',
    )
    expect(found('burst').map(({ line, count }) => [line, count])).toEqual([
      [1956, 28],
      [1957, 48],
    ])
    expect(found('http_errors')).toMatchObject([{ count: 28, line: 1956 }])
  })
})
