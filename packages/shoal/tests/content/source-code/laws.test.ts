// The laws of analysts on sources that are empty, broken, huge, odd or in another encoding; and silence on sound code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures')
const SAMPLE = readFileSync(join(FIXTURES, 'code-analyst/measured/grade.py'), 'utf8')

describe('odd input', () => {
  it.each<[string, string | Uint8Array]>([
    ['one byte', 'x'],
    ['blank lines', '\n\n\n'],
    ['no final newline', SAMPLE.trimEnd()],
    ['CRLF', SAMPLE.replaceAll('\n', '\r\n')],
    ['CR', SAMPLE.replaceAll('\n', '\r')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`# größer\n${SAMPLE}`, 'utf16le')])],
    ['a mark', `\ufeff${SAMPLE}`],
    ['Latin-1', Buffer.from(`# gr\xf6\xdfer\n${SAMPLE}`, 'latin1')],
    ['NUL', `a = "\0"\n${SAMPLE}`],
    ['other scripts', 'def größe(名前):\n    # TODO: 後で 😀\n    return f"値 {名前}"\n'],
    ['half a file', SAMPLE.slice(0, 333)],
    ['no code', 'lorem ipsum dolor (((( [[[ {{{ "\n'.repeat(200)],
    ['a giant line', `x = [${'1, '.repeat(200_000)}]\n`],
    ['deep nesting', `${'('.repeat(5000)}${')'.repeat(5000)}\n`],
    [
      'deep blocks',
      Array.from({ length: 90 }, (_, i) => `${' '.repeat(i)}if x:\n`).join('') + `${' '.repeat(90)}pass\n`,
    ],
  ])('%s', async (_, content) => {
    const survey = await surveyLawfully({
      name: 'a.py',
      content,
      type: 'source_code',
      query: 'where is grade defined?',
    })
    expect(survey.figures).toMatchObject({ lines: expect.any(Number) })
  })

  it('holds for any text in any language', async () => {
    const word = fc.constantFrom(
      'def f(a):',
      'if',
      '{',
      '}',
      '(',
      ')',
      '"',
      "'",
      '`',
      '=',
      'return',
      'class A',
      '//',
      '#',
      '/*',
      '*/',
      '\n',
      '  ',
      'x',
      '1',
      ';',
      'import a',
      'throw',
      '${',
      'TODO',
      '\\',
      'é',
      '😀',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 60 }),
        fc.constantFrom('py', 'ts', 'java', 'go', 'rb', 'php', 'c', 'cpp', 'cs', 'rs', 'kt', 'sh', 'swift'),
        async (words, extension) => {
          await surveyLawfully({ name: `a.${extension}`, content: `${words.join(' ')}\n`, type: 'source_code' })
        },
      ),
      { numRuns: 120 },
    )
  })

  it('reads what no person has written line by line, and says so', async () => {
    const content = `var a=${'function(b){return b+1};'.repeat(100_000)}`
    const { notes, findings } = await surveyLawfully({ name: 'a.js', content })
    expect(notes).toEqual(['Its lines are those of generated code; it was read line by line.'])
    expect(findings).toEqual([])
  })

  it('reads a language without a parser line by line', async () => {
    const content = 'import UIKit\n\nclass A {\n  func b() {\n    // TODO: c\n  }\n}\n'
    const { notes, figures } = await surveyLawfully({ name: 'a.swift', content })
    expect(notes).toEqual(['There is no parser for swift; it was read line by line.'])
    expect(figures).toMatchObject({
      parser: 'lines',
      lines: 7,
      code_lines: 5,
      comment_lines: 1,
      blank_lines: 1,
      function_count: 1,
      class_count: 1,
    })
  })
})

describe('sound code', () => {
  const folder = join(FIXTURES, 'code')
  const files = readdirSync(folder).filter(file => /\.(?:py|js|ts|tsx|java|go|rb|php|c|cpp|cs|rs|kt|sh)$/.test(file))

  /** The one thing that is wrong in them. */
  const known: Readonly<Record<string, string[]>> = {
    'ledger.py': ['code.unused-import 7 An import is never used: field (line 7).'],
  }

  it.each(files)('%s gives rise to no false complaint', async file => {
    const { findings } = await surveyFileLawfully(join(folder, file))
    const problems = findings.filter(({ type, nature }) => type !== 'vulnerability' && nature === 'problem')
    expect(problems.map(({ rule, line, summary }) => `${rule!.id} ${line} ${summary}`)).toEqual(known[file] ?? [])
  })
})
