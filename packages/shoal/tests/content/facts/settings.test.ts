// Settings of configuration, JSON, code and documents as rows.
import { describe, expect, it } from 'vitest'
import { rowsOf } from './told-rows.ts'

const settingsOf = (name: string, lines: readonly string[]) => rowsOf(name, lines, 'settings')

describe('settings', () => {
  it.each<[string, string[], object[]]>([
    [
      'a.yaml',
      ['server:', '  timeout: 30s', '  hosts: [a, b]'],
      [
        { line: 2, key: 'server.timeout', name: 'timeout', value: '30s', number: 30, unit: 's', kind: 'config' },
        { line: 3, key: 'server.hosts[0]', value: 'a' },
        { line: 3, key: 'server.hosts[1]', value: 'b' },
      ],
    ],
    [
      'a.toml',
      ['[pool]', 'max_size = 1_000', 'text = """', 'x', '"""'],
      [
        { line: 2, key: 'pool.max_size', number: 1000 },
        { line: 3, key: 'pool.text', value: 'x' },
      ],
    ],
    [
      'a.ini',
      ['[db]', 'port = 5432', 'code = 007'],
      [
        { key: 'db.port', number: 5432 },
        { key: 'db.code', value: '007' },
      ],
    ],
    [
      '.env',
      ['TIMEOUT_MS=300', 'DB_PASSWORD=s3cr3tpass99'],
      [
        { key: 'TIMEOUT_MS', number: 300, unit: 'ms', kind: 'env' },
        { key: 'DB_PASSWORD', value: 's3…[masked]' },
      ],
    ],
    ['a.properties', ['server.port=8080'], [{ key: 'server.port', name: 'server.port', number: 8080 }]],
    [
      'package.json',
      ['{', '  "name": "x",', '  "engines": { "node": ">=20" },', '  "files": ["a"]', '}'],
      [
        { line: 2, key: 'name', value: 'x' },
        { line: 3, key: 'engines.node', name: 'node', value: '>=20' },
        { line: 4, key: 'files[0]', name: 'files', value: 'a' },
      ],
    ],
    [
      'web.config',
      ['<configuration>', '<appSettings>', '<add key="Timeout" value="30"/>', '</appSettings>', '</configuration>'],
      [{ line: 3, key: 'configuration.appSettings.add.Timeout', name: 'Timeout', number: 30 }],
    ],
    [
      'a.md',
      [
        '# Options',
        '',
        '- `timeout` (default 30) is a limit.',
        '',
        '| Option | Default |',
        '|---|---|',
        '| `port` | `8080` |',
        '',
        'Some more words to be read as prose.',
      ],
      [
        { line: 3, key: 'timeout', number: 30, kind: 'docs' },
        { line: 7, key: 'port', number: 8080, kind: 'docs' },
      ],
    ],
    [
      'a.py',
      [
        'import os',
        'MAX_RETRIES = 5',
        'class A:',
        '    def f(self, timeout=15):',
        "        return os.environ.get('PORT', '5433')",
      ],
      [
        { line: 2, key: 'MAX_RETRIES', number: 5, kind: 'code' },
        { line: 4, key: 'A.f.timeout', name: 'timeout', number: 15, kind: 'code' },
        { line: 5, key: 'PORT', value: '5433', number: 5433, kind: 'env' },
      ],
    ],
    [
      'a.ts',
      ['export const PORT = 5433', 'const ms = process.env.TIMEOUT_MS ?? 5000'],
      [
        { line: 1, key: 'PORT', number: 5433, kind: 'code' },
        { line: 2, key: 'TIMEOUT_MS', number: 5000, unit: 'ms', kind: 'env' },
      ],
    ],
  ])('of %s', async (name, lines, expected) => {
    expect(await settingsOf(name, lines)).toMatchObject(expected)
  })

  it('of JSON that holds records: none', async () => {
    expect(await settingsOf('a.json', ['{"rows": [{"a": 1, "b": 2}, {"a": 3, "b": 4}]}'])).toEqual([])
  })

  it('of a long table: all of its rows', async () => {
    const rows = Array.from({ length: 600 }, (_, k) => `| option_${k} | the meaning of it | ${k} |`)
    const found = await settingsOf('a.md', [
      '# Options',
      '',
      'All of them are listed here.',
      '',
      '| Name | Meaning | Default |',
      '|---|---|---|',
      ...rows,
    ])
    expect(found.map(({ line, ...values }) => [line, values])).toEqual(
      rows.map((_, k) => [
        k + 7,
        { key: `option_${k}`, name: `option_${k}`, value: String(k), number: k, kind: 'docs' },
      ]),
    )
  })
})
