// Patterns that users write may never end: they are stopped, and said to be at fault.

import type { Probe } from '@shoal/base/model/content-type'
import { globMatcher } from '@shoal/base/text/glob'
import { describe, expect, it } from 'vitest'
import { defineContentType } from '../../src/content/define.ts'

describe('a glob', () => {
  it.each([`${'*a'.repeat(30)}*b`])('that would never end is refused: %s', glob => {
    const refusal = expect.objectContaining({ code: 'bad-value', message: expect.stringMatching(/too long/) })
    expect(() => globMatcher(glob)('a'.repeat(200))).toThrow(refusal)
  })

  it('matches as ever, with a watch and without', () => {
    expect(globMatcher('**/*.ts')('src/a/b.ts')).toBe(true)
    expect(globMatcher('src/@(a|b)/*.ts')('src/a/b.ts')).toBe(true)
    expect(globMatcher(['*.js', '**/*.js'])('a/b.ts')).toBe(false)
  })
})

describe('a pattern to sniff by', () => {
  it('that would never end is said to be at fault', () => {
    const type = defineContentType({ name: 'own', sniff: '^(a+)+$' })
    const probe = { text: `${'a'.repeat(60)}!` } as Probe
    expect(() => type.sniff(probe)).toThrow(
      expect.objectContaining({ code: 'config-invalid', message: expect.stringMatching(/own takes too long/) }),
    )
    expect(type.sniff({ text: 'aaa' } as Probe)).not.toBeNull()
  })
})
