// The two rlm-subcall documents (003, 004): the inputs chunk_path, query, chunk_id, format and context, or raw chunk text; the
// output schema; its rules. `subcall` in the library and over MCP takes them as inputs, not as words of a prompt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { subcall as tool } from '../../packages/shoal/src/mcp/tools/subcall.ts'
import { subcall } from '../../packages/shoal/src/run/library.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { makeLab } from '../../packages/shoal/tests/mcp/lab.ts'

const dir = tempDir()
const query = 'Find all timeout errors and their timestamps'

/** The two quotes of the example, among lines that are not asked for. */
const QUOTES = [
  '[2024-01-15 14:23:01] ERROR: Connection to db-primary timed out after 30000ms',
  '[2024-01-15 14:25:33] WARN: Request to payment-api timeout after 5000ms - retrying',
]
const CHUNK = [
  ...Array.from({ length: 30 }, (_, k) => `[2024-01-15 14:20:${10 + k}] INFO: Request ${k} was answered`),
  QUOTES[0],
  '[2024-01-15 14:24:10] ERROR: Disk 7 is full',
  '[2024-01-15 14:24:30] INFO: The timeout is set to 30 s',
  QUOTES[1],
  '',
].join('\n')

describe('003, Example: "Find all timeout errors and their timestamps"', () => {
  it('003, Output Schema: exactly the two quotes, verbatim, each with its confidence', async () => {
    const path = join(dir.path, 'chunk_003.txt')
    writeFileSync(path, CHUNK)
    const report = await subcall({ chunk: { path }, query, chunkId: 'chunk_003' })
    expect(report.chunk_id).toBe('chunk_003')
    expect(report.relevant.map(({ evidence }) => evidence)).toEqual(QUOTES)
    expect(report.relevant.map(({ line }) => line)).toEqual([31, 34])
    // Each point says what its own entry says.
    expect(report.relevant.map(({ point }) => point)).toEqual([
      'ERROR: Connection to db-primary timed out after 30000ms',
      'WARN: Request to payment-api timeout after 5000ms - retrying',
    ])
    for (const { confidence } of report.relevant) expect(confidence).toBe('high')
    // One chunk has its share: a total takes all of them.
    expect(report.missing.length).toBeGreaterThan(0)
    expect(report.complete_answer).toBeNull()
    // Other chunks have theirs: the same is to be asked of them.
    expect(report.suggested_queries).toEqual([query])
    expect(Object.keys(report).sort()).toEqual(
      ['chunk_id', 'complete_answer', 'missing', 'relevant', 'suggested_queries'].sort(),
    )
  })

  it('004, Input Format: raw chunk text gives what the file gives', async () => {
    const path = join(dir.path, 'chunk_004.txt')
    writeFileSync(path, CHUNK)
    const read = await subcall({ chunk: { path }, query, chunkId: 'x' })
    expect(await subcall({ chunk: { text: CHUNK }, query, chunkId: 'x' })).toEqual(read)
    expect((await subcall({ chunk: { text: CHUNK }, query })).chunk_id).toBe('chunk')
  })

  it('003, Input: what is missing is said in one line', async () => {
    const call = subcall as (input: unknown) => Promise<unknown>
    await expect(call({ query })).rejects.toThrow('subcall needs `chunk`: {path} or {text}')
    await expect(call({ chunk: { text: 'a' } })).rejects.toThrow('subcall needs a `query`')
  })

  it('003, Input: `format: text` gives sentences with quote and line', async () => {
    const text = await subcall({ chunk: { text: CHUNK }, query }, { format: 'text' })
    for (const quote of QUOTES) expect(text).toContain(`“${quote}”`)
    expect(text).toContain('line 31')
    expect(() => JSON.parse(text)).toThrow()
  })

  it('003, Rules: nothing relevant is an empty list, and what is not there is missing', async () => {
    const text = CHUNK.split('\n').slice(0, 30).join('\n')
    const report = await subcall({ chunk: { text }, query })
    expect(report.relevant).toEqual([])
    expect(report.complete_answer).toBeNull()
    expect(report.suggested_queries).toEqual([query])
  })
})

describe('003, Input: `context`', () => {
  /** A list of words is of no known type by itself. */
  const rows = 'colour\nred\ngreen\nred\nblue\n'

  it('tells the content type where the chunk does not', async () => {
    const plain = await subcall({ chunk: { text: rows }, query: 'How many rows are there?' })
    const told = await subcall({
      chunk: { text: rows },
      query: 'How many rows are there?',
      context: 'Part of a CSV export.',
    })
    expect(told).not.toEqual(plain)
    expect(JSON.stringify(told.relevant)).toMatch(/\b4 rows\b/)
  })

  it('tells the goal where the query does not', async () => {
    const text = 'import os\nfrom flask import request\n\n\ndef run():\n    os.system(request.args["c"])\n'
    const chunk = { text: `#!/usr/bin/env python3\n${text}` }
    const report = await subcall({ chunk, query: 'What should I know?', context: 'We look for security problems.' })
    expect(report.relevant[0]?.evidence).toContain('os.system(request.args["c"])')
  })
})

