import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { reportSarif } from '../../../src/stages/report/sarif.ts'
import { sampleFinding, sampleReport } from './sample-report.ts'

const schemaFile = new URL('../../../../../fixtures/sarif/sarif-2.1.0-rtm.5.json', import.meta.url)

/** The published schema is of draft 4; what it uses of it means the same to a validator of draft 7. */
function validator() {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'))
  return new Ajv({ strict: false, validateFormats: false, allErrors: true, unicodeRegExp: false }).compile(schema)
}

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly locations: readonly {
    physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } }
  }[]
  readonly partialFingerprints: Record<string, string>
}

function runOf(report = sampleReport()) {
  const document = reportSarif(report, '1.2.3') as {
    runs: [{ results: Result[]; tool: { driver: { rules: { id: string; properties: { tags: string[] } }[] } } }]
  }
  return { document, ...document.runs[0] }
}

describe('SARIF', () => {
  it('validates against the schema, and an invalid document does not', () => {
    const validate = validator()
    const { document } = runOf()
    expect(validate(document), JSON.stringify(validate.errors?.slice(0, 5))).toBe(true)
    expect(validate({ ...document, version: '3.0.0' })).toBe(false)
    expect(validate({ ...document, runs: [{}] })).toBe(false)
    expect(
      validate(
        reportSarif(sampleReport({ findings: [], crossFile: [], failed: [{ what: 'a', reason: 'b' }] }), '1.0.0'),
      ),
    ).toBe(true)
  })

  it('has problems only, each with a rule of the list, and CWE tags', () => {
    const { results, tool } = runOf()
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['python.sql-injection', 'error'],
      ['structured_data.missing_data', 'warning'],
      ['cross-file.hard-coded-value', 'warning'],
    ])
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId)
    expect(tool.driver.rules[0]!.properties.tags).toContain('external/cwe/cwe-89')
  })

  it('escapes paths so that they are URIs', () => {
    const { results } = runOf()
    expect(results[1]!.locations[0]!.physicalLocation.artifactLocation.uri).toBe('a%20b%23%25.csv')
  })

  it('keeps fingerprints when lines move, and tells different problems apart', () => {
    const moved = runOf(sampleReport({ findings: [sampleFinding({ line: 90, endLine: 90 })] }))
    const before = runOf(sampleReport({ findings: [sampleFinding()] }))
    expect(moved.results[0]!.partialFingerprints).toEqual(before.results[0]!.partialFingerprints)
    const all = runOf().results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))
    expect(new Set(all).size).toBe(all.length)
  })
})
