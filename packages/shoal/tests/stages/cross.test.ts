// Checks across files: each finds its fault with both ends, and keeps silent where all is well.
import { describe, expect, it } from 'vitest'
import { crossOf, inShort, other, python, script } from './cross-files.ts'

const CONFIG = other(
  'config',
  'config.yaml',
  ['billing:'],
  ['  timeout_seconds: 30', ['config-key', 'billing.timeout_seconds', '30']],
  ['  retries: 3', ['config-key', 'billing.retries', '3']],
  ['  gateway_url: https://pay.example.com/v1', ['config-key', 'billing.gateway_url', 'https://pay.example.com/v1']],
  ['database:'],
  ['  pool_size: 20', ['config-key', 'database.pool_size', '20']],
)
const READER = python(
  'app.py',
  ['timeout = config["billing"]["timeout_seconds"]', ['config-use', 'billing.timeout_seconds']],
  ['retries = config["billing"]["retries"]', ['config-use', 'billing.retries']],
  ['url = config["billing"]["gateway_url"]', ['config-use', 'gateway_url']],
  ['size = config["database"]["pool_size"]', ['config-use', 'database.pool_size']],
)

describe('settings', () => {
  it('all defined and all read: nothing to say', () => {
    expect(inShort(crossOf([CONFIG, READER]))).toEqual([])
  })

  it('one that is read and defined nowhere, beside the definition that looks most like it', () => {
    const reader = python('app.py', ...READER.lines, [
      'x = config["billing"]["retry_limit"]',
      ['config-use', 'billing.retry_limit'],
    ])
    const { crossFile } = crossOf([CONFIG, reader])
    expect(crossFile).toHaveLength(1)
    expect(crossFile[0]).toMatchObject({ kind: 'undefined-setting', severity: 'medium', nature: 'problem' })
    expect(crossFile[0]!.files).toEqual(['app.py', 'config.yaml'])
    expect(crossFile[0]!.evidence[0]).toEqual({
      path: 'app.py',
      line: 5,
      quote: 'x = config["billing"]["retry_limit"]',
    })
  })

  it('one that is defined and read nowhere, beside a read of the same file', () => {
    const reader = python('app.py', ...READER.lines.slice(0, 3))
    expect(inShort(crossOf([CONFIG, reader]))).toEqual(['unused-setting: config.yaml:6 app.py:1'])
  })

  it('are not called unused where no code reads the file', () => {
    const stranger = python('app.py', ['name = config["name"]', ['config-use', 'name']])
    const { crossFile } = crossOf([CONFIG, stranger])
    expect(crossFile.filter(({ kind }) => kind === 'unused-setting')).toEqual([])
  })

  it('a section that is read as a whole uses all its keys', () => {
    const reader = python(
      'app.py',
      ['run(**config["billing"])', ['config-use', 'billing']],
      ['size = config["database"]["pool_size"]', ['config-use', 'database.pool_size']],
    )
    expect(inShort(crossOf([CONFIG, reader]))).toEqual([])
  })

  it('environment variables without a default and without a definition', () => {
    const env = other(
      'config',
      '.env',
      ['APP_STAGE=prod', ['env-definition', 'APP_STAGE', 'prod']],
      ['OLD_NAME=1', ['env-definition', 'OLD_NAME', '1']],
    )
    const code = python(
      'app.py',
      ['stage = os.environ["APP_STAGE"]', ['env-use', 'APP_STAGE']],
      ['secret = os.environ["APP_SECRET"]', ['env-use', 'APP_SECRET']],
      ['level = os.environ.get("APP_LEVEL", "info")', ['env-use', 'APP_LEVEL', 'info']],
      ['home = os.environ["HOME"]', ['env-use', 'HOME']],
    )
    expect(inShort(crossOf([env, code]))).toEqual([
      'undefined-setting: app.py:2 .env:1',
      'unused-setting: .env:2 app.py:1',
    ])
  })

  it('a default in code that differs from the config', () => {
    const reader = python('app.py', ...READER.lines, ['n = config.get("retries", 5)', ['config-use', 'retries', '5']])
    expect(inShort(crossOf([CONFIG, reader]))).toEqual(['default-differs: app.py:5 config.yaml:3'])
  })
})

