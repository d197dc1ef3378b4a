// SARIF logs as scanners write them: what is read of them, and that nothing in them can do harm.

import { ShoalError } from '@shoal/base/model/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSarif } from '../../../src/stages/imported/read-sarif.ts'

type Json = Record<string, unknown>

const log = (run: Json) => JSON.stringify({ version: '2.1.0', runs: [run] })
const at = (uri: string, region: Json = {}) => [{ physicalLocation: { artifactLocation: { uri }, region } }]
const read = (run: Json) => readSarif(log(run), 'x.sarif')

describe('a log', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('that says %s says nothing known', word => {
    const rules = [{ id: 'r', properties: { tags: ['security'], precision: word }, messageStrings: {} }]
    const locations = [{ physicalLocation: { artifactLocation: { uri: 'a.py', uriBaseId: word } } }]
    const result = { ruleId: 'r', ruleIndex: 0, level: word, message: { id: word }, locations }
    const { findings } = read({ tool: { driver: { name: 'T', rules } }, originalUriBaseIds: {}, results: [result] })
    expect(findings).toMatchObject([{ uri: 'a.py', severity: 'medium', confidence: 'medium', summary: 'r' }])
  })

  it('names rule, place, quote and kind', () => {
    const rules = [
      {
        id: 'B608',
        name: 'hardcoded_sql_expressions',
        shortDescription: { text: 'SQL made of strings' },
        helpUri: 'https://example.org/b608',
        properties: { tags: ['security', 'external/cwe/cwe-089'], precision: 'high' },
      },
    ]
    const result = {
      ruleId: 'B608',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'Possible SQL injection.' },
      locations: at('src/a.py', { startLine: 6, endLine: 7, snippet: { text: '  db.execute(x)\n' } }),
    }
    const { findings, leftOut } = read({ tool: { driver: { name: 'Bandit', rules } }, results: [result] })
    expect(leftOut.size).toBe(0)
    expect(findings).toEqual([
      expect.objectContaining({
        uri: 'src/a.py',
        type: 'vulnerability',
        line: 6,
        endLine: 7,
        evidence: 'db.execute(x)',
        severity: 'high',
        confidence: 'high',
        tools: [{ tool: 'Bandit', rule: 'B608' }],
        rule: {
          id: 'bandit.B608',
          title: 'SQL made of strings',
          explanation: 'SQL made of strings. See https://example.org/b608.',
          concern: 'security',
          cwe: 'CWE-89',
        },
      }),
    ])
  })

  it('takes words, rules and files by reference', () => {
    const run = {
      tool: {
        driver: { name: 'T' },
        extensions: [
          {
            rules: [
              {
                id: 'R1',
                messageStrings: { default: { text: 'call of {0} in {1}' } },
                defaultConfiguration: { level: 'note' },
                relationships: [{ target: { id: '78', toolComponent: { name: 'CWE' } } }],
              },
            ],
          },
        ],
      },
      artifacts: [{ location: { uri: 'lib/b.c', uriBaseId: 'ROOT' } }],
      originalUriBaseIds: { ROOT: { uri: 'file:///home/x/' } },
      results: [
        {
          rule: { index: 0, toolComponent: { index: 0 } },
          message: { id: 'default', arguments: ['system', 'main'] },
          locations: [{ physicalLocation: { artifactLocation: { index: 0 }, region: { startLine: 3 } } }],
        },
      ],
    }
    expect(read(run).findings[0]).toMatchObject({
      uri: 'file:///home/x/lib/b.c',
      summary: 'call of system in main',
      severity: 'low',
      rule: { id: 't.R1', cwe: 'CWE-78' },
    })
  })

  it('gives style no gravity, and scores what they say', () => {
    const one = (properties: Json, level: string) =>
      read({
        tool: { driver: { name: 'L', rules: [{ id: 'a', properties }] } },
        results: [{ ruleId: 'a', level, message: { text: 'm' }, locations: at('a') }],
      }).findings[0]!.severity
    expect([one({}, 'error'), one({}, 'warning'), one({ tags: ['security'] }, 'error')]).toEqual([
      'medium',
      'low',
      'high',
    ])
    expect([one({ 'security-severity': '9.1' }, 'note'), one({ 'security-severity': '4' }, 'error')]).toEqual([
      'high',
      'medium',
    ])
  })

  it('counts what is no finding', () => {
    const message = { text: 'm' }
    const { findings, leftOut } = read({
      tool: { driver: { name: 'L' } },
      results: [
        { kind: 'pass', message, locations: at('a') },
        { suppressions: [{ kind: 'inSource' }], message, locations: at('a') },
        { baselineState: 'absent', message, locations: at('a') },
        { message },
        { suppressions: [{ kind: 'inSource', status: 'rejected' }], message, locations: at('a') },
      ],
    })
    expect(findings).toHaveLength(1)
    expect([...leftOut]).toEqual([
      ['are of the kind pass', 1],
      ['were suppressed there', 1],
      ['are of an earlier state', 1],
      ['name no file', 1],
    ])
  })
})

describe('anything else', () => {
  it.each([
    ['', 'x.sarif is not JSON'],
    ['[]', 'x.sarif is not a SARIF log: it has no list "runs"'],
    ['{"runs":{}}', 'x.sarif is not a SARIF log: it has no list "runs"'],
    ['{"version":"1.0.0","runs":[]}', 'x.sarif is SARIF 1.0.0, and only 2.1.0 is read'],
    ['{"runs":[]}', 'x.sarif is SARIF of no version, and only 2.1.0 is read'],
  ])('%s', (text, message) => {
    expect(() => readSarif(text, 'x.sarif')).toThrow(message)
  })

  it('is refused or read, and never breaks', () => {
    const keys = [
      'tool',
      'driver',
      'rules',
      'results',
      'locations',
      'physicalLocation',
      'region',
      'message',
      'text',
      'id',
      'uri',
      'index',
      'rule',
      'properties',
      'tags',
      'artifacts',
    ]
    const tree = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(null, 1, -1, 1.5, 'x', '', true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 6 }),
      ),
    })).value
    fc.assert(
      fc.property(tree, value => {
        const { findings } = readSarif(JSON.stringify({ version: '2.1.0', runs: [value, { results: [value] }] }), 'x')
        expect(findings.every(({ line, endLine = line }) => line >= 1 && endLine >= line)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string(), text => {
        expect(() => readSarif(text, 'x')).toThrow(ShoalError)
      }),
    )
  })
})
