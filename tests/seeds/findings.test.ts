// Content-Aware RLM, sections 4a to 4c and step 4 of the examples A to C: the findings that they show, with their fields. Counts are
// those of data made here, for the seeds do not bring theirs.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../packages/shoal/tests/conformance/analyst.ts'

const of = async (name: string, content: string, query: string) =>
  (await surveyLawfully({ name, content, query, stretches: [] })).findings

describe('4a and example A: code', () => {
  const LOADER = [
    'import os',
    'import subprocess',
    'from flask import request',
    'import sqlite3',
    '',
    '',
    'class DataLoader:',
    '    def load_from_url(self):',
    '        url = request.args["url"]',
    '        return subprocess.run("curl " + url, shell=True)',
    '',
    '    def fetch(self, url):',
    "        return subprocess.run(['curl', url], shell=False)",
    '',
    '    def query_db(self, table):',
    '        user_id = request.args["id"]',
    '        cursor = sqlite3.connect("a.db").cursor()',
    '        return cursor.execute(f"SELECT * FROM {table} WHERE id = {user_id}")',
    '',
  ]

  it('finds both dangers with type, scope, evidence, line and severity', async () => {
    const found = await of(
      'data_pipeline.py',
      LOADER.join('\n'),
      'Review this module for security issues and code quality',
    )
    const dangers = found.filter(({ type }) => type === 'vulnerability')
    expect(dangers.map(({ scope, line, severity }) => [scope, line, severity])).toEqual([
      ['function:DataLoader.load_from_url', 10, 'high'],
      ['function:DataLoader.query_db', 18, 'high'],
    ])
    for (const { line, evidence } of dangers) expect(LOADER[line - 1]).toContain(evidence)
  })

  it('does not call a fixed program in a list a danger, as the example does (decision 24)', async () => {
    const found = await of('data_pipeline.py', LOADER.join('\n'), 'Review this module for security issues')
    expect(found.filter(({ type, line }) => type === 'vulnerability' && line === 13)).toEqual([])
  })
})

describe('4b and example B: tables', () => {
  const ROWS = 5000
  const regions = ['NA', 'EMEA', 'APAC', 'LATAM']
  const row = (k: number) => {
    const share = (k * 7919) % ROWS
    const region = regions[share < 3200 ? 0 : share < 4300 ? 1 : share < 4880 ? 2 : 3]
    const mrr = k === 1842 ? 52_400 : k === 2201 ? 78_000 : k === 3003 ? 61_500 : 100 + ((k * 31) % 57)
    const login = (k * 104_729) % ROWS < 401 ? '' : `2025-0${1 + (k % 9)}-1${k % 9}`
    return `${k},c${k}@example.org,${region},${mrr},${login}`
  }
  const content = `id,email,region,mrr,last_login\n${Array.from({ length: ROWS }, (_, k) => row(k)).join('\n')}\n`
  const query = 'Analyze customer distribution by region and identify anomalies'
  let table: ReturnType<typeof of> | undefined
  const survey = () => (table ??= of('customers-2025.csv', content, query))

  it('tells the distribution of region with exact counts and total_rows', async () => {
    const found = (await survey()).find(({ type, column }) => type === 'distribution' && column === 'region')!
    expect(Object.fromEntries(found.distribution!.map(({ value, count }) => [value, count]))).toEqual({
      NA: 3200,
      EMEA: 1100,
      APAC: 580,
      LATAM: 120,
    })
    expect(found.totalRows).toBe(ROWS)
  })

  it('tells the outliers of mrr, and the rows where they stand', async () => {
    const found = (await survey()).find(({ type, column }) => type === 'outlier' && column === 'mrr')!
    const places = [found, ...(found.more ?? [])]
    expect(places.map(({ line }) => line)).toEqual(expect.arrayContaining([1844]))
    expect(JSON.stringify(found)).toContain('78')
  })

  it('tells that 8 % of last_login is missing, 401 of 5,000', async () => {
    const found = (await survey()).find(({ type, column }) => type === 'missing_data' && column === 'last_login')!
    expect(found.summary).toMatch(/\b401\b/)
    expect(found.summary).toMatch(/5,000/)
  })

  // Step 5: "last_login missing data rate increases in later chunks".
  describe('step 5: the missing rate', () => {
    const missingAt = async (rate: (share: number) => number) => {
      const rows = 12_000
      let due = 0
      const lines = Array.from({ length: rows }, (_, k) => {
        due += rate(k / rows)
        const isMissing = due >= 1
        if (isMissing) due--
        return `${k},c${k}@example.org,${regions[k % 4]},${isMissing ? '' : `2025-0${1 + (k % 9)}-1${k % 9}`}`
      })
      const found = await of('customers-2025.csv', `id,email,region,last_login\n${lines.join('\n')}\n`, query)
      return found.find(({ type, column }) => type === 'missing_data' && column === 'last_login')!
    }

    it('that rises from chunk to chunk is told with both rates', async () => {
      const found = await missingAt(share => 0.05 + 0.06 * share)
      expect(found.summary).toMatch(
        /`last_login` is missing more and more often: 5\.\d % .* 10\.\d % at its end; 959 of/,
      )
      expect(found.severity).toBe('medium')
    })

    it('that is even, or goes up and down, does not rise', async () => {
      for (const rate of [() => 0.08, (share: number) => (share < 0.3 ? 0.02 : share < 0.6 ? 0.3 : 0.06)]) {
        const found = await missingAt(rate)
        expect(found.summary).not.toContain('more and more')
      }
    })
  })
})

describe('4c: JSON lines', () => {
  it('tells that 15 % of the objects lack metadata.source, with its path', async () => {
    const line = (k: number) =>
      JSON.stringify({
        id: k,
        event: k % 2 ? 'click' : 'view',
        metadata: (k * 101) % 450 < 68 ? { user_id: k } : { source: 'web', user_id: k },
      })
    const content = `${Array.from({ length: 450 }, (_, k) => line(k)).join('\n')}\n`
    const found = (await of('events.jsonl', content, 'Report schema patterns.')).find(
      ({ type, jsonPath }) => type === 'schema_variation' && jsonPath?.includes('source'),
    )!
    expect(found.summary).toMatch(/\b68\b/)
    expect(found.summary).toMatch(/450/)
    expect(found.severity).not.toBe('high')
  })
})

describe('example C: a log', () => {
  it('tells the errors, and when they cluster', async () => {
    const at = (k: number) => new Date(Date.UTC(2026, 1, 11, 1, 0, k)).toISOString()
    const lines = Array.from({ length: 6000 }, (_, k) =>
      k >= 3000 && k < 3060
        ? `${at(k)} ERROR upstream db-primary refused connection ${k}`
        : `${at(k)} INFO request ${k} was answered`,
    )
    const found = await of(
      'api-server.log',
      `${lines.join('\n')}\n`,
      'What errors occurred and are there any patterns in the failures?',
    )
    const cluster = found.find(({ type }) => type === 'error_cluster')!
    expect(cluster.count).toBe(60)
    expect(cluster.line).toBe(3001)
    expect(found.some(({ type, summary }) => type === 'burst' && summary.includes('01:50'))).toBe(true)
  })
})
