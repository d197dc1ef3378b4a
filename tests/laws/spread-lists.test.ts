// A list that is spread into a call goes onto the stack: one that is as long as a file allows overflows it. No call of the source
// that takes any number of values is given one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstFrom, largest, pushAll, smallest } from '@shoal/base/model/lists'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../scripts/packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SPREAD = /(?:\.(?:push|unshift|splice)|\bMath\.(?:max|min|hypot)|\bString\.from\w+)\((?:[^(){}]*,\s*)?\.\.\./g

/** More than the stack holds. */
const LONG = 300_000

describe('a long list', () => {
  it('is spread into no call of the source', () => {
    const found = sourceFiles(root).flatMap(name => {
      const text = readFileSync(join(root, name), 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '')
      return [...text.matchAll(SPREAD)].map(([call]) => `${name}: ${call}`)
    })
    expect(found).toEqual([])
  })

  it('is seen by the law', () => {
    const calls = ['a.push(...b)', 'a.push(1, ...b)', 'Math.max(0, ...c.map(d => d.e))', 'String.fromCharCode(...b)']
    for (const call of calls) expect(call).toMatch(new RegExp(SPREAD.source))
    for (const call of ['a.push({ ...b })', 'a.push([...b])', 'Math.max(a, b)'])
      expect(call).not.toMatch(new RegExp(SPREAD.source))
  })

  it('is added and measured whole', () => {
    const list = Array.from({ length: LONG }, (_, k) => (k * 7919) % LONG)
    const all = [-1]
    pushAll(all, list)
    expect([all.length, largest(all), smallest(all)]).toEqual([LONG + 1, LONG - 1, -1])
    expect([0, 1, 5, 6, 9, 10].map(least => firstFrom([1, 5, 5, 9], least))).toEqual([0, 0, 1, 3, 3, 4])
    expect([largest([], 3), smallest([], 3), largest([1], 3), smallest([5], 3)]).toEqual([3, 3, 3, 3])
  })
})