describe('names of settings in code', () => {
  it('are no values that differ from them', () => {
    const code = python('app.py', [
      'TIMEOUT_SECONDS = "timeout_seconds"',
      ['literal', 'TIMEOUT_SECONDS', 'timeout_seconds'],
    ])
    expect(crossOf([CONFIG, code]).crossFile).toEqual([])
  })
})

describe('values in code', () => {
  it.each([
    ['TIMEOUT_SECONDS', '5', 'value-differs', 'medium'],
    ['TIMEOUT_SECONDS', '30', 'hard-coded-value', 'low'],
    ['TIMEOUT_MS', '30000', 'hard-coded-value', 'low'],
    ['TIMEOUT_MS', '30', 'value-differs', 'medium'],
    ['timeoutSeconds', '30.0', 'hard-coded-value', 'low'],
    ['BILLING_TIMEOUT_SECONDS', '5', 'value-differs', 'medium'],
    ['DEFAULT_RETRIES', '7', 'value-differs', 'low'],
    ['GATEWAY', '"https://pay.example.com/v1"', 'hard-coded-value', 'low'],
  ])('%s = %s is a %s', (name, value, kind, severity) => {
    const code = python('app.py', [`${name} = ${value}`, ['literal', name, value.replaceAll('"', '')]])
    expect(crossOf([CONFIG, code]).crossFile.map(one => [one.kind, one.severity])).toEqual([[kind, severity]])
  })

  it.each([
    ['MAX_ITEMS', '30'],
    ['UPLOAD_TIMEOUT_SECONDS', '5'],
    ['SIZE', '7'],
    ['NAME', '30'],
  ])('%s = %s has nothing to do with the config', (name, value) => {
    const code = python('app.py', [`${name} = ${value}`, ['literal', name, value]])
    expect(inShort(crossOf([CONFIG, code]))).toEqual([])
  })
})

describe('figures in prose', () => {
  const says = (before: string, value: string) =>
    other('prose', 'RUNBOOK.md', [`A charge is ${before} ${value} and so on.`, ['figure', before, value]])

  it.each([
    ['given up after', '60 seconds', ['figure-differs: RUNBOOK.md:1 config.yaml:2']],
    ['given up after', '30 seconds', []],
    ['given up after', 'half a minute', []],
    ['tried', '5 times', ['figure-differs: RUNBOOK.md:1 config.yaml:3']],
    ['tried', 'three times', []],
    ['answered within', '2 seconds', []],
    ['kept in a pool of', '50 connections', ['figure-differs: RUNBOOK.md:1 config.yaml:6']],
    ['one of', '5 items', []],
  ])('“%s %s”', (before, value, expected) => {
    expect(inShort(crossOf([CONFIG, says(before, value)]))).toEqual(expected)
  })

  it('contradicts code although the config agrees', () => {
    const code = python('app.py', ['TIMEOUT_SECONDS = 5', ['literal', 'TIMEOUT_SECONDS', '5']])
    expect(inShort(crossOf([CONFIG, code, says('given up after', '30 seconds')]))).toEqual([
      'figure-differs: RUNBOOK.md:1 app.py:1',
      'value-differs: app.py:1 config.yaml:2',
    ])
  })
})

