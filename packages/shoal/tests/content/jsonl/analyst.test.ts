// The analyst of JSON lines: lawful on any bytes, finds what was planted, keeps quiet on what is clean.
import { readFileSync } from 'node:fs'
import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { STRETCHES, surveyLawfully } from '../../conformance/analyst.ts'
import { eventLines, plantedLog } from './generated.ts'

const survey = (content: string | Uint8Array, query?: string) =>
  surveyLawfully({ name: 'x.jsonl', content, size: 20, type: 'jsonl', ...(query === undefined ? {} : { query }) })

const problems = ({ findings }: FileSurvey) => findings.filter(({ nature }) => nature === 'problem')
const found = (result: FileSurvey, key: string) => result.findings.find(finding => finding.key === key)

describe('laws', () => {
  const two = '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"ü":"😀"}\n{"ü":"ß","n":12.5}\n', 'utf16le')])
  it.each<[string, string | Uint8Array]>([
    ['one byte', '1'],
    ['one broken byte', '{'],
    ['blank lines', '\n\n{"a":1}\n\n  \n{"a":2}\n\n'],
    ['no final newline', two.trimEnd()],
    ['CRLF', two.replaceAll('\n', '\r\n')],
    ['CR alone', two.replaceAll('\n', '\r')],
    ['a byte-order mark', `\ufeff${two}`],
    ['UTF-16', utf16],
    ['Latin-1', Buffer.from('{"name":"caf\xe9"}\n{"name":"na\xefve","x":null}\n', 'latin1')],
    ['a NUL', '{"a":1}\n\0\0\n{"a":2}\n'],
    ['scalars and arrays', '1\n"two"\n[3,{"four":4}]\nnull\ntrue\n{}\n[]\n'],
    ['only broken lines', 'this\nis\nno json\n'],
    ['two values on a line', '{"a":1}{"a":2}\n{"a":3}\n'],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('"}\n{"a":"b"}\n')]),
    ],
    ['a long line', `{"a":"${'x'.repeat(300_000)}"}\n{"a":"y"}\n`],
    ['a deep line', `${'['.repeat(3000)}1${']'.repeat(3000)}\n{"a":1}\n`],
    ['long keys', `{"${'k@.'.repeat(50_000)}":1}\n{"${'k@.'.repeat(50_000)}x":"y"}\n`],
    ['odd keys', '{"":1,"a b":2,"\\u00e4":3,"__proto__":{"x":1},"constructor":4}\n'.repeat(3)],
    ['numbers of all kinds', '{"n":-0}\n{"n":1e400}\n{"n":123456789012345678901}\n{"n":1.5e-7}\n{"n":NaN}\n'],
  ])('holds for %s', async (_, content) => {
    await surveyLawfully({ name: 'x.jsonl', content, size: 20, type: 'jsonl', stretches: STRETCHES })
  })

  it('holds for many keys, which become one path', async () => {
    const lines = Array.from({ length: 400 }, (_, k) =>
      JSON.stringify({ users: { [`name${'abcdefgh'[k % 8]}${k}x`]: { age: k } } }),
    )
    const result = await survey(`${lines.join('\n')}\n`)
    const paths = (result.figures as { schema_fields: { path: string; present: number }[] }).schema_fields
    expect(paths.find(({ path }) => path === '$.users.*')?.present).toBe(400)
    expect(paths.find(({ path }) => path === '$.users.*.age')?.present).toBe(400)
    expect(paths.length).toBeLessThan(10)
  })
})

describe('sources that fail', () => {
  it('are shown by their errors, not by their other records', async () => {
    const lines = Array.from({ length: 400 }, (_, k) =>
      JSON.stringify({
        ts: new Date(Date.UTC(2026, 1, 11) + k * 20_000).toISOString(),
        level: k % 2 === 0 && k >= 101 && k < 161 ? 'error' : 'info',
        service: k % 2 === 0 ? 'billing' : 'mailer',
        msg: `request ${k} done`,
      }),
    )
    const result = await survey(`${lines.join('\n')}\n`, 'Which service has errors?')
    expect(found(result, 'jsonl.failing:billing')).toMatchObject({ line: 103, count: 30, evidence: lines[102] })
    const byService = result.answers.find(({ text }) => text.startsWith('Errors by service'))!
    expect(byService.text).toContain('billing 30 of 200')
    expect(byService.evidence).toMatchObject([{ line: 103, quote: lines[102] }])
  })
})

