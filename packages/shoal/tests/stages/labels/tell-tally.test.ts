// What is told of counts follows from them: over generated tallies, by a second reckoning that shares nothing with the first.

import type { LabelTally, TallyForm } from '@shoal/base/model/label'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UNLABELLED } from '../../../src/stages/labels/label-set.ts'
import { Tallying } from '../../../src/stages/labels/tally.ts'
import { tellTally } from '../../../src/stages/labels/tell-tally.ts'

const OWN = ['billing', 'delivery', 'login', 'praise'] as const
const ALL = [...OWN, 'other', 'unclear', UNLABELLED] as const
const USERS = ['anna', 'bob', 'cleo', 'dora', 'emil'] as const

type Row = readonly [user: string, label: string, count: number]

/** Few counts of few values: many ties, and labels and users that are nowhere. */
const rows = fc.array(fc.tuple(fc.constantFrom(...USERS), fc.constantFrom(...ALL), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 14,
})
const form = fc.record({
  tell: fc.constantFrom('counts', 'count', 'compare', 'most', 'least', 'top'),
  labels: fc.subarray([...OWN]),
  perGroup: fc.boolean(),
  byShare: fc.boolean(),
  n: fc.integer({ min: 1, max: 5 }),
}) as fc.Arbitrary<TallyForm>

function tallyOf(all: readonly Row[]): LabelTally {
  const tallying = new Tallying()
  for (const [user, label, count] of all) tallying.addEqual(label, { count, byGroup: new Map([[user, count]]) })
  return tallying.done()
}

function told(all: readonly Row[], asked: TallyForm): string {
  return tellTally(tallyOf(all), [asked], { own: OWN, groupBy: 'user' }).join(' ')
}

const sum = (all: readonly Row[], is: (user: string, label: string) => boolean) =>
  all.filter(([user, label]) => is(user, label)).reduce((total, [, , count]) => total + count, 0)

const usersOf = (all: readonly Row[]) => USERS.filter(user => all.some(([own]) => own === user))
const namesIn = (text: string, names: readonly string[]) => names.filter(name => new RegExp(`\\b${name}\\b`).test(text))

/** Those whose value no other passes. */
function best<T>(all: readonly T[], value: (one: T) => number, sign: 1 | -1): T[] {
  return all.filter(one => all.every(other => sign * (value(one) - value(other)) >= 0))
}

