// The analyst of JSON documents: lawful on any bytes, real lines of what it finds, and right around faults.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'

const survey = (content: string | Uint8Array, query?: string, name = 'x.json') =>
  surveyLawfully({ name, content, size: 20, type: 'json', ...(query === undefined ? {} : { query }) })

const found = (result: FileSurvey, key: string) => result.findings.find(finding => finding.key === key)

interface FieldFigures {
  path: string
  types: Record<string, number>
  present: number
  nulls: number
  presence: number
  distinct: number
  min: number
  max: number
  mean: number
  stddev: number
  quantiles: Record<string, number>
  top?: { value: string; count: number }[]
}

const fieldsOf = (result: FileSurvey) => (result.figures as never as { schema_fields: FieldFigures[] }).schema_fields

describe('laws', () => {
  it.each<[string, string | Uint8Array]>([
    ['one byte', '1'],
    ['one broken byte', '['],
    ['white space', ' \n '],
    ['a string', '"x"'],
    ['an empty array', '[]'],
    ['an empty object', '{}'],
    ['CRLF', '[\r\n{"a":1},\r\n{"a":2}\r\n]\r\n'],
    ['CR alone', '[\r{"a":1},\r{"a":"x"}\r]'],
    ['a byte-order mark', '\ufeff[1,2]'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('[{"ü":"😀"},\n{"ü":3}]', 'utf16le')])],
    ['Latin-1', Buffer.from('[{"name":"caf\xe9"},{"name":1}]', 'latin1')],
    ['a NUL', '[1,\0,2]'],
    ['comments', '// head\n{ "a": 1, /* b */ "c": [1,2,], }\n'],
    ['several documents', '{"a":1}\n{"a":2}\n'],
    ['a missing comma', '[{"a":1} {"a":2}]'],
    ['a long string', `["${'é'.repeat(400_000)}", 1]`],
    ['depth', `${'{"a":['.repeat(400)}1${']}'.repeat(400)}`],
    ['odd keys', '{"":1,"a b":{"__proto__":2},"toString":[null]}'],
    ['no JSON', 'hello\nworld\n'],
  ])('holds for %s', async (_, content) => {
    await survey(content)
  })
})

describe('faults', () => {
  const items = Array.from({ length: 300 }, (_, k) => ({ id: k, name: `n${k}`, price: 10 + (k % 13) }))

  it.each([
    [0.3, true],
    [0.7, false],
  ])('of a document cut off at %d are said, and what stands before is counted', async (share, indent) => {
    const text = JSON.stringify({ items }, null, indent ? 2 : undefined)
    const cut = text.slice(0, Math.floor(text.length * share))
    const result = await survey(cut)
    const whole = Math.max(0, [...cut.matchAll(/"price"\s*:\s*\d+/g)].length - 1)
    expect(found(result, 'json.cut-off')).toMatchObject({ severity: 'high', line: cut.trimEnd().split('\n').length })
    expect(found(result, 'json.cut-off')!.summary).toMatch(/\$\.items\[\d+\]/)
    expect(fieldsOf(result).find(({ path }) => path === '$.items[*].price')!.present).toBeGreaterThanOrEqual(whole)
    expect((result.figures as { valid: boolean }).valid).toBe(false)
  })

  it('in the middle are named with path and line', async () => {
    const lines = JSON.stringify(items, null, 1).split('\n')
    const line = lines.findIndex(text => text.includes('"n200"'))
    lines[line] = ' "name": n200,'
    const result = await survey(lines.join('\n'))
    expect(found(result, 'json.broken')).toMatchObject({ line: line + 1, jsonPath: '$[200].name' })
    expect(fieldsOf(result).find(({ path }) => path === '$[*].price')!.present).toBe(200)
  })

  it('of single values in indented documents have the line of the value', async () => {
    const planted = items.map(item => ({
      ...item,
      meta: { tags: ['a'] as unknown[], region: 'north' } as Record<string, unknown>,
    }))
    Object.assign(planted[123]!, { price: 'n/a' })
    Object.assign(planted[222]!, { price: 99_999 })
    planted[77]!.meta.tags = ['a', 5]
    planted[150]!.meta.region = null
    delete (planted[42] as { name?: string }).name
    planted[250] = { ...planted[249]! }
    const text = JSON.stringify({ data: { rows: planted } }, null, 2).replace('"id": 99,', '"id": 99,\n"id": 99,')
    const lines = text.split('\n')
    const at = (needle: string, nth = 0) =>
      lines.map((line, k) => (line.includes(needle) ? k + 1 : 0)).filter(Boolean)[nth]
    const result = await survey(text)
    expect(found(result, 'json.types:$.data.rows[*].price')).toMatchObject({
      line: at('"n/a"'),
      evidence: '"price": "n/a"',
      count: 1,
    })
    expect(found(result, 'json.outlier:high:$.data.rows[*].price')).toMatchObject({
      line: at('99999'),
      evidence: '"price": 99999',
    })
    expect(found(result, 'json.types:$.data.rows[*].meta.tags[*]')).toMatchObject({
      line: at('            5'),
      evidence: '5',
    })
    expect(found(result, 'json.null:$.data.rows[*].meta.region')).toMatchObject({
      line: at('"region": null'),
      count: 1,
    })
    expect(found(result, 'json.lacks:$.data.rows[*]:`name`')).toMatchObject({ count: 1, line: at('"id": 42')! - 1 })
    expect(found(result, 'json.duplicate:$.data.rows[*]:')).toMatchObject({ count: 1, line: at('"id": 249', 1)! - 1 })
    expect(found(result, 'json.duplicate:$.data.rows[*]:id')).toMatchObject({ count: 1 })
    expect(found(result, 'json.repeated-key:$.data.rows[*].id')).toMatchObject({ line: at('"id": 99', 1) })
  })
})