describe('planted faults', () => {
  const log = plantedLog()
  it('are all found, with their lines', async () => {
    const result = await survey(log.text)
    expect(found(result, 'jsonl.bad-lines')).toMatchObject({ count: 2, line: log.broken[0] })
    expect(found(result, 'json.types:$.order_id')).toMatchObject({ count: log.strings.length, line: log.strings[0] })
    expect(found(result, 'json.lacks:$:`user`')).toMatchObject({ count: log.lacking.length, line: log.lacking[0] })
    expect(found(result, 'json.null:$.region')).toMatchObject({ count: log.nulls.length, line: log.nulls[0] })
    expect(found(result, 'json.outlier:high:$.duration_ms')).toMatchObject({ count: log.slow.length })
    expect(found(result, 'json.negative:$.duration_ms')).toMatchObject({ count: 1, line: log.negative })
    expect(found(result, 'json.spelling:$.region')).toMatchObject({ count: 1, line: log.misspelt })
    expect(found(result, 'json.drift:appears:$.trace')).toMatchObject({ line: log.traceFrom })
    expect(found(result, 'json.duplicate:$:')).toMatchObject({ count: 1, line: log.copy })
    expect(found(result, 'json.duplicate:$:id')).toBeDefined()
    expect(found(result, 'json.repeated-key:$.level')).toMatchObject({ line: log.repeatedKey })
    expect(found(result, 'json.big:$.order_id')).toMatchObject({ line: log.big })
    expect(found(result, 'json.form:$.ts')).toMatchObject({ count: 1, line: log.otherForm })
    expect(found(result, 'json.rare-field:$:`regoin`')).toMatchObject({ line: log.misspeltKey, severity: 'medium' })
    expect(result.findings.find(({ type }) => type === 'burst')?.line).toBe(log.burst)
    // Told from the last record before it, as in other logs.
    expect(result.findings.find(({ type }) => type === 'gap')?.line).toBe(log.gap - 1)
    const errors = result.findings.find(({ type }) => type === 'error_cluster')
    expect(errors?.summary).toContain('E_TIMEOUT: upstream')
  })

  it('raise no alarm where there are none', async () => {
    const result = await survey(`${eventLines(3000).join('\n')}\n`)
    expect(problems(result).map(({ key }) => key)).toEqual([])
  })
})

describe('figures', () => {
  it('equal a plain count', async () => {
    const lines = eventLines(2000)
    const records = lines.map(line => JSON.parse(line) as Record<string, never>)
    const result = await survey(`${lines.join('\n')}\n`)
    const { schema_fields, records: count } = result.figures as never as {
      records: number
      schema_fields: {
        path: string
        present: number
        mean: number
        stddev: number
        sum: number
        top?: { value: string; count: number }[]
        quantiles?: Record<string, number>
      }[]
    }
    expect(count).toBe(2000)
    const level = schema_fields.find(({ path }) => path === '$.level')!
    for (const { value, count: times } of level.top!)
      expect(times).toBe(records.filter(each => each.level === value).length)
    const durations = records.map(each => Number(each.duration_ms)).sort((a, b) => a - b)
    const duration = schema_fields.find(({ path }) => path === '$.duration_ms')!
    const mean = durations.reduce((a, b) => a + b) / 2000
    expect(duration.sum).toBe(durations.reduce((a, b) => a + b))
    expect(duration.mean).toBeCloseTo(mean, 9)
    expect(duration.stddev).toBeCloseTo(Math.sqrt(durations.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 1999), 8)
    expect(duration.quantiles).toEqual({
      p05: durations[99],
      p25: durations[499],
      p50: durations[999],
      p75: durations[1499],
      p95: durations[1899],
    })
  })

  it('stay exact where there are more than ten thousand distinct values, or say that they are not', async () => {
    const lines = Array.from({ length: 30_000 }, (_, k) =>
      JSON.stringify({ whole: (k * 7919) % 30_011, part: ((k * 7919) % 30_011) / 7, id: `u${k}` }),
    )
    const result = await surveyLawfully({
      name: 'x.jsonl',
      content: `${lines.join('\n')}\n`,
      type: 'jsonl',
      size: 5000,
    })
    const fields = (
      result.figures as never as {
        schema_fields: {
          path: string
          distinct: number | null
          quantiles: { p50: number }
          quantile_method: string
          max: number
          mean: number
        }[]
      }
    ).schema_fields
    const [whole, part] = ['$.whole', '$.part'].map(path => fields.find(field => field.path === path)!)
    const values = lines.map(line => (JSON.parse(line) as { whole: number }).whole).sort((a, b) => a - b)
    expect(whole!.distinct).toBeNull()
    expect(whole!.max).toBe(values.at(-1))
    expect(part!.mean).toBeCloseTo(values.reduce((a, b) => a + b / 7, 0) / 30_000, 6)
    for (const [field, truth] of [
      [whole!, values[14_999]!],
      [part!, values[14_999]! / 7],
    ] as const) {
      if (field.quantile_method.startsWith('exact')) expect(field.quantiles.p50).toBe(truth)
      else expect(Math.abs(field.quantiles.p50 - truth) / truth).toBeLessThan(0.00025)
    }
  })
})

