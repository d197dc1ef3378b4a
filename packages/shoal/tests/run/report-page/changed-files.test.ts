// A report that is made again after its files were changed, shortened, replaced, renamed or written in another encoding: no
// line is shown as the quoted one that is not, and a quote that still stands is still found.
import { renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Excerpts } from '@shoal/base/model/report-page'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptAt, markedLines, quoteSpan, standingOf } from '../../../../page/src/source/excerpt.ts'
import { excerptsOf } from '../../../src/run/report-page/excerpts.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleFinding, sampleReport } from '../../stages/report/sample-report.ts'

const dir = tempDir()
const PATH = 'svc.py'
const CHANGED = 'the file has changed since it was read'
const CODE = [
  'import os',
  '',
  'def load(user):',
  '    run(user)',
  '    eval(user)',
  '    run(user)',
  '    return 1',
  '',
]

interface Quoted {
  readonly line: number
  readonly quote: string
}

/** What is made of the quotes after something happened to the file. */
async function afterwards(content: string, quotes: readonly Quoted[], happens: (file: string) => void) {
  const file = dir.write(`${crypto.randomUUID()}/${PATH}`, content)
  const { size: sizeBytes, mtimeMs } = statSync(file)
  happens(file)
  const findings = quotes.map(({ line, quote: evidence }) => sampleFinding({ path: PATH, line, evidence }))
  const excerpts = await excerptsOf(sampleReport({ findings, answerEvidence: [], crossFile: [] }), {
    files: new Map([[PATH, { file, sizeBytes, mtimeMs }]]),
    tasks: [],
    isTable: () => false,
    signal: AbortSignal.timeout(60_000),
  })
  return { file, excerpts, made: excerpts[PATH]! }
}

/** The words that are marked as the quote; null when it is shown by itself. */
function marked(made: Excerpts, { line, quote }: Quoted): string | null {
  const window = excerptAt({ [PATH]: made }, { path: PATH, line, quote })
  if (window === null) return null
  const pieces = markedLines(window.lines, quoteSpan(window, { line, text: quote }))
  return pieces.flatMap(line => line.filter(({ isMarked }) => isMarked).map(({ text }) => text)).join('\n')
}

const written = (change: (lines: string[]) => string[]) => (file: string) =>
  writeFileSync(file, change([...CODE]).join('\n'))

