// The gate of an asking model, on both sides: what its quotes show is kept, what they do not show is refused.

import type { AskQuote } from '@shoal/base/model/asking'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../src/run/ask/tools.ts'
import { saysWhy } from '../../../src/stages/asking/claim-words.ts'
import { NoteBook } from '../../../src/stages/asking/note-book.ts'
import { CLAIM_CASES } from './claims.ts'

const signal = new AbortController().signal

function bookOver(lines: readonly string[]): NoteBook {
  return new NoteBook('What happened?', {
    find: async ({ path, line, quote }) =>
      lines[line - 1]?.includes(quote)
        ? { path, line, quote, isWholeLine: false, said: lines[line - 1]! }
        : { why: `"${quote}" does not stand on line ${line}` },
  })
}

async function judged(claim: string, quotes: readonly AskQuote[], lines: readonly string[]) {
  return await bookOver(lines).note({ claim, quotes, results: [] }, signal)
}

const whole = (lines: readonly string[]) => lines.map((quote, k) => ({ path: 'a.txt', line: k + 1, quote }))
const cases = CLAIM_CASES.map(one => ({ ...one, lines: [one.line, ...(one.beside ? [one.beside] : [])] }))

describe('claims over the same quotes', () => {
  it('are some two hundred, with those whose quotes are forged', () => {
    const count = cases.reduce((sum, { kept, refused }) => sum + 2 * kept.length + refused.length, 0)
    expect(count).toBeGreaterThanOrEqual(200)
  })

  it.each(cases.flatMap(({ kept, lines }) => kept.map(claim => ({ claim, lines }))))(
    'kept: $claim',
    async ({ claim, lines }) => {
      expect(await judged(claim, whole(lines), lines)).toMatchObject({ kept: { id: 'N1' } })
    },
  )

  it.each(cases.flatMap(({ refused, lines }) => refused.map(claim => ({ claim, lines }))))(
    'refused: $claim',
    async ({ claim, lines }) => {
      expect(await judged(claim, whole(lines), lines)).toHaveProperty('complaints')
    },
  )

  it.each(cases.flatMap(({ kept, lines }) => kept.map(claim => ({ claim, lines }))))(
    'refused with a forged quote: $claim',
    async ({ claim, lines }) => {
      const forged = whole(lines).map(one => ({ ...one, quote: `${one.quote.slice(0, -3)} (forged)` }))
      expect(await judged(claim, forged, lines)).toHaveProperty('complaints')
    },
  )
})