describe('shapes', () => {
  const table = other('structured_data', 'orders.csv', [
    'order_id,region,amount,status',
    ['column', 'order_id', 'integer'],
    ['column', 'region', 'category'],
    ['column', 'amount', 'number'],
    ['column', 'status', 'category'],
  ])
  const lines = (...marks: ['field', string, string][]) =>
    other('jsonl', 'orders.jsonl', ['{"order_id":"A1"}', ...marks])

  it('one name with two types', () => {
    expect(inShort(crossOf([table, lines(['field', 'order_id', 'string'])]))).toEqual([
      'shape-differs: orders.csv:1 orders.jsonl:1',
    ])
  })

  it('is silent when the types agree, or agree in part, or the name says nothing', () => {
    expect(inShort(crossOf([table, lines(['field', 'order_id', 'integer'])]))).toEqual([])
    expect(inShort(crossOf([table, lines(['field', 'order_id', 'integer|null'])]))).toEqual([])
    expect(inShort(crossOf([table, lines(['field', 'order_id', 'number|string'])]))).toEqual([])
    expect(inShort(crossOf([table, lines(['field', 'amount', 'string'])]))).toEqual([])
  })

  it('what a twin lacks', () => {
    const twin = lines(
      ['field', 'order_id', 'integer'],
      ['field', 'region', 'string'],
      ['field', 'amount', 'number'],
      ['field', 'status', 'string'],
      ['field', 'refunded', 'boolean'],
    )
    expect(crossOf([table, twin]).crossFile.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['field-missing', 'orders.csv and orders.jsonl share 4 names, but refunded is only in orders.jsonl'],
    ])
  })

  it('one name in several spellings', () => {
    expect(inShort(crossOf([table, lines(['field', 'orderId', 'integer'])]))).toEqual([
      'naming-differs: orders.csv:1 orders.jsonl:1',
    ])
  })

  it('many names in two spellings are one finding', () => {
    const names = ['a_one', 'b_two', 'c_three', 'd_four', 'e_five']
    const snake = other('structured_data', 'a.csv', [
      names.join(),
      ...names.map(name => ['column', name, 'text'] as const),
    ])
    const camel = other('jsonl', 'b.jsonl', [
      '{}',
      ...names.map(name => ['field', name.replace(/_(.)/, (_, c: string) => c.toUpperCase()), 'string'] as const),
    ])
    const found = crossOf([snake, camel]).crossFile.filter(({ kind }) => kind === 'naming-differs')
    expect(found).toHaveLength(1)
    expect(found[0]!.summary).toMatch(/^5 names are spelled differently/)
  })
})

describe('schema and data', () => {
  const schema = other(
    'json',
    'schema.json',
    ['"order_id": { "type": "integer" },', ['schema-field', 'order_id', 'integer']],
    ['"service": { "type": "string" },', ['schema-field', 'service', 'string']],
    ['"ts": { "type": "string" }', ['schema-field', 'ts', 'string']],
  )
  const data = (...marks: ['field', string, string][]) => other('jsonl', 'events.jsonl', ['{"x":1}', ...marks])

  it('that agree', () => {
    expect(
      inShort(
        crossOf([
          schema,
          data(['field', 'order_id', 'integer'], ['field', 'service', 'string|null'], ['field', 'ts', 'string']),
        ]),
      ),
    ).toEqual([])
  })

  it('a type, a missing and an unknown field', () => {
    const found = crossOf([
      schema,
      data(['field', 'order_id', 'string|integer'], ['field', 'service', 'string'], ['field', 'level', 'string']),
    ])
    expect(inShort(found)).toEqual([
      'field-not-in-schema: events.jsonl:1 schema.json:1',
      'schema-differs: schema.json:1 events.jsonl:1',
      'schema-field-missing: schema.json:3 events.jsonl:1',
    ])
  })

  it('that have nothing to do with each other', () => {
    expect(inShort(crossOf([schema, data(['field', 'ts', 'integer'], ['field', 'user', 'string'])]))).toEqual([])
  })
})

describe('fields that code asks for', () => {
  const table = other('structured_data', 'orders.csv', [
    'order_id,region,amount,plan,status',
    ['column', 'order_id', 'integer'],
    ['column', 'region', 'category'],
    ['column', 'amount', 'number'],
    ['column', 'plan', 'category'],
    ['column', 'status', 'category'],
  ])
  const asks = (...names: string[]) =>
    python('etl.py', ...names.map(name => [`row["${name}"]`, ['field-use', name]] as const))

  it.each([
    [['order_id', 'amount', 'regions'], ['unknown-field: etl.py:3 orders.csv:1']],
    [['order_id', 'amount', 'ordr_id'], ['unknown-field: etl.py:3 orders.csv:1']],
    [['order_id', 'amount', 'plan', 'status', 'discount'], ['unknown-field: etl.py:5 orders.csv:1']],
    [['order_id', 'amount', 'reason'], []],
    [['order_id', 'amount', 'region'], []],
    [['user', 'password', 'regions'], []],
  ])('%j', (names, expected) => {
    expect(inShort(crossOf([table, asks(...names)]))).toEqual(expected)
  })
})

