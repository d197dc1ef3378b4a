// Excerpts: the lines around every quote as the file has them, whatever its encoding and line ends; secrets hidden;
// bounded in memory and size; honest about files that are gone or have changed.
import { appendFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import type { Excerpts } from '@shoal/base/model/report-page'
import { maskValue } from '@shoal/base/secrets/mask-value'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptAt, quoteSpan } from '../../../../page/src/source/excerpt.ts'
import { type ExcerptSources, excerptsOf } from '../../../src/run/report-page/excerpts.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleFinding, sampleReport } from '../../stages/report/sample-report.ts'

const dir = tempDir()

interface Place {
  readonly line: number
  readonly evidence: string
}

interface Asked extends Partial<Pick<ExcerptSources, 'tasks'>> {
  readonly isTable?: boolean
  readonly most?: number
  readonly before?: () => void
}

/** The excerpts of one file in which findings quote something. */
async function excerpts(content: string | Uint8Array, places: readonly Place[], asked: Asked = {}): Promise<Excerpts> {
  const path = 'the/file'
  const file = dir.write('file', content)
  const { size, mtimeMs } = statSync(file)
  asked.before?.()
  const findings = places.map(({ line, evidence }) => sampleFinding({ path, line, evidence }))
  const report = sampleReport({ findings, answerEvidence: [], crossFile: [] })
  const sources = {
    files: new Map([[path, { file, sizeBytes: size, mtimeMs }]]),
    tasks: asked.tasks ?? [],
    isTable: () => asked.isTable ?? false,
    signal: AbortSignal.timeout(60_000),
  }
  return (await excerptsOf(report, sources, asked.most))[path]!
}

const LINES = Array.from({ length: 20 }, (_, k) => `line number ${k + 1}`)
const only = (line: number, evidence: string): Place[] => [{ line, evidence }]

describe('lines around a quote', () => {
  it('are three before and three behind', async () => {
    expect(await excerpts(`${LINES.join('\n')}\n`, only(10, 'number 10'))).toEqual({
      windows: [{ line: 7, lines: LINES.slice(6, 13) }],
      problem: null,
      isChanged: false,
    })
  })

  it.each([
    ['the first line', 1, 1, LINES.slice(0, 4)],
    ['the last line', 20, 17, LINES.slice(16)],
  ])('end with the file: %s', async (_, line, first, lines) => {
    for (const end of ['', '\n'])
      expect((await excerpts(LINES.join('\n') + end, only(line, LINES[line - 1]!))).windows).toEqual([
        { line: first, lines },
      ])
  })

  it('are those of all lines that are quoted', async () => {
    const { windows } = await excerpts(LINES.join('\n'), only(5, 'number 5\nline number 6\nline'))
    expect(windows).toEqual([{ line: 2, lines: LINES.slice(1, 10) }])
  })

  it('are one window where they touch, and two where not', async () => {
    const quotes = [3, 8, 17].map(line => ({ line, evidence: LINES[line - 1]! }))
    expect((await excerpts(LINES.join('\n'), quotes)).windows).toEqual([
      { line: 1, lines: LINES.slice(0, 11) },
      { line: 14, lines: LINES.slice(13) },
    ])
  })

  it('hold the other places of a finding, up to three', async () => {
    const file = dir.write('places', LINES.join('\n'))
    const places = [1, 9, 17, 18, 20].map(line => {
      const evidence = LINES[line - 1]!
      return { path: 'p', line, endLine: line, evidence, chunkId: null }
    })
    const many = Array.from({ length: 60 }, (_, k) => `row ${k + 1}`)
    writeFileSync(file, many.join('\n'))
    const far = [1, 15, 30, 45, 60].map((line, k) => ({ ...places[k]!, line, evidence: many[line - 1]! }))
    const report = sampleReport({
      findings: [sampleFinding({ path: 'p', line: 1, evidence: 'row 1', places: far })],
      answerEvidence: [],
      crossFile: [],
    })
    const files = new Map([['p', { file, sizeBytes: statSync(file).size, mtimeMs: null }]])
    const made = await excerptsOf(report, { files, tasks: [], isTable: () => false, signal: AbortSignal.timeout(9999) })
    expect(made.p!.windows.map(({ line }) => line)).toEqual([1, 12, 27, 42])
  })
})