describe('answers', () => {
  const text = readFileSync(new URL('../../../../../examples/data/events.jsonl', import.meta.url), 'utf8')
  const good = text.split('\n').flatMap(line => {
    try {
      return [JSON.parse(line) as { level: string; service: string; event: string; duration_ms: number }]
    } catch {
      return []
    }
  })

  it.each([
    [
      'how many errors per service',
      () => `mailer ${good.filter(each => each.level === 'error' && each.service === 'mailer').length} of`,
    ],
    [
      'what errors occurred?',
      () =>
        `${good.filter(each => each.level === 'error').length} of ${good.length.toLocaleString('en-US')} records are errors`,
    ],
    ['distribution of level', () => `error ${good.filter(each => each.level === 'error').length}`],
    ['which fields are missing?', () => '$.trace missing in'],
    ['what is the schema?', () => '$.duration_ms (integer'],
  ])('%s', async (query, expected) => {
    const { answers } = await survey(text, query)
    expect(answers[0]!.relevance).toBeGreaterThanOrEqual(0.5)
    expect(
      answers
        .slice(0, 3)
        .map(answer => answer.text)
        .join('\n'),
    ).toContain(expected())
  })

  it.each([
    'distribution of level of refunds',
    'distribution of event in PROD',
    'which fields of order 17 are missing?',
  ])('over all records never pass for one about some of them: %s', async query => {
    for (const answer of (await survey(text, query)).answers) {
      expect(answer.relevance, answer.text).toBeLessThan(0.5)
      expect(answer.text).toContain('this is over all records')
    }
  })

  it('name the fields that drift, and from which line on', async () => {
    const lines = Array.from({ length: 400 }, (_, k) =>
      JSON.stringify({
        id: k,
        ...(k < 200 ? { user_id: k } : { userId: `u${k}` }),
        amount: k < 300 ? k : `${k} EUR`,
        kind: k % 2 === 0 ? 'buy' : 'view',
      }),
    )
    const { answers } = await survey(`${lines.join('\n')}\n`, 'Which fields drift?')
    expect(answers[0]!.relevance).toBeGreaterThan(0.9)
    expect(answers[0]!.text).toBe(
      '3 of 5 fields drift: $.user_id is last seen on line 200, the 200 behind lack it; $.userId appears on line 201, the 200 before lack it; $.amount turns from integer to string on line 301.',
    )
    expect(answers[0]!.evidence.map(({ line }) => line).sort((a, b) => a - b)).toEqual([200, 201, 301])
    expect(answers.some(({ text: other }) => /^5 fields:/.test(other))).toBe(false)
    const steady = lines.map((_, k) => JSON.stringify({ id: k })).join('\n')
    expect((await survey(steady, 'Do any fields drift?')).answers[0]).toMatchObject({
      text: expect.stringMatching(/^No field drifts/),
      amount: { count: 0 },
    })
  })

  it('open with the burst when asked for it', async () => {
    const start = Date.UTC(2026, 0, 1)
    const lines = Array.from({ length: 2000 }, (_, k) =>
      JSON.stringify({
        time: new Date(start + k * 10_000).toISOString(),
        level: k >= 1000 && k < 1060 ? 'error' : 'info',
        msg: k >= 1000 && k < 1060 ? 'gateway timeout' : 'ok',
      }),
    )
    const { answers } = await survey(`${lines.join('\n')}\n`, 'When was the burst of errors and why?')
    expect(answers[0]!.text).toMatch(/^The only burst of errors: 60 between 2026-01-01 02:\d\d/)
    expect(answers[0]!.evidence[0]!.line).toBe(1001)
  })

  it('keep silent on what the file says nothing about', async () => {
    for (const query of ['where is load_user defined?', 'is there an SQL injection?'])
      expect((await survey(text, query)).answers.filter(({ relevance }) => relevance >= 0.5)).toEqual([])
  })
})
