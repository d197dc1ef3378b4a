// Paths in little room: cut between folders, the name of the file whole, nothing lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPath, pathParts, shortPath } from '../src/parts/path-parts.ts'

describe('a path', () => {
  it.each(['src/a.ts', '/var/log', './x', 'a/b/', 'text/html', 'données/été.csv'])('is known: %s', text => {
    expect(isPath(text)).toBe(true)
  })

  it.each(['a.ts', 'GET /a/b', 'https://a.b/c', '12/03/2020', '/', '//', 'a//b', '', 'either/or not'])(
    'is told from other words: %s',
    text => {
      expect(isPath(text)).toBe(false)
    },
  )

  it('loses folders in front, one after the other, and never a part of a name', () => {
    const path = 'src/content/structured-data/analyst/question/plan.ts'
    expect(pathParts(path, 60)).toEqual({
      hidden: '',
      parts: ['src/', 'content/', 'structured-data/', 'analyst/', 'question/', 'plan.ts'],
    })
    expect(pathParts(path, 30)).toEqual({
      hidden: 'src/content/structured-data/',
      parts: ['analyst/', 'question/', 'plan.ts'],
    })
    expect(pathParts(path, 3)).toEqual({
      hidden: 'src/content/structured-data/analyst/question/',
      parts: ['plan.ts'],
    })
    // An ellipsis would be no shorter.
    expect(pathParts('/a.ts', 4)).toEqual({ hidden: '', parts: ['/', 'a.ts'] })
  })

  it('is whole when its parts are put together, whatever it holds', () => {
    const path = fc.array(fc.stringMatching(/^[\w.-]{1,12}$/), { minLength: 1, maxLength: 8 }).map(all => all.join('/'))
    fc.assert(
      fc.property(path, fc.boolean(), fc.integer({ min: 0, max: 80 }), (relative, isAbsolute, most) => {
        const whole = isAbsolute ? `/${relative}` : relative
        const { hidden, parts } = pathParts(whole, most)
        expect(hidden + parts.join('')).toBe(whole)
        expect(hidden === '' || hidden.endsWith('/')).toBe(true)
        expect(parts.at(-1)).toBe(relative.split('/').at(-1))
        if (hidden !== '' && parts.length > 1) expect(parts.join('').length).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('in one word has its end, and says what is left out', () => {
    expect(shortPath('src/page/charts/layout/heat.ts', 20)).toBe('…/layout/heat.ts')
    expect(shortPath('src/a.ts', 20)).toBe('src/a.ts')
    expect(shortPath(`src/${'x'.repeat(50)}.ts`, 20)).toBe(`…${'x'.repeat(16)}.ts`)
    expect(shortPath('src/a\u202eb.ts', 40)).not.toContain('\u202e')
  })
})
