// What is said to be equal in JSON is equal: hashes nominate, values are compared.

import type { FileSurvey } from '@shoal/base/model/analyst'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../conformance/analyst.ts'
import { jsonTwins } from './collisions.ts'

const survey = (lines: readonly string[], query?: string) =>
  surveyLawfully({
    name: 'x.jsonl',
    content: `${lines.join('\n')}\n`,
    size: 4000,
    type: 'jsonl',
    ...(query === undefined ? {} : { query }),
  })

const document = (lines: readonly string[]) =>
  surveyLawfully({ name: 'x.json', content: `[${lines.join(',\n')}]\n`, size: 4000, type: 'json' })

interface Figures {
  schema_fields: { path: string; distinct: number; present: number; min?: number; top?: { value: string }[] }[]
  duplicates: { of: string; repeats: number; repeated_values: number; records: number }[]
  variant_count: number
}

const figures = (result: FileSurvey) => result.figures as never as Figures
const distinct = (result: FileSurvey, path: string) =>
  figures(result).schema_fields.find(field => field.path === path)?.distinct
const copies = (result: FileSurvey) => figures(result).duplicates.map(({ of, repeats }) => [of, repeats])

describe('unique records', () => {
  it.each<[string, number, (k: number) => unknown]>([
    ['a nested id', 2000, k => ({ id: k, event: 'click', metadata: { user_id: k } })],
    ['two numbers', 20_000, k => ({ id: k, a: { b: k } })],
    ['an array of numbers', 5000, k => ({ a: [k, k + 1, [k]] })],
  ])('are no copies: %s', async (_, count, make) => {
    const result = await survey(Array.from({ length: count }, (_, k) => JSON.stringify(make(k))))
    expect(copies(result).filter(([, repeats]) => repeats !== 0)).toEqual([])
    expect(result.findings.filter(({ key }) => key?.startsWith('json.duplicate'))).toEqual([])
  })
})

describe('generated records', () => {
  const scalar = fc.oneof(
    fc.constantFrom('x', 'y', '', 'é', 'a b'),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(
      '9007199254740992',
      '9007199254740993',
      '1e400',
      '0.1',
      '0.10000000000000001',
      '1.0',
      '1e0',
      '1e-400',
      '0',
    ),
  )
  const record = fc.record({ id: scalar, v: scalar, n: fc.record({ w: scalar }) })
  const numeral = /^\d/
  const write = (value: unknown): string =>
    typeof value === 'string' && numeral.test(value) ? value : JSON.stringify(value)
  const line = ({ id, v, n }: { id: unknown; v: unknown; n: { w: unknown } }) =>
    `{"id":${write(id)},"v":${write(v)},"n":{"w":${write(n.w)}}}`
  // Numerals are equal when the numbers are: told by exact fractions.
  const plain = (value: unknown): string =>
    typeof value === 'string' && numeral.test(value) ? (PLAIN.get(value) ?? value) : JSON.stringify(value)
  const PLAIN = new Map([
    ['1.0', '1'],
    ['1e0', '1'],
  ])

  it('have as many copies and distinct values as a plain count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 2, maxLength: 30 }), async records => {
        const result = await survey(records.map(line))
        const whole = records.map(({ id, v, n }) => `${plain(id)}|${plain(v)}|${plain(n.w)}`)
        const told = figures(result).duplicates
        expect(told.find(({ of }) => of === 'whole records')?.repeats).toBe(whole.length - new Set(whole).size)
        const values = records.map(({ v }) => plain(v)).filter(value => value !== '1e400')
        if (values.length > 0) expect(distinct(result, '$.v')).toBe(new Set(values).size)
      }),
      { numRuns: 60 },
    )
  })
})

describe('texts that hash alike', () => {
  const twins = [1, 2, 3].map(jsonTwins)

  it('are different', () => {
    for (const [a, b] of twins) expect(a).not.toBe(b)
  })

  it('are two values, two keys, two ids and two records', async () => {
    for (const [a, b] of twins)
      for (const read of [survey, document]) {
        const path = read === survey ? '$' : '$[*]'
        const values = await read([a, b, a, b].map((text, k) => JSON.stringify({ id: `${k}`, text })))
        expect(distinct(values, `${path}.text`)).toBe(2)
        const ids = await read([a, b].map(id => JSON.stringify({ id, rest: 1 })))
        expect(copies(ids)).toEqual([
          ['whole records', 0],
          ['id', 0],
        ])
        const keys = await read([a, b, a].map(key => JSON.stringify({ [key]: 1 })))
        expect(figures(keys).schema_fields.map(field => field.path)).toEqual(
          expect.arrayContaining([`${path}.${a}`, `${path}.${b}`]),
        )
        expect(figures(keys).variant_count).toBe(2)
      }
  })

  it('are grouped apart', async () => {
    const [a, b] = twins[0]!
    const lines = [a, b, a, b].map((service, k) => JSON.stringify({ service, took: k % 2 === 0 ? 10 : 30 }))
    const result = await survey(lines, 'average took by service')
    const text = JSON.stringify(result.answers)
    expect(text).toContain(a)
    expect(text).toContain(b)
  })
})

describe('records that are spelled otherwise', () => {
  it('are copies when only white space and escapes differ, and not when a digit does', async () => {
    const result = await survey([
      '{"a":"é","b":1}',
      '{ "a" : "\\u00e9", "b" : 1 }',
      '{"a":"é","b":9007199254740993}',
      '{"a":"é","b":9007199254740992}',
    ])
    expect(figures(result).duplicates[0]).toMatchObject({ repeats: 1, repeated_values: 1, records: 4 })
  })

  it('show numbers that no double holds as they are written', async () => {
    const result = await survey(['{"n":9007199254740993}', '{"n":9007199254740993}', '{"n":1}'])
    const field = figures(result).schema_fields.find(({ path }) => path === '$.n')!
    expect(field).toMatchObject({ distinct: 2, rounded_numbers: 2 })
    expect(field).toMatchObject({ min_written: '1', max_written: '9007199254740993' })
    expect(field.top?.map(({ value }) => value)).toContain('9007199254740993')
  })
})

describe('what is reckoned from rounded numbers', () => {
  it('is told as "about", and the ends as they are written', async () => {
    const lines = ['9007199254740993', '9007199254740995', '3'].map(n => `{"n":${n}}`)
    const result = await survey(lines, 'what is the total and average of n?')
    const text = JSON.stringify(result.answers)
    expect(text).toMatch(/sum about /)
    expect(text).toContain('to 9007199254740995 (line 2)')
  })

  it('is exact where a double holds it', async () => {
    const result = await survey(['{"n":1}', '{"n":2}'], 'what is the total and average of n?')
    expect(JSON.stringify(result.answers)).toContain('sum 3,')
  })

  it('counts outliers as "about" where values are counted in ranges', async () => {
    const lines = Array.from({ length: 30_000 }, (_, k) => `{"n":${1000 + k / 30_000 + (k === 5 ? 900 : 0)}}`)
    const far = (result: FileSurvey) => result.findings.find(({ key }) => key?.startsWith('json.outlier:high'))?.summary
    expect(far(await survey(lines))).toMatch(/^About 1 of 30,000 values/)
    expect(far(await survey(Array.from({ length: 60 }, (_, k) => `{"n":${k === 5 ? 900 : k % 9}}`)))).toMatch(
      /^1 of 60 values/,
    )
  })
})
