// The plugin stays cheap: what every session pays is bounded, and the table in the docs is true.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, root } from './plugin-text.ts'
import { alwaysLoaded, costs, costTable } from './token-costs.ts'

const PAGE = 'docs/plugin.md'
const BETWEEN = /(<!-- tokens -->\n)[\s\S]*?(<!-- end of tokens -->)/

describe('tokens', () => {
  it('of what every session loads are fewer than 1,500', () => {
    expect(alwaysLoaded()).toBeLessThan(1500)
  })

  it.each(costs().filter(({ what }) => what.startsWith('skill ')))('of $what are fewer than 1,200', ({ onDemand }) => {
    expect(onDemand).toBeLessThan(1200)
  })

  it('stand in docs/plugin.md as they are (UPDATE_DOCS=1 writes them)', () => {
    const text = read(PAGE)
    const expected = text.replace(BETWEEN, (_, before: string, after: string) => `${before}${costTable()}\n${after}`)
    if (process.env.UPDATE_DOCS) writeFileSync(join(root, PAGE), expected)
    else expect(text).toBe(expected)
    expect(text).toMatch(BETWEEN)
  })
})