describe('the gate', () => {
  it('refuses a quote of one common word, whatever it is quoted for', async () => {
    for (const quote of ['error', 'the', 'true', 'data', 'value'])
      expect(
        await judged('The data has an error value that is true', [{ path: 'a', line: 1, quote }], [quote]),
      ).toMatchObject({
        complaints: [expect.stringContaining('too common')],
      })
  })

  it('takes the time of a claim from the line that is quoted, and no other number that is not quoted', async () => {
    const lines = ['2026-05-12T07:10:00Z INFO agent spool volume 99% used, 592 MB free']
    const quotes = [{ path: 'a', line: 1, quote: 'spool volume 99% used' }]
    expect(await judged('The spool volume was 99% used at 07:10', quotes, lines)).toHaveProperty('kept')
    expect(await judged('The spool volume was 99% used at 07:20', quotes, lines)).toHaveProperty('complaints')
    expect(await judged('The spool volume had 592 MB free', quotes, lines)).toHaveProperty('complaints')
  })

  it('takes no number that was typed into a query or code that reads no file', async () => {
    const claim = 'The total of dropped jobs is 405'
    const told = 'dropped jobs total\n405\n(1 row)'
    for (const [asked, isKept] of [
      ["sql SELECT 'jobs' AS dropped, 405 AS total", false],
      ['sql SELECT * FROM (VALUES (405)) AS t(total)', false],
      ['sql SELECT 400 + 5 AS total', true],
      ['sql SELECT count(*) AS total FROM entries WHERE code = 405', true],
      ['run ({ dropped: 405 })', false],
      ['run sql("SELECT n FROM jobs WHERE n = 405")', true],
    ] as const) {
      const book = bookOver([])
      const id = book.addResult(told, asked)
      expect('kept' in (await book.note({ claim, quotes: [], results: [id] }, signal)), asked).toBe(isKept)
    }
  })

  it('takes no number from the words of a model that read a passage, only from lines it quotes', async () => {
    const book = bookOver([])
    const id = book.addResult(
      'a.log, lines 1 to 9: 47 jobs were lost\n  a.log:3| 12 jobs are held',
      'llm {"question":"?"}',
    )
    const noted = (claim: string) => book.note({ claim, quotes: [], results: [id] }, signal)
    expect(await noted('47 jobs were lost')).toHaveProperty('complaints')
    expect(await noted('12 jobs are held')).toHaveProperty('kept')
  })

  it('takes no number from those words, however they are broken into lines, nor from what later code prints of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('\n', '\n  ', '\r\n\t  ', '\u2028  '), fc.boolean(), async (gap, isNested) => {
        const words = `so many:${gap}a.log:9| 47 jobs were lost`
        const quotes = [{ path: 'a.log', line: 3, quote: '12 jobs are held' }]
        const text = isNested
          ? readText({ sentences: [{ text: words, quotes }], missing: [words], failed: null })
          : readText([{ path: 'a.log', from: 1, to: 9, answer: words, quotes, unfound: 0, failed: null }])
        const book = bookOver([])
        const said = book.addResult(text, 'llm {"question":"?"}')
        book.addResult('9', 'run var told = llm("?", [])')
        const printed = book.addResult('47 jobs were lost', 'run told[0].answer')
        const noted = (claim: string, id: string) => book.note({ claim, quotes: [], results: [id] }, signal)
        expect(await noted('47 jobs were lost', said)).toHaveProperty('complaints')
        expect(await noted('47 jobs were lost', printed)).toHaveProperty('complaints')
        expect(await noted('12 jobs are held', said)).toHaveProperty('kept')
      }),
      { numRuns: 20 },
    )
  })

  it('refuses the opposite of what its quotes say, and nothing else for it', async () => {
    for (const [claim, line, isKept] of [
      ['The lessor pays for repairs', 'Repairs are paid for by the lessee', false],
      ['The employee bears the costs of training', 'The employer bears the costs of training', false],
      ['Uploads time out', 'downloads time out', false],
      ['The consignor insures the goods', 'The carrier insures goods until they reach the consignee', false],
      ['The tenant does not pay', 'The landlord does not pay', false],
      ['The login of hkoch2 failed', 'login of hkoch failed', false],
      ['The host key is known', 'unknown host key', false],
      ['The reaper is enabled', 'reaper: disabled', false],
      ['The request was accepted', 'request rejected by the filter', false],
      ['The reaper is disabled', 'reaper_enabled: false', true],
      ['The reaper is not enabled', 'reaper: disabled', true],
      ['The lessee pays the lessor', 'Rent is paid to the lessor by the lessee', true],
      ['The key is unknown', 'unknown host key', true],
      ['max_size was made smaller', 'max_size decreased from 80 to 20', true],
    ] as const) {
      const verdict = await judged(claim, whole([line]), [line])
      expect('kept' in verdict, `${claim} / ${line}`).toBe(isKept)
    }
  })

  it('names a result that has a number with its line: the digits may be there for something else', async () => {
    const book = bookOver(['specimens are stored for two weeks'])
    book.addResult('path | heading\nrules.md | 14 Samples\n(1 row)', 'sql SELECT path, heading FROM sections')
    const quotes = [{ path: 'a', line: 1, quote: 'specimens are stored for two weeks' }]
    expect(await book.note({ claim: 'specimens are stored for 14 days', quotes, results: [] }, signal)).toMatchObject({
      complaints: [expect.stringContaining('cite R1 ("rules.md | 14 Samples"), if that shows it; else quote')],
    })
  })

  it('names no result for a small number, nor the count of its rows: that would be a wrong citation', async () => {
    const quotes = [{ path: 'a', line: 1, quote: 'technicians work alone after dark' }]
    for (const [number, rows, isNamed] of [
      [3, 'technician\nA\nB\nC\n(3 rows)', false],
      [9, 'technician | count\nA | 9\n(1 row)', false],
      [47, 'technician\nA\n(47 rows)', false],
      [47, 'technician\nA\n(47 of 90 rows; ask for fewer or with LIMIT and OFFSET)', false],
      [47, 'technician | count\nA | 47\n(1 row)', true],
    ] as const) {
      const book = bookOver(['technicians work alone after dark'])
      book.addResult(rows, 'sql SELECT technician FROM people')
      const verdict = await book.note({ claim: `${number} technicians work alone`, quotes, results: [] }, signal)
      const named = isNamed ? 'cite R1' : 'in nothing it rests on: quote'
      expect(verdict, rows).toMatchObject({ complaints: [expect.stringContaining(named)] })
    }
  })

  it('takes the number of the documents that a sentence names or cites, and no other', async () => {
    const lines = ['Paper files are kept for ten years', 'Copies are written to tape', 'Lost devices are reported']
    const paths = ['rules/office.md', 'rules/operations.md', 'rules/security.md']
    const book = bookOver(lines)
    const quotes = lines.map((quote, k) => ({ path: paths[k]!, line: k + 1, quote }))
    const rows = ['annex.md', 'handbook.md', ...paths].map((path, k) => `${path} | ${k + 1} | kept`)
    const result = book.addResult(['path | line | text', ...rows, '(5 rows)'].join('\n'), 'sql SELECT * FROM sentences')
    const said = async (text: string, proof: object) =>
      'kept' in (await book.sentence({ text, cites: [], quotes: [], results: [], ...proof }, signal))
    for (const [text, proof, isKept] of [
      ['The other three documents say nothing of copies', { quotes }, true],
      ['The other 3 files say nothing of copies', { quotes }, true],
      ['The other four documents say nothing of copies', { quotes }, false],
      ['The other three documents say nothing of copies', { quotes: quotes.slice(0, 1) }, false],
      ['All five documents were looked at for what is kept', { results: [result] }, true],
      ['All six documents were looked at for what is kept', { results: [result] }, false],
      ['The other two documents say how long copies are kept: annex.md and handbook.md', { results: [result] }, true],
      ['Three documents were lost with their copies', { quotes }, false],
    ] as const)
      expect(await said(text, proof), text).toBe(isKept)
  })

  it('takes small numbers in words for numbers behind adjectives too, and in no other place', async () => {
    for (const [claim, line, isKept] of [
      ['There are five open connections to the pool', 'the pool has 7 open connections', false],
      ['There are seven open connections to the pool', 'the pool has 7 open connections', true],
      ['six stuck background workers were ended', 'ended 8 stuck background workers', false],
      ['The two differ in how connections are opened', 'connections are opened at start', true],
      ['These two use other connections', 'connections are opened at start', true],
      ['Connections are opened in two different ways', 'connections are opened at start', true],
      ['There are two previous explanations for open connections', 'connections are opened at start', true],
      ['Of connections, two or more seconds apart', 'connections are opened at start', true],
    ] as const)
      expect('kept' in (await judged(claim, whole([line]), [line])), claim).toBe(isKept)
  })

  it('counts what an answer itself tells as no number of a file', async () => {
    const lines = ['Nobody works alone after 20:00']
    const said = (count: string) => judged(`${count} on who works alone`, whole(lines), lines)
    expect(await said('There are three contradictions')).toHaveProperty('kept')
    expect(await said('There are three technicians')).toHaveProperty('complaints')
  })

  it('takes no number of a claim from the list of files, and never names it as proof', async () => {
    const lines = ['export const LOSS_LIMIT = 20']
    const book = bookOver(lines)
    const overview =
      '2 files, 3 kB:\n  agent.ts: typescript, 27 lines, 1 kB\n\nRelations for sql:\n  symbols (93 rows, 2 files)'
    const first = book.addResult(overview)
    const quotes = whole(lines)
    const draft = (count: number) => ({
      claim: `A task reaches the LOSS_LIMIT after ${count} losses`,
      quotes,
      results: [first],
    })
    expect(await book.note(draft(27), signal)).toEqual({
      complaints: [expect.stringContaining('27 stands in nothing it rests on: quote')],
    })
    expect(await book.note(draft(20), signal)).toHaveProperty('kept')
    // What programs counted counts.
    expect(await book.note({ claim: 'There are 93 symbols', quotes: [], results: [first] }, signal)).toHaveProperty(
      'kept',
    )
  })

  it('takes a line as it is shown, with its number before it', async () => {
    const lines = ['pool size is set to 5']
    const quote = '1| pool size is set to 5'
    expect(await judged('The pool size is 5', [{ path: 'a', line: 1, quote }], lines)).toMatchObject({
      kept: { quotes: [{ quote: lines[0] }] },
    })
  })

  it('takes what a sentence brought for proof, and never what that sentence said', async () => {
    const lines = ['pool size is set to 5', 'orders wait for the pool']
    const book = bookOver(lines)
    const said = {
      text: 'The pool size of 5 is a disaster for shareholders',
      cites: [],
      quotes: whole(lines),
      results: [],
    }
    expect(await book.sentence(said, signal)).toMatchObject({ kept: { cites: ['N1'] } })
    expect(book.named('N1')).toMatchObject({ isOfSentence: true })
    const again = { text: 'Shareholders met with disaster', cites: ['N1'], quotes: [], results: [] }
    expect(await book.sentence(again, signal)).toHaveProperty('complaints')
  })

  it('takes no number from where a quote stands, which may be told all the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 13, max: 9_999 }), fc.integer({ min: 2, max: 9 }), async (line, file) => {
        const path = `logs/node-0${file}/settings/${file}.yaml`
        const book = new NoteBook('What happened?', {
          find: async quote => ({ ...quote, isWholeLine: false, said: quote.quote }),
        })
        const quotes = [{ path, line, quote: 'labels worked again after the renewal' }]
        const shown = book.addResult(`${path}, lines:\n${line}| labels worked again after the renewal`, `read ${path}`)
        const found = book.addResult(`1 line:\n${path}:${line}| labels worked again after the renewal`, 'search labels')
        const told = book.addResult(`a: nothing\n  ${path}:${line}| labels worked again after the renewal`, 'llm {}')
        for (const proof of [
          { quotes, results: [] },
          ...[shown, found, told].map(id => ({ quotes: [], results: [id] })),
        ]) {
          const verdict = async (claim: string) => 'kept' in (await book.note({ claim, ...proof }, signal))
          expect(await verdict(`labels worked again ${line} seconds after the renewal`)).toBe(false)
          expect(await verdict(`labels worked again after the renewal, says line ${line}`)).toBe(true)
        }
        const verdict = async (claim: string) => 'kept' in (await book.note({ claim, quotes, results: [] }, signal))
        expect(await verdict(`labels worked again after ${file} renewals`)).toBe(false)
        expect(await verdict(`settings/${file}.yaml of node-0${file} says that labels worked again`)).toBe(true)
        expect(await verdict(`labels worked again (${path}:${line})`)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('takes a day from the name of a file', async () => {
    const quotes = [{ path: 'config/2026-03-10.yaml', line: 5, quote: 'cache_ttl_seconds: 86400' }]
    const book = new NoteBook('?', { find: async quote => ({ ...quote, isWholeLine: true, said: quote.quote }) })
    const claim = 'From 10 March 2026 the cache_ttl_seconds were 86400'
    expect(await book.note({ claim, quotes, results: [] }, signal)).toHaveProperty('kept')
  })

  it('takes numbers from any quote and from any result', async () => {
    const lines = ['pool size 5', 'waited 30 s']
    const book = bookOver(lines)
    const result = book.addResult('count\n1433')
    const claim = 'With a pool of 5, 1,433 requests waited 30 s'
    expect(await book.note({ claim, quotes: whole(lines), results: [result] }, signal)).toHaveProperty('kept')
    expect(await book.note({ claim, quotes: whole(lines), results: [] }, signal)).toHaveProperty('complaints')
  })

  it('keeps no number that stands in nothing it rests on, whichever numbers these are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 13, max: 1e6 }), fc.integer({ min: 13, max: 1e6 }), async (there, said) => {
        const lines = [`queue depth ${there} exceeds the limit`]
        const verdict = await judged(`The queue depth was ${said}`, whole(lines), lines)
        expect('kept' in verdict).toBe(there === said)
      }),
      { numRuns: 200 },
    )
  })

  it('takes why records say something for what they say, and why something happened for a cause', () => {
    for (const [claim, isWhy] of [
      ['Not counted are the 38 tickets that only name the refund page because of a typing error', false],
      ['131 are tickets asking for money back because the parcel never came', false],
      ['There were 12 reviews that mention the price due to the last rise', false],
      ['38 tickets were opened because the refund page was down', true],
      ['Lost were customers who left because of the price', true],
      ['Customers who complained left because of the price', true],
      ['It was the server that reported errors because of a leak', true],
      ['The tickets that name the page grew because of a deploy', true],
      ['Not counted are tickets that name the page, because the deploy broke it', true],
      ['The queue of requests that call the API grew because of retries', true],
      ['Most of the messages that report errors are due to a bad deploy', true],
      ['There are users who write that checkout failed because of a timeout', true],
      ['The pool was exhausted due to a leak', true],
    ] as const)
      expect(saysWhy(claim), claim).toBe(isWhy)
  })

  it('asks for two things where it is said why', async () => {
    const lines = ['pool size set to 5', 'pool exhausted']
    const claim = 'The pool was exhausted because its size was 5'
    expect(await judged(claim, whole(lines).slice(0, 1), lines)).toMatchObject({
      complaints: [expect.stringContaining('at least two things')],
    })
    expect(await judged(claim, whole(lines), lines)).toMatchObject({ kept: { isCause: true } })
  })
})