it('004, Processing Rules: a chunk that alone settles the query gives the answer', async () => {
  const text =
    '# Terms\n\nAll invoices shall be paid within thirty (30) days. Late amounts bear 1.5% monthly interest.\n'
  const report = await subcall({ chunk: { text }, query: 'within how many days are invoices paid' })
  expect(report.relevant.some(({ evidence }) => evidence.includes('All invoices shall be paid'))).toBe(true)
})

describe('004, Invocation and Processing Rules: prose', () => {
  const text =
    'Section 4.2: All invoices shall be paid within thirty (30) days.\n\nSection 9.1: Either party may terminate this agreement. Termination for cause takes effect at once.\n'

  it('"What are the termination clauses?": what speaks of it, quoted, and not taken for an answer', async () => {
    const { relevant, missing, complete_answer } = await subcall({
      chunk: { text },
      query: 'What are the termination clauses?',
    })
    expect(relevant.map(({ evidence, line }) => [line, evidence])).toEqual([[3, text.split('\n')[2]]])
    expect(relevant[0]!.confidence).toBe('low')
    expect(missing).toEqual(['An answer to “What are the termination clauses?”'])
    expect(complete_answer).toBeNull()
  })

  it('all words of the query stand in it: medium; a chunk that speaks of none of them is irrelevant', async () => {
    const paid = await subcall({ chunk: { text }, query: 'When must invoices be paid, and how?' })
    expect(paid.relevant.map(({ line, confidence }) => [line, confidence])).toEqual([[1, 'medium']])
    expect((await subcall({ chunk: { text }, query: 'What is the warranty period?' })).relevant).toEqual([])
  })
})

describe('004, Processing Rules: stay focused', () => {
  it('a danger that the query names, and no other', async () => {
    const code =
      'import os\nfrom flask import request\n\n\ndef run(db):\n    os.system(request.args["c"])\n    db.execute("SELECT * FROM t WHERE id = " + request.args["id"])\n'
    const chunk = { text: `#!/usr/bin/env python3\n${code}` }
    const { relevant, complete_answer } = await subcall({ chunk, query: 'Are there SQL injections?' })
    expect(relevant).toHaveLength(1)
    expect(relevant[0]!.evidence).toContain('SELECT')
    expect(complete_answer).toMatch(/sql-injection \(1\); other rules are broken in 1 place/)
    const none = await subcall({ chunk, query: 'Is there any path traversal?' })
    expect(none.relevant).toEqual([])
  })

  it('a distribution that the query asks for, and no other', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => `${k},${'ab'[k % 2]},${'xyz'[k % 3]}`).join('\n')
    const { relevant } = await subcall({
      chunk: { text: `id,status,region\n${rows}\n` },
      query: 'distribution of status',
    })
    expect(relevant.length).toBeGreaterThan(0)
    for (const { point } of relevant) expect(point).not.toContain('region')
  })
})

describe('over MCP', () => {
  const lab = makeLab()
  const server = lab.server()

  it('takes chunk_text outside of every root, and a chunk_path only inside', async () => {
    const made = await server.call(tool, { query, chunk_text: CHUNK, chunk_id: 'chunk_003' })
    expect(made.relevant.map(({ evidence }: { evidence: string }) => evidence)).toEqual(QUOTES)
    writeFileSync(join(lab.root, 'a.log'), CHUNK)
    const read = await server.call(tool, { query, chunk_path: 'a.log' })
    expect(read).toEqual({ ...made, chunk_id: 'a.log' })
    const outside = join(dir.path, 'chunk_005.txt')
    writeFileSync(outside, CHUNK)
    await expect(server.call(tool, { query, chunk_path: outside })).rejects.toThrow()
  })

  it('gives `format: text` as one text', async () => {
    const made = await server.call(tool, { query, chunk_text: CHUNK, format: 'text' })
    expect(Object.keys(made).sort()).toEqual(['chunk_id', 'text'])
    expect(made.text).toContain(QUOTES[1])
  })

  it('wants one of the two, and masks secrets', async () => {
    await expect(server.call(tool, { query })).rejects.toThrow(/chunk_path/)
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    const text = `${CHUNK}[2024-01-15 14:26:00] ERROR: token ${secret} timed out after 10ms\n`
    expect(JSON.stringify(await server.call(tool, { query, chunk_text: text }))).not.toContain(secret)
  })
})
