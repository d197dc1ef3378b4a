// Lines that are alike are told once; where one says something else, it is shown.
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