const TEXT = ['alpha', 'béta “quoted” 😀 x', 'gamma', 'delta']

describe('encodings and line ends', () => {
  const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
    'UTF-8': text => Buffer.from(text),
    'UTF-8 with a mark': text => Buffer.from(`\ufeff${text}`),
    'UTF-16 LE': text => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16 BE': text => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  }
  const ends = { LF: '\n', CRLF: '\r\n', CR: '\r' }
  const cases = Object.keys(encodings).flatMap(encoding => Object.keys(ends).map(end => [encoding, end] as const))

  it.each(cases)('%s, %s', async (encoding, end) => {
    const eol = ends[end as keyof typeof ends]
    const content = encodings[encoding]!(TEXT.join(eol))
    for (const [line, evidence] of [
      [1, 'alpha'],
      [2, 'béta “quoted” 😀 x'],
      [2, `😀 x${eol}gamma${eol}de`],
      [4, 'delta'],
    ] as const) {
      const made = await excerpts(content, only(line, evidence))
      expect(made).toEqual({ windows: [{ line: 1, lines: TEXT }], problem: null, isChanged: false })
      expect(quoteSpan(made.windows[0]!, { line, text: evidence })).not.toBeNull()
    }
  })

  it('Latin-1', async () => {
    const content = Buffer.from('one\ncaf\xe9 au lait\nthree', 'latin1')
    expect((await excerpts(content, only(2, 'café'))).windows[0]!.lines).toEqual(['one', 'café au lait', 'three'])
  })
})

describe('long lines', () => {
  it('are cut around the quote, which stays whole', async () => {
    const long = `${'a'.repeat(3_000_000)} the needle ${'b'.repeat(3_000_000)}`
    const { windows, problem } = await excerpts(`head\n${long}\ntail`, only(2, 'the needle'))
    expect(problem).toBeNull()
    expect(windows).toHaveLength(1)
    const { line, lines } = windows[0]!
    expect({ line, lines: lines.length }).toEqual({ line: 2, lines: 1 })
    expect(lines[0]).toMatch(/^…a{119,120} the needle b{200,400}…$/)
  })

  it('are cut at their end where only their neighbour is quoted', async () => {
    const { windows } = await excerpts(`${'😀'.repeat(1000)}\nshort\n${'z'.repeat(9000)}`, only(2, 'short'))
    expect(windows).toEqual([{ line: 1, lines: [`${'😀'.repeat(200)}…`, 'short', `${'z'.repeat(400)}…`] }])
  })

  it('show each quote in a window of its own', async () => {
    const line = Array.from({ length: 5000 }, (_, k) => `word${k}`).join(' ')
    const places = [100, 2500, 4900].map(k => ({ line: 1, evidence: `word${k} word${k + 1}` }))
    const { windows } = await excerpts(line, places)
    expect(windows).toHaveLength(3)
    for (const { evidence } of places)
      expect(windows.filter(({ lines }) => lines[0]!.includes(evidence))).toHaveLength(1)
    for (const { lines } of windows) expect(lines[0]!.length).toBeLessThan(500)
  })
})

