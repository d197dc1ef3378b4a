// Quotes in the lines around them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptAt, markedLines, narrowed, quoteSpan, standingOf } from '../src/source/excerpt.ts'

const window = { line: 10, lines: ['def load(user):', '    q = "a" + user', '    run(q)', '    run(q)'] }

describe('a quote in a window', () => {
  it('is found on its line, not before and not behind', () => {
    expect(quoteSpan(window, { line: 12, text: 'run(q)' })).toEqual({ start: 39, end: 45 })
    expect(quoteSpan(window, { line: 13, text: 'run(q)' })).toEqual({ start: 50, end: 56 })
    expect(quoteSpan(window, { line: 13, text: 'q = "a"' })).toBeNull()
    expect(quoteSpan(window, { line: 10, text: 'run(q)' })).toBeNull()
    expect(quoteSpan(window, { line: 11, text: 'run(q)\n    run(q)' })).toBeNull()
    expect(quoteSpan(window, { line: 9, text: 'def' })).toBeNull()
    expect(quoteSpan(window, { line: 14, text: 'run' })).toBeNull()
    expect(quoteSpan(window, { line: 10, text: '' })).toBeNull()
    expect(quoteSpan(window, { line: 12, text: 'run(q)\r\n' })).toEqual({ start: 39, end: 45 })
  })

  it('may hold a lone carriage return, as a line end or as a character', () => {
    const quote = { line: 1, text: 'a\rb' }
    expect(quoteSpan({ line: 1, lines: ['xa', 'b'] }, quote)).toEqual({ start: 1, end: 4 })
    expect(quoteSpan({ line: 1, lines: ['xa\rb'] }, quote)).toEqual({ start: 1, end: 4 })
  })

  it('goes over lines, however the file ends them', () => {
    const over = { line: 11, text: '+ user\r\n    run(q)' }
    const marked = markedLines(window.lines, quoteSpan(window, over))
    expect(marked.map(pieces => pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text))).toEqual([
      [],
      ['+ user'],
      ['    run(q)'],
      [],
    ])
  })

  it('every piece of every line is kept, and exactly the quote is marked', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '<', '\t') }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), (lines, a, b) => {
        const text = lines.join('\n')
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number]
        const marked = markedLines(lines, { start, end })
        expect(marked.map(pieces => pieces.map(piece => piece.text).join(''))).toEqual(lines)
        const quoted = marked.map(pieces =>
          pieces
            .filter(({ isMarked }) => isMarked)
            .map(piece => piece.text)
            .join(''),
        )
        expect(quoted.join('')).toBe(text.slice(start, end).replaceAll('\n', ''))
      }),
    )
  })
})

describe('the window of a quote', () => {
  const excerpts = {
    'a.log': {
      problem: null,
      isChanged: false,
      windows: [
        { line: 1, lines: ['… one …'] },
        { line: 1, lines: ['… two …'] },
        { line: 5, lines: ['five', 'six', 'seven'] },
      ],
    },
  }

  it('is the one that holds it, where a long line has several', () => {
    expect(excerptAt(excerpts, { path: 'a.log', line: 1, quote: 'two' })).toBe(excerpts['a.log'].windows[1])
    expect(excerptAt(excerpts, { path: 'a.log', line: 6, quote: 'six' })).toBe(excerpts['a.log'].windows[2])
  })

  it('is none for lines and files that are not there', () => {
    expect(excerptAt(excerpts, { path: 'a.log', line: 8, quote: 'x' })).toBeNull()
    expect(excerptAt(excerpts, { path: 'b.log', line: 1, quote: 'x' })).toBeNull()
    expect(excerptAt(excerpts, { path: 'constructor', line: 1, quote: 'x' })).toBeNull()
  })

  it('is none where the lines around it hold another quote, and not its own', () => {
    expect(excerptAt(excerpts, { path: 'a.log', line: 6, quote: 'what stood here' })).toBeNull()
    // On another line of the same window it is not the one that was quoted.
    expect(excerptAt(excerpts, { path: 'a.log', line: 6, quote: 'seven' })).toBeNull()
    expect(excerptAt(excerpts, { path: 'a.log', line: 6, quote: 'five' })).toBeNull()
    expect(excerptAt(excerpts, { path: 'a.log', line: 1, quote: 'three' })).toBeNull()
  })

  it('is said to be of now where the file was written again, and why there is none', () => {
    const of = (quote: string, about: object) =>
      standingOf({ 'a.log': { ...excerpts['a.log'], ...about } }, { path: 'a.log', line: 6, quote })
    const window = excerpts['a.log'].windows[2]
    expect(of('six', {})).toEqual({ window, note: null })
    expect(of('six', { problem: 'others are gone' })).toEqual({ window, note: null })
    expect(of('six', { isChanged: true })).toEqual({
      window,
      note: 'the file was written again since it was read: these lines are as they are now',
    })
    expect(of('gone', { problem: 'the file has changed since it was read', isChanged: true })).toEqual({
      window: null,
      note: 'the file has changed since it was read; the quote as it was read:',
    })
    expect(of('gone', {})).toEqual({ window: null, note: 'the quote as it was read:' })
    expect(standingOf({}, { path: 'constructor', line: 1, quote: 'x' }).window).toBeNull()
  })

  it('is narrowed to the lines near it', () => {
    expect(narrowed(window, { line: 11, text: 'q' }, 0)).toEqual({ line: 11, lines: ['    q = "a" + user'] })
    expect(narrowed(window, { line: 11, text: 'user\n    run' }, 1)).toEqual(window)
    expect(narrowed(window, { line: 10, text: 'def' }, 1)).toEqual({ line: 10, lines: window.lines.slice(0, 2) })
  })
})
