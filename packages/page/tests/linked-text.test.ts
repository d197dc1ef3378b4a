// Sentences with places in them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, linkedText } from '../src/report/linked-text.ts'

describe('places in sentences', () => {
  const names = ['src/a.ts', 'my "own" file (1).log', 'new\\nline.log', 'a.ts']
  const known = (line: number) => (line === 12 ? names.map(name => ({ path: name, name })) : [])

  it('are told from the words around them', () => {
    expect(linkedText('Fix it (src/a.ts:12), at 01:52:46 and b.ts:3', known)).toEqual([
      { text: 'Fix it (', place: null },
      { text: 'src/a.ts:12', place: { path: 'src/a.ts', line: 12 } },
      { text: '), at 01:52:46 and b.ts:3', place: null },
    ])
  })

  it('may have any name, and the longest counts', () => {
    for (const name of names) {
      const places = linkedText(`x (${name}:12) y`, known).filter(({ place }) => place !== null)
      expect(places).toEqual([{ text: `${name}:12`, place: { path: name, line: 12 } }])
    }
    expect(linkedText('lib/a.ts:12 and ba.ts:12', known)).toEqual([{ text: 'lib/a.ts:12 and ba.ts:12', place: null }])
  })

  it('lose no word', () => {
    const word = fc.constantFrom('src/a.ts:12', 'x:1', ' ', '(', ')', ':', '“', 'a', '12')
    fc.assert(
      fc.property(fc.array(word), words => {
        const text = words.join('')
        expect(
          linkedText(text, known)
            .map(part => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('blocks', () => {
  it('points of a list stand together', () => {
    expect(blocksOf('28 problems.\n- one\n- two\n\nAnd more.')).toEqual([
      { kind: 'text', lines: ['28 problems.'] },
      { kind: 'list', lines: ['one', 'two'] },
      { kind: 'text', lines: ['And more.'] },
    ])
  })
})
