// Notes in comments that accept findings: what is one, what it names, and which line it speaks of.

import type { SourceText } from '@shoal/base/model/source'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notLookedThrough, readIgnoreNotes } from '../../src/text/ignore-notes.ts'

const notesIn = (text: string, marks = ['#', '//', '/*', '*', '<!--']) =>
  readIgnoreNotes(
    {
      size: text.length,
      eol: 10,
      bytes: () => Buffer.from(text, 'latin1'),
      text: () => text,
    } as unknown as SourceText,
    marks,
  )

it('is not looked for in very large files, which is said', () => {
  expect(notLookedThrough({ size: 64 * 1024 * 1024 })).toBeNull()
  expect(notLookedThrough({ size: 64 * 1024 * 1024 + 1 })).toMatch(
    /^it has more than 64 MB: comments with shoal-ignore/,
  )
})

describe('a note', () => {
  it.each([
    ['x = 1  # shoal-ignore a.b: because', { line: 1, target: 1, rules: ['a.b'], reason: 'because' }],
    [
      '# shoal-ignore a.b, c: two of them\n\n# more\nx = 1',
      { line: 1, target: 4, rules: ['a.b', 'c'], reason: 'two of them' },
    ],
    ['/* shoal-ignore a.b: because */\nx()', { line: 1, target: 2, rules: ['a.b'], reason: 'because' }],
    [
      '<!-- shoal-ignore a.b: see https://x.y/z -->\n<p>',
      { line: 1, target: 2, rules: ['a.b'], reason: 'see https://x.y/z' },
    ],
    ['x = 1 # shoal-ignore a.b', { line: 1, target: 1, rules: ['a.b'], reason: null }],
    ['x = 1 # shoal-ignore a.b:  ', { line: 1, target: 1, rules: ['a.b'], reason: null }],
    ['x = 1 # shoal-ignore: because', { line: 1, target: 1, rules: [], reason: 'because' }],
    ['x = 1 # shoal-ignore all of it: because', { line: 1, target: 1, rules: [], reason: 'because' }],
    ['y\r\nx = 1 # shoal-ignore a.b: because\r\n', { line: 2, target: 2, rules: ['a.b'], reason: 'because' }],
  ])('%j', (text, note) => {
    expect(notesIn(text)).toEqual([note])
  })

  it.each([
    ['in a text', 'x = "# shoal-ignore a.b: because"'],
    ['without a comment', 'shoal-ignore a.b: because'],
    ['behind another word', '# see shoal-ignore a.b: because'],
    ['of another name', '# shoal-ignored a.b: because'],
    ['of another language', '-- shoal-ignore a.b: because'],
  ])('is none %s', (_, text) => {
    expect(notesIn(text)).toEqual([])
  })

  it('is read from any text without a throw, and points into it', () => {
    const part = fc.constantFrom('shoal-ignore', ' ', '#', ':', 'a.b', '\n', '"', '\\', '/*', '*/', ',', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), parts => {
        const text = parts.join('')
        for (const { line, target } of notesIn(text)) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(target).toBeGreaterThanOrEqual(line)
          expect(target).toBeLessThanOrEqual(text.split('\n').length)
        }
      }),
    )
  })
})
