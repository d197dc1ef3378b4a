// Pairs of dangerous and mended code: how many are found, and how many of the mended ones are accused. Held as shares, since a
// third of the pairs is kept from whoever writes rules; bench/danger-pairs.mjs prints them by language and kind.
import { expect, it } from 'vitest'
import { readPairs } from '../../../bench/danger-book.mjs'
import { dangersOf } from './analyse.ts'

it('finds most of the dangerous ones and accuses few of the mended ones', async () => {
  const pairs = readPairs()
  expect(pairs.length).toBeGreaterThan(400)
  for (const isHeld of [false, true]) {
    const some = pairs.filter(pair => pair.isHeld === isHeld)
    const isTold = async (text: string, language: string, kind: string) =>
      (await dangersOf(text, language)).some(({ rule }) => rule.id.endsWith(`.${kind}`))
    let found = 0
    let accused = 0
    for (const { language, kind, bad, good } of some) {
      if (await isTold(bad, language, kind)) found++
      if (await isTold(good, language, kind)) accused++
    }
    expect(found / some.length).toBeGreaterThan(0.9)
    expect(accused / some.length).toBeLessThan(0.08)
  }
})
