// Every regular expression of the source over texts made to slow it down, in three lengths: twice the text is at most 2.3
// times the work. Work is steps of a matcher that backtracks as an engine does, so that no load changes the answer.
import { describe, expect, it } from 'vitest'
import { SHORT_TEXT } from '../../../../scripts/patterns/allowed.mjs'
import { attacksOn } from '../../../../scripts/patterns/attacks.mjs'
import { collectPatterns, readPatterns } from '../../../../scripts/patterns/collect.mjs'
import { countingMatcher } from '../../../../scripts/patterns/count-steps.mjs'
import { isBounded, superLinear } from '../../../../scripts/patterns/growth.mjs'

const { patterns, faults } = await collectPatterns()
const isShortText = ({ source, places }: (typeof patterns)[number]) =>
  places.every(place => SHORT_TEXT.some(short => place.startsWith(`${short.file}:`) && source.startsWith(short.source)))

describe('the patterns of the source', () => {
  it('are all found', () => {
    expect(faults).toEqual([])
    expect(patterns.length).toBeGreaterThan(1900)
  })

  it('take work that grows with the text, not faster', { timeout: 600_000 }, () => {
    const slow = patterns
      .filter(pattern => !isBounded(pattern.source, pattern.flags) && !isShortText(pattern))
      .flatMap(pattern => {
        const found = superLinear(pattern)
        return found === null ? [] : [`${pattern.places[0]} /${pattern.source}/ ${found.name} ${found.counts}`]
      })
    expect(slow).toEqual([])
  })

  it('match by the counting matcher what they match by the engine', { timeout: 600_000 }, () => {
    const differing: string[] = []
    for (const { source, flags, places } of patterns) {
      const matcher = countingMatcher(source, flags)
      const engine = new RegExp(source, flags.replace('g', ''))
      for (const { name, of } of attacksOn(source, flags, 6)) {
        const text = of(24)
        engine.lastIndex = 0
        const found = engine.exec(text)
        const { start, end } = matcher.search(text)
        if (start !== (found?.index ?? -1) || (found !== null && end !== found.index + found[0].length))
          differing.push(`${places[0]} /${source}/ ${name}`)
      }
    }
    expect(differing).toEqual([])
  })
})

describe('the count of steps', () => {
  it.each([
    ['^[a-z]+(?:[_-]?[a-z]+)*$', 'i'],
    ['\\s+$', ''],
    ['(\\w+)$', ''],
    ['<.*$', ''],
    ['^\\s*class\\b', 'm'],
    ['(?:tls|ssl).*version', ''],
    ['"[^"]*"|“[^”]*”', 'g'],
  ])('shows that /%s/%s takes more than linear work', (source, flags) => {
    expect(superLinear({ source, flags, isSwept: flags.includes('g') })).not.toBeNull()
  })

  it.each([
    ['^[a-z](?:[_-]?[a-z])*$', 'i'],
    ['(?<!\\s)\\s+$', ''],
    ['<[^>]{1,200}>', 'g'],
    ['(?=(\\s+))\\1x|y', 'y'],
  ])('shows that /%s/%s does not', (source, flags) => {
    expect(superLinear({ source, flags, isSwept: flags.includes('g') })).toBeNull()
  })

  it('sees what a sweep repeats, and what a look ahead hides from a count of backtracks', () => {
    expect(superLinear({ source: 'a(?=.*b)', flags: 'g', isSwept: true })).not.toBeNull()
    expect(superLinear({ source: '(?=(\\s+))\\1x', flags: '' })).not.toBeNull()
  })
})

describe('reading patterns', () => {
  it('finds literals, constructions and what it cannot follow', () => {
    const read = (text: string) => readPatterns('some.ts', text)
    expect(read('text.split(/[/]+x/i)').literals).toMatchObject([{ source: '[/]+x', flags: 'i', isSwept: true }])
    expect(read('const A = new RegExp(B)').constructions).toMatchObject([{ isInFunction: false }])
    expect(read('const a = (b: string) => new RegExp(b)').constructions).toMatchObject([{ isInFunction: true }])
    expect(read("const Made = RegExp; text.match('a+')").faults).toHaveLength(2)
  })
})