describe('documents of a kind', () => {
  it('a JSON Schema gives its properties', async () => {
    const file = fileURLToPath(new URL('../../../../../examples/data/schema.json', import.meta.url))
    const { anchors, findings } = await surveyFileLawfully(file)
    const promised = anchors.filter(({ role }) => role === 'schema-field').map(({ name, value }) => [name, value])
    expect(promised).toEqual([
      ['ts', 'string required'],
      ['event', 'enum required'],
      ['order_id', 'integer required'],
      ['service', 'string required'],
      ['duration_ms', 'integer'],
    ])
    expect(findings.filter(({ nature }) => nature === 'problem')).toEqual([])
  })

  it('nested properties and items of a JSON Schema have the path of the data', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        user: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: ['string', 'null'] }, properties: { type: 'object' } },
        },
        rows: { type: 'array', items: { type: 'object', properties: { id: { $ref: '#/$defs/id' } } } },
      },
    }
    const { anchors } = await survey(JSON.stringify(schema, null, 2))
    expect(anchors.filter(({ role }) => role === 'schema-field').map(({ path, value }) => [path, value])).toEqual([
      ['$.user', 'object'],
      ['$.user.name', 'string|null required'],
      ['$.user.properties', 'object'],
      ['$.rows', 'array'],
      ['$.rows[*].id', 'ref'],
    ])
  })

  it('a manifest gives its dependencies, settings their keys', async () => {
    const manifest = { name: 'x', dependencies: { zod: '4.1.0', '@a/b-c': '^1' }, devDependencies: { vitest: '4' } }
    const { anchors } = await survey(JSON.stringify(manifest, null, 2), undefined, 'package.json')
    expect(anchors.filter(({ role }) => role === 'dependency').map(({ name, value }) => [name, value])).toEqual([
      ['zod', '4.1.0'],
      ['@a/b-c', '^1'],
      ['vitest', '4'],
    ])
    const settings = await survey('{\n  // why\n  "server": { "port": 8080, "hosts": ["a"] },\n  "debug": false,\n}\n')
    expect(
      settings.anchors.filter(({ role }) => role === 'config-key').map(({ name, value, line }) => [name, value, line]),
    ).toEqual([
      ['server.port', '8080', 3],
      ['debug', 'false', 4],
    ])
    expect(settings.notes.join()).toMatch(/1 comment, 1 trailing comma$/)
  })

  it('a map with keys that are data is one path', async () => {
    const users = Object.fromEntries(Array.from({ length: 500 }, (_, k) => [`u-${k}`, { age: k % 90, name: `n${k}` }]))
    const days = {
      '2026-01-01': 1,
      '2026-01-02': 2,
      '2026-01-03': 3,
      '2026-01-04': 4,
      '2026-01-05': 5,
      '2026-01-06': 6,
      '2026-01-07': 7,
      '2026-01-08': 8,
    }
    const result = await survey(JSON.stringify({ users, days }))
    const paths = fieldsOf(result).map(({ path, present }) => [path, present])
    expect(paths).toEqual([
      ['$', 1],
      ['$.users', 1],
      ['$.users.*', 500],
      ['$.users.*.age', 500],
      ['$.users.*.name', 500],
      ['$.days', 1],
      ['$.days.*', 8],
    ])
  })
})

