// Every section of the five seed documents, and what holds it: a test of this folder (file: words in it), or a row of a decision
// record that says why we differ (record: its first cell). Nobody has to audit again; whoever renames one is told.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** CA Content-Aware RLM, MF Multi-File RLM, Co Concepts, S1 the rlm-subcall skill, S2 the rlm-subcall agent. */
const SECTIONS: readonly (readonly [seed: string, section: string, ...heldBy: string[]])[] = [
  ['CA', 'Problem Statement', 'plans.test.ts: example 1: a project of nine files'],
  ['CA', 'Design Overview', 'skills.test.ts: section 3: routing by content type'],
  ['CA', '1 Stage 1: Extension Mapping', 'detection.test.ts: stage 1: extension mapping'],
  ['CA', '1 Stage 2: Content Sniffing', 'detection.test.ts: stage 2: content sniffing', '0024: CA 1, stage 2'],
  [
    'CA',
    '1 Implementation (log line, default to prose)',
    'detection.test.ts: logs the type and how it was found',
    'detection.test.ts: no pattern matches',
    '0024: CA 1',
  ],
  ['CA', '2 Source Code', 'cutting.test.ts: section 2: source code', '0024: CA 2, source code'],
  ['CA', '2 Structured Data', 'cutting.test.ts: 45,000 rows: 9 chunks of 5,000', '0024: CA 2, CSV'],
  ['CA', '2 JSON', 'cutting.test.ts: sizes', '0024: CA 2, JSON', '0024: CA 2, schema injection'],
  ['CA', '2 JSONL / NDJSON', 'cutting.test.ts: sizes'],
  ['CA', '2 Log Files', 'cutting.test.ts: a log at 5,000 lines a chunk overlaps by 50', '0024: CA 2, log'],
  ['CA', '2 Prose / Markdown / Docs', 'cutting.test.ts: sizes', '0024: CA 2, prose', '0024: CA 2, ranges of lines'],
  [
    'CA',
    '2 Config / Markup / Unknown',
    'cutting.test.ts: sizes',
    '0024: CA 2, config and markup',
    '0024: CA 2, unknown',
  ],
  ['CA', '3 Routing Matrix', 'skills.test.ts: section 3: routing by content type'],
  ['CA', '3 Why NOT Route to Existing Plugin Agents', 'skills.test.ts: section 4: agents'],
  [
    'CA',
    '4a rlm-code-analyzer',
    'findings.test.ts: 4a and example A: code',
    'reports.test.ts: 4a, code: language',
    'skills.test.ts: knows the types of findings',
  ],
  ['CA', '4b rlm-data-analyzer', 'findings.test.ts: 4b and example B: tables', 'reports.test.ts: 4b, tables: columns'],
  [
    'CA',
    '4c rlm-json-analyzer',
    'findings.test.ts: 4c: JSON lines',
    'reports.test.ts: 4c, JSON lines: format',
    '0024: CA 4c',
    '0024: CA 4c, evidence',
    '0024: CA 4c, metadata',
    '0024: CA 4c, path',
  ],
  [
    'CA',
    '4 rlm-synthesizer and Agent Summary',
    'skills.test.ts: 5c: the synthesizer adapts',
    '0024: CA 4',
    '0024: CA 3, output',
  ],
  ['CA', '5a rlm-pattern', 'skills.test.ts: 5a: rlm-pattern has detection', '0024: CA 5a'],
  ['CA', '5b rlm-chunk-analyzer', 'skills.test.ts: section 4: agents'],
  ['CA', '5c rlm-synthesizer', 'skills.test.ts: 5c: the synthesizer adapts'],
  ['CA', '5d agent-types', 'skills.test.ts: 5d: agent-types has the three rows', '0024: CA 5d'],
  [
    'CA',
    '6 Example A',
    'cutting.test.ts: section 6, example A',
    'findings.test.ts: 4a and example A: code',
    '0024: CA 6, example A',
  ],
  [
    'CA',
    '6 Example B',
    'cutting.test.ts: section 6, examples B and C',
    'findings.test.ts: 4b and example B: tables',
    '0024: CA 6, example B',
    'findings.test.ts: step 5: the missing rate',
    'questions-parts.test.ts: distribution by region and anomalies',
  ],
  [
    'CA',
    '6 Example C',
    'cutting.test.ts: section 6, examples B and C',
    'findings.test.ts: example C: a log',
    'questions-log.test.ts: What errors occurred',
  ],
  ['CA', '7 Design Decisions & Tradeoffs', 'skills.test.ts: section 4: agents'],
  ['CA', '8 File Change Summary', 'skills.test.ts: section 5: skills and the command'],
  ['CA', '9 Future Considerations', 'later.test.ts: 001, Cross-directory analysis', '0024: CA 2, source code'],
  ['MF', 'Problem and overview', 'plans.test.ts: example 1: a project of nine files'],
  ['MF', 'Parameters and enumeration', '0024: MF 3'],
  ['MF', 'Default exclusions', '0024: MF 3, default exclusions'],
  [
    'MF',
    'Partition budget, tiers',
    'plans.test.ts: tiers: a single file',
    'cutting.test.ts: section 2 and Multi-File section 4: sizes',
    '0024: MF 4, tiers',
  ],
  ['MF', 'Small file batching', 'plans.test.ts: a batch lists its files', '0024: MF 5'],
  ['MF', 'Mixed analyst routing, names', 'plans.test.ts: analysts are named by what they read'],
  ['MF', 'Two-phase synthesis', 'plans.test.ts: syntheses name their mode', '0024: MF 9', '0024: MF 7'],
  ['MF', 'Findings in task descriptions', 'reports.test.ts: one line reaches the lead', '0024: MF 8, D4'],
  ['MF', '/compact between phases', 'skills.test.ts: /compact between phases'],
  ['MF', 'Analyst and synthesizer changes', '0024: MF 8'],
  ['MF', 'Example 1', 'plans.test.ts: example 1: a project of nine files', '0024: MF example 1'],
  ['MF', 'Example 2', 'plans.test.ts: example 2: a data directory of eight', '0024: MF example 2, step 4'],
  ['MF', 'D1 to D4', 'plans.test.ts: the words of tasks', '0024: MF 8, D4'],
  ['MF', 'No new components', '0024: MF 10'],
  ['MF', 'Future: cross-directory analysis', 'later.test.ts: 001, Cross-directory analysis'],
  ['MF', 'Future: priority ordering', 'later.test.ts: 001, Priority-based partition ordering'],
  ['MF', 'Future: streaming enumeration, incremental re-analysis, caching', '0025: Streaming enumeration'],
  ['Co', 'Team Lifecycle and patterns', '0024: Co, team files', '0024: Co, inboxes'],
  [
    'Co',
    'Content Type Detection (override by the prompt)',
    'skills.test.ts: a type may be overridden',
    'subcall.test.ts: tells the content type where the chunk does not',
  ],
  ['Co', 'Basic, Source Code, CSV/TSV, JSON/JSONL', 'cutting.test.ts: section 2 and Multi-File section 4: sizes'],
  ['Co', 'JSONL Log Analysis', 'questions-log.test.ts: the same over a log of JSON lines'],
  ['Co', 'Directory and Multi-Type Analysis', 'plans.test.ts: example 2: a data directory of eight'],
  [
    'Co',
    'Cross-File Analysis',
    'across.test.ts: 002, Cross-File Analysis',
    'across-silent.test.ts: 002, Cross-File Analysis, the other side',
  ],
  ['Co', 'Task Dependencies', 'plans.test.ts: syntheses name their mode'],
  ['S1', 'When to Use, hierarchy', 'skills.test.ts: rlm-subcall: input, output and rules of a leaf', '0024: S1, S2'],
  ['S1', 'Input', 'subcall.test.ts: 003, Input: `context`', 'subcall.test.ts: 003, Input: `format: text`'],
  ['S1', 'Processing Steps and Output Schema', 'subcall.test.ts: 003, Output Schema', '0024: S1, S2'],
  ['S1', 'NEVER list and Rules', 'subcall.test.ts: 003, Rules: nothing relevant', '0024: S1'],
  [
    'S1',
    'Example',
    'subcall.test.ts: 003, Example',
    'questions-log.test.ts: Find all timeout errors and their timestamps',
    '0024: S1, example',
  ],
  [
    'S2',
    'When to Use, Capabilities, Invocation',
    'skills.test.ts: rlm-subcall: input, output and rules of a leaf',
    'subcall.test.ts: 004, Invocation and Processing Rules: prose',
  ],
  ['S2', 'Input Format', 'subcall.test.ts: 004, Input Format: raw chunk text'],
  ['S2', 'Output Format and Example Response', 'subcall.test.ts: 003, Output Schema', '0024: S1, S2'],
  ['S2', 'Processing Rules', 'subcall.test.ts: 004, Processing Rules', '0024: S2'],
  ['S2', 'Confidence Levels, Integration, Limitations', 'skills.test.ts: replies with JSON alone'],
]