describe('a quote whose file is no longer the same', () => {
  const evil = { line: 5, quote: 'eval(user)' }

  it('is shown by itself where its line is another, beside one that still stands', async () => {
    const still = { line: 3, quote: 'def load(user):' }
    const change = written(lines => lines.with(4, '    return totally_other_code()'))
    const { made, excerpts } = await afterwards(CODE.join('\n'), [still, evil], change)
    expect(marked(made, still)).toBe(still.quote)
    // The lines around the other quote hold its line as it is now.
    expect(made.windows.flatMap(({ lines }) => lines)).toContain('    return totally_other_code()')
    expect(standingOf(excerpts, { path: PATH, ...evil })).toEqual({
      window: null,
      note: `${CHANGED}; the quote as it was read:`,
    })
    expect(standingOf(excerpts, { path: PATH, ...still }).note).toMatch(/^the file was written again since it was read/)
  })

  it('is not found on a line that it moved to, nor where it stands once more', async () => {
    const moved = await afterwards(
      CODE.join('\n'),
      [evil],
      written(lines => ['# new', ...lines]),
    )
    expect(moved.made).toEqual({ windows: [], problem: CHANGED, isChanged: true })
    const twice = { line: 4, quote: 'run(user)' }
    const other = { line: 7, quote: 'return 1' }
    const { made } = await afterwards(
      CODE.join('\n'),
      [twice, other],
      written(lines => lines.with(3, '    walk(user)')),
    )
    expect([marked(made, twice), marked(made, other)]).toEqual([null, 'return 1'])
  })

  it('over several lines is found whole or not at all', async () => {
    const over = { line: 4, quote: 'run(user)\n    eval(user)\n    run' }
    const other = { line: 7, quote: 'return 1' }
    const same = await afterwards(
      CODE.join('\n'),
      [over, other],
      written(lines => lines.with(0, 'import sys')),
    )
    expect(marked(same.made, over)).toBe('run(user)\n    eval(user)\n    run')
    const { made } = await afterwards(
      CODE.join('\n'),
      [over, other],
      written(lines => lines.with(4, '    exec(user)')),
    )
    expect([marked(made, over), marked(made, other)]).toEqual([null, 'return 1'])
  })

  it('is found in a file that was only written in another encoding, or touched', async () => {
    const latin = await afterwards('# café\neval(user)\n', [{ line: 1, quote: 'café' }], file =>
      writeFileSync(file, Buffer.from('# café\neval(user)\n', 'latin1')),
    )
    expect(latin.made).toEqual({
      windows: [{ line: 1, lines: ['# café', 'eval(user)'] }],
      problem: null,
      isChanged: true,
    })
    const wide = await afterwards(CODE.join('\n'), [evil], file =>
      writeFileSync(file, Buffer.from(`\ufeff${CODE.join('\r\n')}`, 'utf16le')),
    )
    expect([marked(wide.made, evil), wide.made.isChanged]).toEqual(['eval(user)', true])
    const touched = await afterwards(CODE.join('\n'), [evil], file => utimesSync(file, 1, 1))
    expect([marked(touched.made, evil), touched.made.isChanged]).toEqual(['eval(user)', true])
  })

  it('has no lines when the file is shorter, renamed, or a link to something else', async () => {
    const short = await afterwards(CODE.join('\n'), [evil], file => writeFileSync(file, 'eval(user)\n'))
    expect(short.made).toEqual({ windows: [], problem: CHANGED, isChanged: true })
    const gone = await afterwards(CODE.join('\n'), [evil], file => renameSync(file, `${file}.old`))
    expect(gone.made).toEqual({ windows: [], problem: 'the file is no longer there', isChanged: true })
    const folder = await afterwards(CODE.join('\n'), [evil], file => {
      const parent = join(file, '..')
      renameSync(parent, `${parent}.old`)
      writeFileSync(parent, 'a file now')
    })
    expect(folder.made).toEqual({ windows: [], problem: 'the file is no longer there', isChanged: true })
  })

  it.skipIf(process.platform === 'win32')('is not looked for where a link leads that took its place', async () => {
    const elsewhere = dir.write('elsewhere.py', `# a private file\n${CODE.slice(1).join('\n')}`)
    const { made } = await afterwards(CODE.join('\n'), [evil], file => {
      renameSync(file, `${file}.old`)
      symlinkSync(elsewhere, file)
    })
    expect(made).toEqual({ windows: [], problem: 'a link to another file took its place', isChanged: true })
    // Also where it leads to the file itself: nothing is read by way of a link.
    const moved = await afterwards(CODE.join('\n'), [evil], file => {
      renameSync(file, `${file}.old`)
      symlinkSync(`${file}.old`, file)
    })
    expect(moved.made).toEqual({ windows: [], problem: 'a link to another file took its place', isChanged: true })
  })

  it('is marked nowhere but on its line, whatever was changed', async () => {
    const words = fc.constantFrom('run(user)', 'eval(user)', 'run(user) ; run(user)', 'return 1', '')
    const text = fc.array(words, { minLength: 1, maxLength: 12 })
    const places = fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 2 })), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(text, text, places, async (before, after, chosen) => {
        const quotes = chosen
          .map(([at, lines]) => {
            const from = at % before.length
            return {
              line: from + 1,
              quote: before
                .slice(from, from + lines)
                .join('\n')
                .replace(/\n+$/, ''),
            }
          })
          .filter(({ quote }) => quote.trim() !== '')
        fc.pre(quotes.length > 0)
        const { made } = await afterwards(before.join('\n'), quotes, file => {
          writeFileSync(file, after.join('\n'))
          utimesSync(file, 1, 1)
        })
        for (const { line, lines } of made.windows)
          expect(after.slice(line - 1, line - 1 + lines.length)).toEqual(lines)
        for (const { line, quote } of quotes) {
          const rest = after.slice(line - 1).join('\n')
          const at = rest.indexOf(quote)
          const stands = at >= 0 && at <= (after[line - 1]?.length ?? -1)
          expect(marked(made, { line, quote })).toBe(stands ? quote : null)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a quote with secrets in it', () => {
  const key = ['k7Hq2LmZp9', 'TrXw4BvNc8'].join('')
  const body = ['MIIEpAIBAAKCAQEA7vQx2Zk9', 'Lm4Np8Rt6Wy3Bs5Df1GhTq0Kx'].join('')
  const armour = (lines: number) =>
    ['-----BEGIN RSA PRIVATE', ` KEY-----\n${`${body}\n`.repeat(lines)}-----END RSA PRIVATE`, ' KEY-----'].join('')
  const nothing = () => {}

  it.each([2, 50])('over %d lines is found, though it is one in the quote', async lines => {
    const text = `start\n${armour(lines)}\nend\n`
    const quoted = { line: 2, quote: '-----BEGIN RSA PRIVATE KEY-----\nMIIE…[masked]\n-----END' }
    const { made } = await afterwards(text, [quoted], nothing)
    expect(made.problem).toBeNull()
    expect(marked(made, quoted)).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\nMIIE…\[masked\]\n[\s\S]*\n-----END$/)
    expect(made.windows).toHaveLength(1)
    expect(made.windows[0]!.lines).toHaveLength(lines + 4)
    expect(JSON.stringify(made)).not.toContain(body.slice(4))
  })

  it('is found where the quote ends in the middle of one, or is nothing else', async () => {
    const cut = { line: 2, quote: 'password: k7…[masked]' }
    const whole = { line: 2, quote: '…[masked]' }
    for (const quoted of [cut, whole]) {
      const { made } = await afterwards(`a: 1\npassword: ${key}\nb: 2\n`, [quoted], nothing)
      expect([quoted.quote, made.problem, marked(made, quoted) === null]).toEqual([quoted.quote, null, false])
      expect(JSON.stringify(made)).not.toContain(key.slice(4))
    }
  })

  it('is not found where the secret is another now', async () => {
    const quoted = { line: 2, quote: 'password: k7Hq…[masked]' }
    const other = { line: 1, quote: 'a: 1' }
    const { made } = await afterwards(`a: 1\npassword: ${key}\nb: 2\n`, [quoted, other], file =>
      writeFileSync(file, `a: 1\npassword: ${[...key].reverse().join('')}\nb: 2\n# new\n`),
    )
    expect([marked(made, quoted), marked(made, other)]).toEqual([null, 'a: 1'])
    expect(made.problem).toContain(CHANGED)
  })
})
