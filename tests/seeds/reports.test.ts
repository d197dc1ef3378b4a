// Content-Aware RLM, sections 4a to 4c and example A: metadata of the reports of chunks, scopes; Multi-File RLM, section 8: the line
// that reaches the lead.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@shoal/base/model/finding'
import type { AnalystReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../packages/shoal/src/content/registry.ts'
import { chunkReports, gate } from '../../packages/shoal/src/run/analysis/gated.ts'
import { partition } from '../../packages/shoal/src/stages/partition.ts'
import { surveySource } from '../../packages/shoal/src/stages/survey.ts'
import { taskLine } from '../../packages/shoal/src/stages/task-line.ts'
import { briefOf } from '../../packages/shoal/src/text/question.ts'
import { openSource } from '../../packages/shoal/src/text/source-file.ts'
import { requestFor } from '../../packages/shoal/tests/conformance/cutting.ts'

const registry = createRegistry()

async function reportsOn(name: string, typeName: string, content: string, size?: number): Promise<AnalystReport[]> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-seeds-'))
  const file = join(directory, name)
  writeFileSync(file, content)
  const source = openSource(file)
  try {
    const type = registry.get(typeName)!
    const analyst = await type.builtIn()
    const language = typeName === 'source_code' ? 'python' : null
    const cut = await partition(source, type, requestFor({ type, language, ...(size === undefined ? {} : { size }) }))
    const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
    const { lineCount, sizeBytes } = cut
    const about = { path: name, contentType: typeName, language, sizeBytes, lineCount, chunks }
    const task = { about, brief: briefOf(null), signal: new AbortController().signal, onRead: () => {} }
    const survey = await gate(() => surveySource(analyst, source, task), { source, analyst, ...task })
    return chunkReports(survey, about)
  } finally {
    source.close()
    rmSync(directory, { recursive: true })
  }
}

const metadata = (reports: readonly AnalystReport[]) =>
  reports.map(report => report.metadata as Record<string, unknown>)
const repeat = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n))

describe('metadata is of the chunk, not of the file', () => {
  it('4a, code: language, structures, imports, key_topics', async () => {
    const method = (name: string) => [`    def ${name}(self, rows):`, ...repeat(20, k => `        rows += ${k}`), '']
    const lines = [
      'import os',
      'import subprocess',
      '',
      'class DataLoader:',
      ...method('load_from_url'),
      ...method('query_db'),
      'def validate(rows):',
      ...repeat(50, k => `    rows += ${k}`),
    ]
    const told = metadata(await reportsOn('data_pipeline.py', 'source_code', `${lines.join('\n')}\n`, 50))
    expect(told.length).toBeGreaterThan(1)
    expect(told[0]!.structures).toEqual(['class:DataLoader', 'function:load_from_url'])
    expect(told.flatMap(one => one.structures)).toEqual([
      'class:DataLoader',
      'function:load_from_url',
      'function:query_db',
      'function:validate',
    ])
    for (const one of told)
      expect(one).toMatchObject({
        content_type: 'source_code',
        language: 'python',
        imports: ['os', 'subprocess'],
        key_topics: expect.any(Array),
      })
  })

  it('4b, tables: columns, row_count, key_topics', async () => {
    const rows = repeat(412, n => `${n},Ann,active,2026-02-11`)
    const told = metadata(
      await reportsOn('users.csv', 'structured_data', `id,name,status,created_at\n${rows.join('\n')}\n`, 200),
    )
    expect(told).toHaveLength(2)
    for (const one of told)
      expect(one).toMatchObject({ content_type: 'structured_data', columns: ['id', 'name', 'status', 'created_at'] })
    expect(told.map(one => one.row_count)).toEqual([206, 206])
  })

  it('4c, JSON lines: format, object_count, schema_fields, key_topics', async () => {
    const event = (n: number) => ({ id: n, event: 'click', timestamp: 't', metadata: { user_id: n } })
    const late = (n: number) => ({ ...event(n), metadata: { source: 'web', user_id: n } })
    const lines = repeat(450, n => JSON.stringify(n < 225 ? event(n) : late(n)))
    const told = metadata(await reportsOn('events.jsonl', 'jsonl', `${lines.join('\n')}\n`, 225))
    expect(told).toHaveLength(2)
    expect(told[0]).toMatchObject({
      format: 'jsonl',
      object_count: 225,
      schema_fields: ['id', 'event', 'timestamp', 'metadata.user_id'],
    })
    expect(told[1]).toMatchObject({
      object_count: 225,
      schema_fields: ['id', 'event', 'timestamp', 'metadata.source', 'metadata.user_id'],
    })
  })

  it('4c, JSON: elements of an array, or one object', async () => {
    const list = JSON.stringify(repeat(400, n => n as unknown as string).map(n => ({ id: n, tags: [{ name: 'a' }] })))
    const told = metadata(await reportsOn('list.json', 'json', list, 200))
    expect(told.reduce((sum, one) => sum + (one.object_count as number), 0)).toBe(400)
    expect(told[0]).toMatchObject({ format: 'json', schema_fields: ['id', 'tags[*].name'] })
    const [config] = metadata(await reportsOn('config.json', 'json', '{"name": "a", "database": {"port": 5432}}'))
    expect(config).toMatchObject({ object_count: 1, schema_fields: ['name', 'database.port'] })
  })

  it('4c: a chunk too long to be read again is not counted, and says of how many objects its fields are', async () => {
    const long = 'x'.repeat(1_000_000)
    const lines = ['{"a": 1}', ...repeat(4, () => JSON.stringify({ b: long })), '17']
    const [told] = metadata(await reportsOn('long.jsonl', 'jsonl', `${lines.join('\n')}\n`, 225))
    expect(told).toMatchObject({ format: 'jsonl', schema_fields: ['a', 'b'], schema_fields_of: 4 })
    expect(told).not.toHaveProperty('object_count')
  })
})

describe('example A, step 4: findings', () => {
  it('name the class in their scope: function:DataLoader.query_db', async () => {
    const text = [
      'import sqlite3',
      'from flask import request',
      '',
      'class DataLoader:',
      '    def query_db(self, table):',
      '        user_id = request.args["id"]',
      '        cursor = sqlite3.connect("a.db").cursor()',
      '        cursor.execute(f"SELECT * FROM {table} WHERE id = {user_id}")',
      '',
    ].join('\n')
    const [report] = await reportsOn('data_pipeline.py', 'source_code', text)
    const found = report!.findings.find(({ type }) => type === 'vulnerability')
    expect(found).toMatchObject({ scope: 'function:DataLoader.query_db', line: 8, severity: 'high', verified: true })
  })
})

describe('Multi-File RLM, section 8: one line reaches the lead', () => {
  const of = (severity: Finding['severity'], nature: Finding['nature'] = 'problem') => ({ severity, nature })
  const findings = [of('high'), of('high'), of('medium'), of('low')]
  const chunk = {
    path: 'a.py',
    index: 3,
    of: 10,
    startLine: 1,
    endLine: 2,
    startByte: 0,
    endByte: 9,
    id: 'x',
    continuation: false,
  }

  it('exactly as in the example', () => {
    expect(taskLine({ id: 'analyze-3', chunk }, findings)).toBe(
      'Chunk 3/10 complete: 4 findings (2 high, 1 medium, 1 low)',
    )
  })

  it('counts no fact as low', () => {
    expect(taskLine({ id: 'analyze-3', chunk }, [...findings, of('low', 'fact'), of('low', 'fact')])).toBe(
      'Chunk 3/10 complete: 6 findings (2 high, 1 medium, 1 low, 2 facts)',
    )
  })
})
