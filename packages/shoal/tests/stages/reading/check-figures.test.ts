// Figures that nobody gave are told from those that somebody did.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureFaults } from '../../../src/stages/reading/check-figures.ts'

describe('figures that were given', () => {
  it.each([
    ['41 of 2,400 rows', '41 of 2400 rows'],
    ['1,240 rows', 'total: 1240'],
    ['1240 rows', 'total: 1,240'],
    ['1.7 % of the rows', 'share 0.01708'],
    ['2% of the rows', '1.7 %'],
    ['13.0 s', 'took 13.04 s'],
    ['about 12k lines', '12,345 lines'],
    ['1.2M lines', '1,234,567'],
    ['forty-one rows', '41'],
    ['on 2026-01-05', '2026-01-05T10:00:00Z'],
    ['version 1.2.3', 'v1.2.3'],
    ['from 10.0.0.1', 'host 10.0.0.1'],
    ['a timeout of 30', 'timeout_30'],
    ['the fields are 5 and 240', '5,240,x'],
    ['a hundred errors', 'Hundreds were seen'],
    ['order 17', '２０２６ order １７'],
  ])('%s, by %s', (text, given) => {
    expect(figureFaults(text, ['nothing', given])).toEqual([])
  })
})

describe('figures of its own', () => {
  it.each([
    ['42 of 2,400 rows', '41 of 2400 rows', ['42']],
    ['1.8 % of the rows', 'share 0.01708', ['1.8 %']],
    ['15k lines', '12,345 lines', ['15k']],
    ['forty-two rows and seventeen more', '41', ['forty-two', 'seventeen']],
    ['7 errors, 7 warnings', '', ['7']],
    ['takes 30s', '', ['30']],
    ['13 rows', 'the mean is 13.04', ['13']],
    ['400 rows', '2,400 rows', ['400']],
    ['thousands of errors', '2,400 errors', ['thousands']],
  ] as const)('%s, against %s', (text, given, faults) => {
    expect(figureFaults(text, [given])).toEqual(faults)
  })
})

it.each(['md5 and sha-256 are weak', 'CWE-89, UTF-8, x86_64', 'answers 5xx', 'two nested loops', 'the 3rd party'])(
  'are no figures: %s',
  text => expect(figureFaults(text, [])).toEqual([]),
)

it('finds every whole number that was not given, and none that was', () => {
  const figures = fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(figures, figures, (said, given) => {
      const faults = figureFaults(`There are ${said.join(' and then ')} rows`, [given.join(' ')])
      expect(faults).toEqual([...new Set(said.filter(figure => !given.includes(figure)).map(String))])
    }),
  )
})

it('takes times, dates, addresses and versions as wholes: their parts count nothing', () => {
  const given = ['2026-02-11 03:04:05,120 ERROR from 10.0.0.7 by agent 1.12.3']
  expect(figureFaults('It fails at 03:04:05 on 2026-02-11, for 10.0.0.7 with 1.12.3', given)).toEqual([])
  expect(figureFaults('It fails at 03:04', given)).toEqual([])
  expect(figureFaults('3 errors on 11 hosts, version 12', given)).toEqual(['3', '11', '12'])
  expect(figureFaults('It fails at 03:05:05', given)).toEqual(['03:05:05'])
})
