// What is counted as a security problem is one, over clean and faulty code of every language: a CWE alone makes none.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Finding, FindingDraft } from '@shoal/base/model/finding'
import { secretRules } from '@shoal/base/secrets/rules'
import { RULE_KINDS } from '@shoal/flow/rules/rule-table'
import { describe, expect, it } from 'vitest'
import { caseBooks } from '../../packages/flow/tests/case-book.ts'
import { synthesise } from '../../packages/shoal/src/content/source-code/analyst/synthesise.ts'
import { composeAnswer } from '../../packages/shoal/src/stages/answer.ts'
import { languageOf } from '../../packages/shoal/src/text/code/languages/registry.ts'
import { briefOf } from '../../packages/shoal/src/text/question.ts'
import { surveyFileLawfully, surveyLawfully } from '../../packages/shoal/tests/conformance/analyst.ts'
import { typeReport } from '../../packages/shoal/tests/stages/cross-files.ts'

const ASKED = 'Are there security issues?'
const code = fileURLToPath(new URL('../../fixtures/code/', import.meta.url))

/** Said apart from the rules themselves: the rules for dangers and secrets, and nothing else of source code. */
const SECURITY = new Set<string>([...Object.keys(RULE_KINDS), ...Object.values(secretRules).map(({ id }) => id)])

function isSecurity({ rule }: FindingDraft): boolean {
  return rule !== undefined && (SECURITY.has(rule.id) || SECURITY.has(rule.id.slice(rule.id.indexOf('.') + 1)))
}

/** The number that the sentence gives. */
function counted(drafts: readonly FindingDraft[]): number {
  const findings = drafts.map(
    (draft, k): Finding => ({
      ...draft,
      id: String(k),
      contentType: 'source_code',
      path: 'a',
      endLine: draft.endLine ?? draft.line,
      verified: true,
      chunkIds: [],
      count: 1,
      weight: 0.5,
      places: [],
      placeCount: 1,
      relevance: 0.5,
    }),
  )
  const type = { ...typeReport('source_code'), read: { files: 1, bytes: 1, lines: 1 } }
  const { answer } = composeAnswer([{ ...type, findings, findingCount: findings.length }], [], briefOf(ASKED))
  if (/^No security problem was found/.test(answer!)) return 0
  const of =
    /^([\d,]+) (?:of the [\d,]+ problems in 1 file (?:are security problems|is a security problem)|security problems? in 1 file)/
  const said = of.exec(answer!)
  expect(said, answer!).not.toBeNull()
  return Number(said![1])
}

function expectCounted(drafts: readonly FindingDraft[]): void {
  const problems = drafts.filter(({ nature }) => nature === 'problem')
  expect(counted(problems)).toBe(problems.filter(isSecurity).length)
}

const UNTIDY = `import os
import json
import random


def first(rows):
    total = 0
    for row in rows:
        if row > 3:
            total += row * 2
        else:
            total -= row
    # TODO: rename this
    print(total)
    return total


def second(rows):
    total = 0
    for row in rows:
        if row > 3:
            total += row * 2
        else:
            total -= row
    # TODO: rename this
    print(total)
    return total


def third(rows):
    try:
        return first(rows)
    except:
        pass
`

describe('the count of security problems', () => {
  it.each(readdirSync(code))('is none of clean code: %s', async name => {
    const { findings } = await surveyFileLawfully(`${code}${name}`, { stretches: [] })
    expectCounted(findings)
    expect(counted(findings.filter(({ nature }) => nature === 'problem'))).toBe(0)
  })

  it('leaves out what is only untidy, though it carries a CWE', async () => {
    const { findings } = await surveyLawfully({ name: 'untidy.py', content: UNTIDY, type: 'source_code' })
    expect(findings.filter(({ rule }) => rule?.cwe !== undefined).length).toBeGreaterThan(1)
    expect(counted(findings.filter(({ nature }) => nature === 'problem'))).toBe(0)
  })

  const books = caseBooks()
  for (const family of new Set(books.map(one => one.family)))
    it(`is of the rules for dangers and no others: ${family}`, async () => {
      const bad = books.filter(one => one.family === family && one.isBad)
      // One will do: each book is tried whole elsewhere.
      const rules = new Set<string>()
      const few = bad.filter(({ rule }) => rules.size < 1 && !rules.has(rule) && rules.add(rule))
      for (const { text, grammar } of few) {
        const { findings } = await surveyLawfully({
          name: `case${languageOf(grammar).extensions!.split(' ', 1)[0]}`,
          content: text,
          stretches: [],
        })
        expectCounted(findings)
        expect(findings.filter(isSecurity).length, text).toBeGreaterThan(0)
      }
    })
})

describe('a language that no security rule knows', () => {
  const notes = async (name: string, content: string, question: string): Promise<readonly string[]> => {
    const survey = await surveyLawfully({ name, content, stretches: [] })
    const file = { path: name, language: null, sizeBytes: 1, lineCount: 1, ...survey, findings: [], answers: [] }
    return synthesise([file], briefOf(question)).notes ?? []
  }

  it('is named when security is asked for, and only then', async () => {
    const lua = 'local function add(a, b)\n  return a + b\nend\nprint(add(1, 2))\n'
    expect(await notes('a.lua', lua, ASKED)).toEqual([
      'no security rule knows lua: 1 file could not be looked at for such problems',
    ])
    expect(await notes('a.lua', lua, 'Which functions are long?')).toEqual([])
    expect(await notes('a.py', 'def add(a, b):\n    return a + b\n', ASKED)).toEqual([])
  })

  it('is named in the sentence that denies, and so is code that was not parsed', async () => {
    const minified = `var a=${'"x"+'.repeat(900)}1;\n`
    const survey = await surveyLawfully({ name: 'a.js', content: minified, stretches: [] })
    const file = { path: 'a.js', language: null, sizeBytes: 1, lineCount: 1, ...survey, findings: [], answers: [] }
    const { unjudged, answers } = synthesise([file], briefOf('Is there any SQL injection?'))
    expect(unjudged).toEqual([{ concern: 'security', what: 'javascript that was not parsed', files: 1 }])
    expect(answers.map(({ text }) => text)).toContain(
      'The rules for sql injection found nothing in 1 source file (to 1 of them, javascript that was not parsed, no rule can be applied).',
    )
  })
})