describe('any file', () => {
  it('shows every quote on its line', async () => {
    const character = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...'ab c\t"<&,;') },
      fc.constantFrom('\r\n', '\n', '\n\n', 'é', '😀', '\u2028', '\u202e', '漢字'),
      fc.string({ minLength: 1, maxLength: 4 }),
    )
    const content = fc.array(character, { minLength: 1, maxLength: 400 }).map(parts => parts.join(''))
    const cuts = fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(content, cuts, fc.boolean(), async (text, spans, isWide) => {
        const whole = [...text.replace(/[\p{Cs}\0\ufeff]/gu, '').replace(/\r(?!\n)/g, '')]
        const places = spans.flatMap(([start, length]) => {
          const from = whole.length === 0 ? 0 : start % whole.length
          const evidence = whole
            .slice(from, from + length)
            .join('')
            .replace(/[\r\n]+$/, '')
          const line = whole.slice(0, from).join('').split('\n').length
          return evidence.trim() === '' || evidence.startsWith('\n') ? [] : [{ line, evidence }]
        })
        const joined = whole.join('')
        const made = await excerpts(isWide ? Buffer.from(`\ufeff${joined}`, 'utf16le') : joined, places)
        if (places.length === 0) return
        for (const { lines } of made.windows) expect(lines.join('')).not.toContain('\n')
        for (const { line, evidence } of places) {
          if (!/[\p{L}\p{N}]{3}/u.test(evidence)) continue
          const window = excerptAt({ it: made }, { path: 'it', line, quote: evidence })
          expect(window && quoteSpan(window, { line, text: evidence })).not.toBeNull()
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('secrets', () => {
  const key = ['k7Hq2LmZp9', 'TrXw4BvNc8'].join('')
  const body = ['MIIEpAIBAAKCAQEA7vQx2Zk9', 'Lm4Np8Rt6Wy3Bs5Df1GhTq0Kx'].join('')

  it('near a quote are hidden, a key in each of its lines', async () => {
    const armour = ['-----BEGIN RSA PRIVATE', ` KEY-----\n${body}\n${body}\n-----END RSA PRIVATE`, ' KEY-----'].join('')
    const text = `start\n${armour}\nthe end of it\npassword = "${key}"\n`
    const { windows } = await excerpts(text, only(6, 'the end of it'))
    expect(windows).toEqual([
      {
        line: 3,
        lines: [
          'MIIE…[masked]',
          '…[masked]',
          '-----END RSA PRIVATE KEY-----',
          'the end of it',
          'password = "k7Hq…[masked]"',
        ],
      },
    ])
  })

  it('in a quote are hidden as the report hides them', async () => {
    const quote = 'password = "k7Hq…[masked]"'
    const { windows, problem } = await excerpts(`a\npassword = "${key}" # old\nb`, only(2, quote))
    expect({ windows, problem }).toEqual({ windows: [{ line: 1, lines: ['a', `${quote} # old`, 'b'] }], problem: null })
  })

  it('that only a quote tells of are hidden there and wherever they are repeated', async () => {
    const text = `export const apiKey: string = '${key}'\n\nsend('${key}')\n\n\n\n\nuse('${key}')\n`
    const { windows, problem } = await excerpts(text, [
      { line: 1, evidence: "apiKey: string = 'k7Hq…[masked]'" },
      { line: 8, evidence: 'use(' },
    ])
    expect(problem).toBeNull()
    expect(JSON.stringify(windows)).not.toContain(key.slice(4))
    expect(windows[0]!.lines[0]).toBe("export const apiKey: string = 'k7Hq…[masked]'")
  })

  it('that are plain words are hidden on the line whose quote hides them', async () => {
    const { windows } = await excerpts('login: Sesame by hand\nSesame street', only(1, 'login: S…[masked] by hand'))
    expect(windows).toEqual([{ line: 1, lines: ['login: S…[masked] by hand', 'Sesame street'] }])
  })

  it('of a table are those under names that promise them', async () => {
    const rows = Array.from({ length: 12 }, (_, k) => `${k},user${k},kite-${k}3-Lantern`)
    const table = `id,name,password\n${rows.join('\n')}\n`
    const { windows } = await excerpts(table, only(3, '1,user1'), { isTable: true })
    expect(windows[0]!.lines[0]).toBe('id,name,password')
    expect(JSON.stringify(windows)).not.toContain('Lantern')
    expect(windows[0]!.lines[2]).toMatch(/^1,user1,\w{0,4}…\[masked\]$/)
  })

  it('of a file too large to sweep are hidden around each quote', async () => {
    const filler = `${'x'.repeat(99)}\n`.repeat(60_000)
    const made = await excerpts(`${filler}token: ${key}\nhere it is\n${filler}`, only(60_002, 'here it is'))
    expect(made.problem).toBeNull()
    expect(made.windows[0]!.lines).toContain('token: k7Hq…[masked]')
  })
})

const CHANGED = 'the file has changed since it was read'

describe('a file that is no longer as it was', () => {
  it('shows the quotes that still stand there, and says that others do not', async () => {
    const before = () => writeFileSync(`${dir.path}/file`, `${LINES.slice(0, 10).join('\n')}\nother\n`)
    const quotes = [5, 15].map(line => ({ line, evidence: LINES[line - 1]! }))
    const made = await excerpts(LINES.join('\n'), quotes, { before })
    expect(made).toEqual({
      windows: [{ line: 2, lines: LINES.slice(1, 8) }],
      problem: CHANGED,
      isChanged: true,
    })
  })

  it('shows no quote that moved to another line', async () => {
    const before = () => writeFileSync(`${dir.path}/file`, `new\n${LINES.join('\n')}`)
    const made = await excerpts(LINES.join('\n'), only(5, LINES[4]!), { before })
    expect(made).toEqual({ windows: [], problem: CHANGED, isChanged: true })
  })

  it('is trusted no more about where its chunks start', async () => {
    const chunk = { startLine: 11, startByte: 10 } as never
    const before = () => utimesSync(`${dir.path}/file`, 1, 1)
    const tasks = [{ chunk: { ...(chunk as object), path: 'the/file' } as never }]
    const made = await excerpts(LINES.join('\n'), only(12, LINES[11]!), { before, tasks })
    expect(made.windows[0]!.lines).toContain(LINES[11])
  })

  it.each([
    ['gone', () => rmSync(`${dir.path}/file`), 'the file is no longer there'],
    ['empty', () => truncateSync(`${dir.path}/file`), CHANGED],
    [
      'a directory',
      () => {
        rmSync(`${dir.path}/file`)
        dir.write('file/inside', '')
      },
      'there is a directory in the place of the file',
    ],
  ])('has no lines when it is %s', async (_, before, problem) => {
    rmSync(`${dir.path}/file`, { recursive: true, force: true })
    const made = await excerpts(LINES.join('\n'), only(5, LINES[4]!), { before })
    rmSync(`${dir.path}/file`, { recursive: true, force: true })
    expect(made).toEqual({ windows: [], problem, isChanged: true })
  })

  it('is never opened when it is none of the run', async () => {
    const report = sampleReport({ findings: [sampleFinding({ path: '/etc/passwd', line: 1, evidence: 'root' })] })
    const sources = { files: new Map(), tasks: [], isTable: () => false, signal: AbortSignal.timeout(9999) }
    const made = await excerptsOf(report, sources)
    const problem = 'it is not among the files that were read'
    expect(made['/etc/passwd']).toEqual({ windows: [], problem, isChanged: false })
  })
})

describe('bounds', () => {
  it('keep the page small, and say what is left out', async () => {
    const lines = Array.from({ length: 2000 }, (_, k) => `row ${k + 1} ${'y'.repeat(90)}`)
    const places = Array.from({ length: 200 }, (_, k) => ({ line: 10 * k + 1, evidence: `row ${10 * k + 1} ` }))
    const { windows, problem } = await excerpts(lines.join('\n'), places, { most: 20_000 })
    expect(windows.flatMap(window => window.lines).join('').length).toBeLessThan(21_000)
    expect(problem).toMatch(/^the lines of 1\d\d quotes are left out to keep the page small$/)
  })

  it('hold with 10,000 findings in one file, in windows that stay short', async () => {
    const lines = Array.from({ length: 40_000 }, (_, k) => `2026-01-01 entry ${k + 1} of a log that goes on`)
    const places = Array.from({ length: 10_000 }, (_, k) => ({ line: 4 * k + 1, evidence: `entry ${4 * k + 1} ` }))
    const { windows, problem } = await excerpts(lines.join('\n'), places)
    expect(problem).toBeNull()
    expect(Math.max(...windows.map(window => window.lines.length))).toBeLessThan(120)
    for (const { line, evidence } of places.slice(0, 500))
      expect(
        excerptAt({ it: { windows, problem, isChanged: false } }, { path: 'it', line, quote: evidence }),
      ).not.toBeNull()
  })

  it('hold with thousands of quotes that hide secrets, and others have their turns meanwhile', async () => {
    const secret = (k: number) => `q${k}7Xk${k}Zt9`
    const lines = Array.from({ length: 4_000 }, (_, k) => `entry ${k} called ${secret(k)} by hand`)
    const places = lines.map((line, k) => ({ line: k + 1, evidence: line.replace(secret(k), maskValue(secret(k))) }))
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const { windows, problem } = await excerpts(lines.join('\n'), places)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    expect(problem).toBeNull()
    const shown = new Set(windows.flatMap(window => window.lines))
    expect([...shown]).toEqual(places.map(({ evidence }) => evidence))
  })

  it('hide whole lines when there are too many secrets to look up, and say so', async () => {
    const lines = Array.from({ length: 20_010 }, (_, k) => `entry ${k} called Sesame by hand`)
    const file = dir.write('closed', lines.join('\n'))
    const hiding = lines.map((line, k) => {
      const place = { path: 'p', line: k + 1, endLine: k + 1, chunkId: null }
      return { ...place, evidence: line.replace('Sesame', maskValue('Sesame')) }
    })
    // Places beyond the fourth are not shown.
    const own = [1, 2, 3, 4].map(() => ({ ...hiding[0]!, evidence: 'entry 0 ' }))
    const findings = [
      sampleFinding({ path: 'p', line: 1, evidence: 'entry 0 ', places: [...own, ...hiding] }),
      sampleFinding({ path: 'p', line: 20_007, evidence: 'entry 20006 ', places: [] }),
      sampleFinding({ path: 'p', line: 19_997, evidence: 'entry 19996 ', places: [] }),
    ]
    const files = new Map([['p', { file, sizeBytes: statSync(file).size, mtimeMs: null }]])
    const report = sampleReport({ findings, answerEvidence: [], crossFile: [] })
    const sources = { files, tasks: [], isTable: () => false, signal: AbortSignal.timeout(60_000) }
    const { windows, problem } = (await excerptsOf(report, sources)).p!
    expect(JSON.stringify(windows)).not.toContain('Sesame')
    expect(windows.at(-1)!.lines).toEqual(hiding.slice(19_993, 20_000).map(({ evidence }) => evidence))
    expect(problem).toBe(
      '1 quote could not be found again; 10 lines with secrets are hidden as a whole: there are too many',
    )
  })

  it('hold for names that objects have', async () => {
    const file = dir.write('odd', 'a line of it')
    const files = new Map(['__proto__', 'constructor'].map(path => [path, { file, sizeBytes: 12, mtimeMs: null }]))
    const findings = [...files.keys()].map(path => sampleFinding({ path, line: 1, evidence: 'a line' }))
    const report = sampleReport({ findings, answerEvidence: [], crossFile: [] })
    const made = await excerptsOf(report, { files, tasks: [], isTable: () => false, signal: AbortSignal.timeout(9999) })
    expect(Object.keys(made)).toEqual(['__proto__', 'constructor'])
    expect(JSON.parse(JSON.stringify(made)).constructor.windows).toEqual([{ line: 1, lines: ['a line of it'] }])
  })

  it('stop when asked to', async () => {
    appendFileSync(dir.write('stop', 'x'), 'y')
    const files = new Map([['stop', { file: `${dir.path}/stop`, sizeBytes: 2, mtimeMs: null }]])
    const report = sampleReport({ findings: [sampleFinding({ path: 'stop', line: 1, evidence: 'xy' })] })
    const made = excerptsOf(report, { files, tasks: [], isTable: () => false, signal: AbortSignal.abort() })
    await expect(made).rejects.toThrow()
  })
})