describe('maps', () => {
  it('hold no records: arrays in them repeat by nature', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 300 }, (_, k) => [`u-${k}`, { roles: [{ name: 'a' }, { name: 'b' }] }]),
    )
    const result = await survey(JSON.stringify({ users }))
    expect(result.figures).toMatchObject({ records: 0, duplicates: [] })
    expect(result.findings.filter(({ nature }) => nature === 'problem')).toEqual([])
  })
})

const data = new URL('../../../../../../shared/data/json/', import.meta.url)

describe.skipIf(!existsSync(data))('real files', () => {
  it.each(['cars', 'movies', 'penguins', 'flights-2k', 'countries'])(
    '%s: every figure equals that of DuckDB',
    async name => {
      const file = fileURLToPath(new URL(`${name}.json`, data))
      const fields = fieldsOf(await surveyFileLawfully(file))
      const rows = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[]
      const connection = await (await DuckDBInstance.create(':memory:')).connect()
      const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()[0]!
      await connection.run(
        `create table t as select unnest(from_json(content, '["json"]')) as j from read_text('${file}')`,
      )
      for (const key of new Set(rows.flatMap(row => Object.keys(row)))) {
        const field = fields.find(({ path }) => path === (/^\w+$/.test(key) ? `$[*].${key}` : `$[*]["${key}"]`))!
        const at = `'/${key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll("'", "''")}'`
        const counts = await ask(
          `select count(json_type(j, ${at})) present, count(*) filter (json_type(j, ${at}) = 'NULL') empty,
         count(*) filter (json_type(j, ${at}) = 'VARCHAR') texts,
         count(distinct j->${at}) filter (json_type(j, ${at}) <> 'NULL') different from t`,
        )
        expect({ key, present: field.present, nulls: field.nulls, texts: field.types.string ?? 0 }).toEqual({
          key,
          present: Number(counts.present),
          nulls: Number(counts.empty),
          texts: Number(counts.texts),
        })
        if (!field.quantiles) continue
        const numbers = await ask(
          `select min(n) low, max(n) high, avg(n) mean, stddev_samp(n) sd, quantile_disc(n, 0.25) p25,
         quantile_disc(n, 0.5) p50, quantile_disc(n, 0.95) p95, count(distinct n) different
         from (select try_cast(j->>${at} as double) n from t where json_type(j, ${at}) not in ('VARCHAR', 'NULL'))`,
        )
        expect([field.min, field.max, field.quantiles.p25, field.quantiles.p50, field.quantiles.p95]).toEqual(
          [numbers.low, numbers.high, numbers.p25, numbers.p50, numbers.p95].map(Number),
        )
        expect(field.mean).toBeCloseTo(Number(numbers.mean), 6)
        expect(field.stddev / Number(numbers.sd)).toBeCloseTo(1, 9)
        if (!field.types.string) expect(field.distinct).toBe(Number(numbers.different))
      }
    },
  )

  it.each([
    ['cars', 1],
    ['penguins', 1],
    ['flights-2k', 0],
    ['countries', 2],
    ['budget', 0],
    ['movies', 5],
  ])('%s has %d things to look at, no more', async (name, count) => {
    const { findings } = await surveyFileLawfully(fileURLToPath(new URL(`${name}.json`, data)))
    expect(findings.filter(({ nature }) => nature === 'problem').map(({ key }) => key)).toHaveLength(count)
  })
})
