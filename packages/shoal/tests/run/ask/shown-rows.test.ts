// Lines that are alike are told once; where one says something else, it is shown.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byKind, numbered } from '../../../src/run/ask/shown-rows.ts'

const lines = (texts: readonly string[]) => texts.map((text, k) => ({ label: String(k + 1), text }))
const resolved = (address: string, k: number) => `12:00:${10 + k} worker 7 resolved ledger-db to ${address}`

it.each([
  ['numbered', numbered],
  ['byKind', byKind],
] as const)('%s folds what differs in counters and times, and shows another address', (_, told) => {
  const same = lines(Array.from({ length: 12 }, (_, k) => resolved('10.4.2.30', k)))
  expect(told(same).length).toBeLessThan(5)
  const other = same.map((line, k) => (k === 6 ? { ...line, text: resolved('10.4.1.17', k) } : line))
  expect(told(other).join('\n')).toContain('10.4.1.17')
})

it('shows another version too', () => {
  const all = lines(Array.from({ length: 9 }, (_, k) => `starting checkout v2.31.${k === 4 ? 9 : 0}`))
  expect(byKind(all).join('\n')).toContain('v2.31.9')
})

it('shows where a number that has few values gets another one, and what grows', () => {
  const cleaned = (k: number) =>
    `cleaner removed ${k < 82 ? 300 + (k % 60) : 0} files older than ${k < 82 ? 2 : 20} days`
  const told = byKind(lines(Array.from({ length: 264 }, (_, k) => cleaned(k))))
  expect(told).toContain('83| cleaner removed 0 files older than 20 days')
  expect(told.length).toBeLessThan(20)
  const grown = numbered(lines(Array.from({ length: 60 }, (_, k) => `spool volume ${40 + k}% used`)))
  expect(grown.join('\n')).toMatch(/ 55%[\s\S]* 70%[\s\S]* 84%[\s\S]* 99%/)
})

it('tells every line or how many are left out', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(9)), { maxLength: 80 }), all => {
      const given = lines(all.map(([word, number]) => `${word} ${number} of 9`))
      for (const told of [byKind(given), numbered(given)]) {
        const left = told.map(line => Number(/^ {2}\((\d+) more lines/.exec(line)?.[1] ?? 0))
        const shown = told.filter(line => !line.startsWith('  ('))
        expect(shown.length + left.reduce((sum, n) => sum + n, 0)).toBe(given.length)
        expect(new Set(shown).size).toBe(shown.length)
      }
    }),
  )
})