describe('what is told', () => {
  it('names all labels that are most or least common, and no other, with their count', () => {
    fc.assert(
      fc.property(rows, form, (all, { labels, ...rest }) => {
        const tell = rest.tell === 'least' ? 'least' : 'most'
        const text = told(all, { ...rest, labels, tell, perGroup: false })
        const among = labels.length > 0 ? labels : [...OWN]
        const countOf = (label: string) => sum(all, (_, own) => own === label)
        if (among.every(label => countOf(label) === 0)) {
          expect(text).toMatch(/^No record is labelled /)
          return
        }
        const winners = best(among, countOf, tell === 'most' ? 1 : -1)
        const [head] = text.split(/, with /)
        expect(namesIn(head!, OWN).sort()).toEqual([...winners].sort())
        expect(text).toContain(`with ${countOf(winners[0]!)} of ${sum(all, () => true)} record`)
        expect(/ each\b/.test(text.split(/, (?:ahead of|behind) /)[0]!)).toBe(winners.length > 1)
      }),
    )
  })

  it('names all groups that have most or least, by number or by share, and no other before the next', () => {
    fc.assert(
      fc.property(rows, form, fc.subarray([...OWN], { minLength: 1 }), (all, rest, labels) => {
        const tell = rest.tell === 'least' ? 'least' : 'most'
        const text = told(all, { ...rest, labels, tell, perGroup: true })
        const users = usersOf(all)
        const countOf = (user: string) => sum(all, (own, label) => own === user && labels.some(one => one === label))
        const sizeOf = (user: string) => sum(all, own => own === user)
        if (users.every(user => countOf(user) === 0)) {
          expect(text).toMatch(/no record is labelled/)
          return
        }
        // By whole numbers of a common denominator, not by division.
        const product = users.reduce((whole, user) => whole * sizeOf(user), 1)
        const value = (user: string) => (rest.byShare ? (countOf(user) * product) / sizeOf(user) : countOf(user))
        const winners = best(users, value, tell === 'most' ? 1 : -1)
        const [first] = text.slice(text.indexOf(':') + 1).split(' (next ')
        expect(namesIn(first!, USERS).sort()).toEqual([...winners].sort())
        for (const user of winners) expect(first).toContain(`${user} ${countOf(user)} of ${sizeOf(user)} (`)
        expect(first!.includes(', equal in ')).toBe(winners.length > 1)
      }),
    )
  })

  it('lists the first n with all that are equal to the last of them, and says so', () => {
    fc.assert(
      fc.property(rows, form, (all, rest) => {
        const countOf = (label: string) => sum(all, (_, own) => own === label)
        if (OWN.every(label => countOf(label) === 0)) return
        const text = told(all, { ...rest, tell: 'top', labels: [], perGroup: false })
        const counts = OWN.map(countOf).sort((a, b) => b - a)
        const least = counts[Math.min(rest.n, counts.length) - 1]!
        const expected = OWN.filter(label => countOf(label) >= least)
        expect(namesIn(text.split('%).')[0]!, OWN).sort()).toEqual([...expected].sort())
        expect(text.includes('share place')).toBe(expected.length > rest.n)
      }),
    )
  })

  it('compares two labels by their difference, and what is equal as equal', () => {
    fc.assert(
      fc.property(
        rows,
        fc.shuffledSubarray([...OWN], { minLength: 2, maxLength: 2 }),
        fc.boolean(),
        (all, labels, perGroup) => {
          const asked = { tell: 'compare', labels, perGroup, byShare: false, n: 1 } as const
          const text = told(all, asked)
          const [a, b] = labels as [string, string]
          const check = (part: string, is: (user: string) => boolean) => {
            const [x, y] = [a, b].map(label => sum(all, (user, own) => is(user) && own === label)) as [number, number]
            const expected =
              x === y ? `as many ${a} as ${b}` : x > y ? `${x - y} more ${a} than ${b}` : `${y - x} more ${b} than ${a}`
            expect(part).toContain(`${a} ${x}, ${b} ${y}: ${expected}`)
          }
          if (!perGroup) check(text, () => true)
          else
            for (const user of usersOf(all)) {
              const part = text
                .split(/; |\. |: (?=\w+ (?:billing|delivery|login|praise) )/)
                .find(one => one.startsWith(`${user} `))
              check(part!, own => own === user)
            }
        },
      ),
    )
  })

  it('counts records that have any of some labels, in all and in each group', () => {
    fc.assert(
      fc.property(rows, form, (all, { labels }) => {
        const among: readonly string[] = labels.length > 0 ? labels : OWN
        const asked = { tell: 'count', labels, perGroup: false, byShare: false, n: 1 } as const
        const count = sum(all, (_, label) => among.includes(label))
        expect(told(all, asked)).toContain(`: ${count} of ${sum(all, () => true)} record`)
        const byGroup = told(all, { ...asked, perGroup: true })
        for (const user of usersOf(all)) {
          const [own, size] = [
            sum(all, (one, label) => one === user && among.includes(label)),
            sum(all, one => one === user),
          ]
          expect(byGroup).toContain(`${user} ${own} of ${size} (`)
        }
      }),
    )
  })

  it('has what is most common in each group, ties as ties', () => {
    fc.assert(
      fc.property(rows, all => {
        const text = told(all, { tell: 'most', labels: [], perGroup: true, byShare: false, n: 1 })
        for (const user of usersOf(all)) {
          const part = text.split(/; |: /).find(one => one.startsWith(`${user} `))!
          const countOf = (label: string) => sum(all, (one, own) => one === user && own === label)
          const winners = OWN.every(label => countOf(label) === 0) ? [] : best(OWN, countOf, 1)
          expect(namesIn(part, OWN).sort()).toEqual([...winners].sort())
        }
      }),
    )
  })

  it('bounds what it lists of many groups, and says how many more there are', () => {
    const all = Array.from({ length: 500 }, (_, k): Row => [`user${k}`, OWN[k % 4]!, 1])
    for (const tell of ['counts', 'count', 'compare', 'most', 'least', 'top'] as const)
      for (const labels of [[], ['billing']])
        for (const byShare of [true, false]) {
          const text = told(all, { tell, labels, perGroup: true, byShare, n: 3 })
          expect(text.length).toBeLessThan(1_500)
          expect(text).toMatch(/ more|share place/)
        }
  })

  it('adds tallies up to the tally of all', () => {
    fc.assert(
      fc.property(rows, rows, (some, others) => {
        const tallying = new Tallying()
        tallying.addAll(tallyOf(some))
        tallying.addAll(tallyOf(others))
        expect(tallying.done()).toEqual(tallyOf([...some, ...others]))
      }),
    )
  })
})