describe('imports', () => {
  const utils = python('pkg/utils.py', ['def clean(text):', ['definition', 'clean', 'function']])

  it('lead to files; a name that is not there is grave', () => {
    const main = python(
      'pkg/main.py',
      ['from utils import clean', ['import', 'utils', 'clean']],
      ['from .utils import slugify', ['import', '.utils', 'slugify']],
      ['from .lost import thing', ['import', '.lost', 'thing']],
      ['import os', ['import', 'os']],
    )
    expect(inShort(crossOf([main, utils]))).toEqual([
      'imports: pkg/main.py:1',
      'missing-export: pkg/main.py:2 pkg/utils.py:1',
      'unresolved-import: pkg/main.py:3',
    ])
  })

  it('of TypeScript lead to files with other endings and to folders', () => {
    const files = [
      script(
        'src/a.ts',
        ["import { b } from './b.js'", ['import', './b.js', 'b']],
        ["import { c } from './c'", ['import', './c', 'c']],
      ),
      script('src/b.ts', ['export const b = 1', ['definition', 'b', 'constant']]),
      script('src/c/index.ts', ['export const c = 1', ['definition', 'c', 'constant']]),
    ]
    expect(inShort(crossOf(files))).toEqual(['imports: src/a.ts:1 src/a.ts:2'])
  })

  it('of something that was left out are no mistake', () => {
    const main = script('src/a.ts', ["import g from './generated/api'", ['import', './generated/api', 'g']])
    expect(inShort(crossOf([main], { skipped: ['src/generated/'] }))).toEqual([])
  })
})

describe('dependencies', () => {
  const manifest = other(
    'config',
    'requirements.txt',
    ['flask==3.0', ['dependency', 'flask', '3.0']],
    ['PyYAML==6.0', ['dependency', 'PyYAML', '6.0']],
    ['celery==5.4', ['dependency', 'celery', '5.4']],
    ['gunicorn==22', ['dependency', 'gunicorn', '22']],
  )
  it('declared and not imported, imported and not declared', () => {
    const code = python(
      'app.py',
      ['import flask', ['import', 'flask']],
      ['import yaml', ['import', 'yaml']],
      ['import requests', ['import', 'requests']],
      ['import json', ['import', 'json']],
    )
    expect(inShort(crossOf([manifest, code]))).toEqual([
      'undeclared-dependency: app.py:3 requirements.txt:1',
      'unused-dependency: requirements.txt:3 app.py:1',
    ])
  })

  it('are not spoken of without a manifest, nor where nothing fits', () => {
    expect(inShort(crossOf([python('app.py', ['import requests', ['import', 'requests']])]))).toEqual([])
  })
})

describe('paths', () => {
  it('that lead to files and that do not', () => {
    const readme = other(
      'prose',
      'docs/README.md',
      ['See ../app.py.', ['path', '../app.py']],
      ['Run scripts/migrate.py.', ['path', 'scripts/migrate.py']],
      ['It writes /var/log/app.log and out/<name>.csv.', ['path', '/var/log/app.log'], ['path', 'out/<name>.csv']],
    )
    const seed = python('scripts/seed.py', ['pass'])
    expect(inShort(crossOf([readme, python('app.py', ['pass']), seed]))).toEqual([
      'file-references: docs/README.md:1',
      'missing-file: docs/README.md:2 docs/README.md:1',
    ])
  })
})