const RECORDS: Readonly<Record<string, string>> = {
  '0024': '0024-differences-from-the-seeds.md',
  '0025': '0025-later-lists.md',
}

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

function isThere(held: string): boolean {
  const [where, ...rest] = held.split(': ')
  const what = rest.join(': ')
  const record = RECORDS[where!]
  if (record === undefined) return textOf(where!).includes(what)
  const text = textOf(`../../docs/decisions/${record}`)
  return text.includes(`\n| ${what} |`) || text.includes(`**${what}`)
}

describe.each(['CA', 'MF', 'Co', 'S1', 'S2'])('%s', seed => {
  it.each(SECTIONS.filter(([of]) => of === seed).map(([, section, ...heldBy]) => [section, heldBy] as const))(
    '%s is held',
    (_, heldBy) => {
      expect(heldBy.length).toBeGreaterThan(0)
      expect(heldBy.filter(held => !isThere(held))).toEqual([])
    },
  )
})

it('every reason of the record belongs to a section', () => {
  const cells = [...textOf(`../../docs/decisions/${RECORDS['0024']}`).matchAll(/^\| (?!seed \|)([^|-][^|]*) \|/gm)]
  const used = new Set(SECTIONS.flatMap(([, , ...heldBy]) => heldBy).map(held => held.replace(/^0024: /, '')))
  expect([...new Set(cells.map(cell => cell[1]!))].filter(cell => !used.has(cell))).toEqual([])
})
