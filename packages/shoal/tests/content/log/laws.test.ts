import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/log/analyst.ts'
import { briefOf } from '../../../src/text/question.ts'
import { openSource } from '../../../src/text/source-file.ts'
import { STRETCHES, surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { FORMATS, plannedEvents, written } from './planted-log.ts'
import { randomOf } from './random.ts'

const events = plannedEvents({ minutes: 30, burstAt: 20 })
const { text } = written(events, FORMATS.log4j!.write)

function utf16(content: string, mark = true): Buffer {
  return Buffer.from(`${mark ? '\ufeff' : ''}${content}`, 'utf16le')
}

describe('the analyst of logs', () => {
  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['one byte', 'x'],
    ['one line end', '\n'],
    ['blank lines', '\n\n  \n\t\n'],
    ['no final line end', text.trimEnd()],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['CR alone', text.replaceAll('\n', '\r')],
    ['UTF-8 with a mark', `\ufeff${text}`],
    ['UTF-8 beyond ASCII', text.replaceAll('order', 'Büchersendung 订单 🚚')],
    ['UTF-16', utf16(text.slice(0, 60_000))],
    ['UTF-16 unmarked', utf16(text.slice(0, 60_000), false)],
    ['Latin-1', Buffer.from(text.replaceAll('order', 'Größe'), 'latin1')],
    [
      'malformed UTF-8',
      Buffer.concat([
        Buffer.from(text.slice(0, 5000)),
        Buffer.from([0xff, 0xc3, 10, 0xe2, 0x82]),
        Buffer.from(text.slice(5000, 9000)),
      ]),
    ],
    ['NUL bytes', text.slice(0, 8000).replaceAll('customer', '\0\0')],
    ['a trace without its entry', `${'  File "x.py", line 1, in f\n'.repeat(30)}${text.slice(0, 4000)}`],
    ['a trace that never ends', `${text.split('\n')[0]}\n${'\tat com.acme.Deep.down(Deep.java:7)\n'.repeat(3000)}`],
    [
      'a giant line',
      `${text.slice(0, 3000)}\n2026-02-11 01:00:01,989 INFO [x] a: ${'abc '.repeat(700_000)}\n${text.slice(3000, 6000)}`,
    ],
    [
      'JSON lines',
      events
        .slice(0, 300)
        .map(e => JSON.stringify({ time: new Date(e.time).toISOString(), level: e.level, msg: e.message }))
        .join('\n'),
    ],
    ['no log at all', 'Once upon a time\nthere was a text\n\nwith no times at all.\n'],
  ])('obeys the laws on %s', async (_, content) => {
    await surveyLawfully({
      name: 'a.log',
      content,
      type: 'log',
      size: 40,
      query: 'how many orders failed between 01:05 and 01:25?',
      stretches: STRETCHES,
    })
  })

  it('obeys them on lines of all kinds in any order', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        ...text.split('\n').slice(0, 60),
        ...text
          .split('\n')
          .filter(l => /ERROR|File|Gateway/.test(l))
          .slice(0, 12),
      ),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constant(''),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 60 }), async lines => {
        const content = lines.join('\n')
        await surveyLawfully({ name: 'a.log', content, type: 'log', size: 5, query: 'errors', stretches: STRETCHES })
      }),
      { numRuns: 25 },
    )
  })

  it('gives the same survey in any number of stretches when there are too many kinds of entry', async () => {
    const random = randomOf(3)
    const word = () => Array.from({ length: 9 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
    const lines = Array.from(
      { length: 60_000 },
      (_, k) =>
        `2026-02-11 01:${String(Math.floor(k / 1100)).padStart(2, '0')}:00,000 INFO ${word()} ${word()} ${word()}`,
    )
    const content = `${lines.join('\n')}\n`
    const survey = await surveyLawfully({ name: 'a.log', content, type: 'log', size: 9000, stretches: [2, 7] })
    expect((survey.figures as { entries: number }).entries).toBe(60_000)
  })

  it('has tallies that pass between threads', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'shoal-tally-'))
    try {
      writeFileSync(join(directory, 'a.log'), text)
      const source = openSource(join(directory, 'a.log'))
      const about = {
        path: 'a.log',
        contentType: 'log',
        language: null,
        sizeBytes: source.sizeBytes,
        lineCount: 1,
        chunks: [],
      }
      const brief = briefOf('how many orders were charged?')
      const task = { about, brief, signal: new AbortController().signal, onRead: () => {} }
      const tally = await analyst.read(source, { start: 0, end: source.size, line: 1, chunks: [] }, task)
      const sent = structuredClone(tally)
      expect(await analyst.survey([sent], source, task)).toEqual(await analyst.survey([tally], source, task))
      source.close()
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('says so when a line is too long to be read whole, and when lines belong to no entry', async () => {
    const content = `  lost\n${text.slice(0, 3000)}2026-02-11 01:09:01,989 INFO  [x] a: ${'z'.repeat(40_000)}\n`
    const { notes } = await surveyLawfully({ name: 'a.log', content, type: 'log' })
    expect(notes.join(' ')).toContain('1 line only the first 16,384')
    expect(notes.join(' ')).toContain('1 line before the first entry')
  })

  const shared = fileURLToPath(new URL('../../../../../../shared/data/logs', import.meta.url))
  it.skipIf(!existsSync(shared))('obeys them on real logs', async () => {
    for (const name of readdirSync(shared).filter(file => file.endsWith('.log')))
      await surveyFileLawfully(`${shared}/${name}`, { query: 'what errors occurred and why?', size: 300 })
  })
})