describe('logs and errors', () => {
  const log = other(
    'log',
    'api.log',
    [
      '01:00 ERROR [w-1] billing: charge failed for order 17',
      ['log-template', 'billing: charge failed for order <*>', '59'],
      ['error-seen', 'gateway.GatewayTimeout', '59'],
    ],
    ['01:01 INFO [w-1] http: GET /health', ['log-template', 'http: GET <*>', '1000']],
    ['01:02 ERROR [w-1] disk: quota exceeded on volume 3', ['log-template', 'disk: quota exceeded on volume <*>', '2']],
  )
  it('are traced to the line that prints or raises them', () => {
    const code = python(
      'service.py',
      ['log.error("charge failed for order %s", order)', ['log-call', 'charge failed for order <*>', 'error']],
      ['raise GatewayTimeout("no answer")', ['raise', 'no answer', 'GatewayTimeout']],
      ['log.info("charge failed")', ['log-call', 'charge <*>', 'info']],
    )
    const { crossFile } = crossOf([log, code])
    expect(inShort(crossOf([log, code]))).toEqual([
      'error-origin: api.log:1 service.py:2',
      'log-origin: api.log:1 service.py:1',
      'log-without-origin: api.log:3 service.py:1',
    ])
    expect(crossFile.find(({ kind }) => kind === 'log-origin')!.summary).toBe(
      '“billing: charge failed for order <*>” (59 times in api.log) is printed at service.py:1',
    )
  })

  it('of another program are left alone', () => {
    const code = python('tool.py', ['print("compiled 12 modules")', ['log-call', 'compiled <*> modules', 'info']])
    expect(inShort(crossOf([log, code]))).toEqual([])
  })
})

describe('documents', () => {
  const code = python(
    'app.py',
    ...['load_user', 'save_user', 'drop_user', 'list_users', 'Store'].map(
      name => [`def ${name}():`, ['definition', name, 'function']] as const,
    ),
  )
  it('that speak of what is not there', () => {
    const readme = other(
      'prose',
      'README.md',
      ['Call `load_user()` first.', ['reference', 'load_user()']],
      ['Then call `load_snapshot()`.', ['reference', 'load_snapshot()']],
      ['A word.', ['reference', 'word']],
    )
    expect(inShort(crossOf([code, readme]))).toEqual([
      expect.stringMatching(/^stale-documentation: README.md:2 app.py:\d$/),
    ])
  })
})

describe('the whole', () => {
  it('ends that do not stand in their file any more take their finding along', () => {
    const code = python('app.py', ['TIMEOUT_SECONDS = 5', ['literal', 'TIMEOUT_SECONDS', '5']])
    const found = crossOf([code, CONFIG], { changed: { 'config.yaml': 'billing:\n  timeout_seconds: 5\n' } })
    expect(found.crossFile).toEqual([])
    expect(found.verification).toEqual({ quotes: 2, verified: 1, relocated: 0, rejected: 1 })
    expect(found.rejected).toMatchObject([{ path: 'config.yaml', line: 2, quote: 'timeout_seconds: 30' }])
  })

  it('nothing at all gives nothing', () => {
    expect(crossOf([])).toMatchObject({ crossFile: [], answer: null, recommendations: [], findings: [] })
  })

  it('is bounded: two thousand files with anchors of every kind', () => {
    const count = 2000
    const files = Array.from({ length: count }, (_, n) =>
      python(
        `src/f${n}.py`,
        ...([
          [`from f${(n + 1) % count} import g${n}`, ['import', `f${(n + 1) % count}`, `g${n}`]],
          [`LIMIT_${n} = ${n}`, ['literal', `LIMIT_${n}`, String(n)]],
          [`row["col_${n % 50}"]`, ['field-use', `col_${n % 50}`]],
          [`def f${n}(): pass`, ['definition', `f${n}`, 'function']],
          [`log.info("step ${n} of many is done")`, ['log-call', `step ${n} of many is done`, 'info']],
        ] as const),
      ),
    )
    const { crossFile } = crossOf([CONFIG, ...files])
    expect(crossFile.length).toBeLessThanOrEqual(5000)
  })
})
