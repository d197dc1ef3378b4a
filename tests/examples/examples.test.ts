// Every numbered example as a reader runs it: from the root of the checkout, with no key, in a process of its own.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt } from '../../packages/shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { PATIENCE_MS } from '../patience.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = readdirSync(join(root, 'examples')).filter(name => name.endsWith('.mjs'))
const home = tempDir()

/** What must stand in its output, in this order. */
const expected: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  '01-analyze.mjs': [
    '22 problems in 7 files (5 high, 13 medium, 4 low), 6 of them across files.',
    'HIGH examples/data/api.log:1957',
    '> 2026-02-11 01:52:46,100 ERROR [worker-1] billing.charge: charge failed for order 11696',
    'HIGH examples/data/service.py:27',
    '> self.connection.execute(query)',
    '7 files, 7305 of 7305 lines read; 56 of 56 quotes verified',
  ],
  '02-plan.mjs': [
    'examples/data/events.jsonl: jsonl, 1801 lines, 3 chunks',
    'examples/data/service.py: source_code, 86 lines, read whole',
    '19 tasks in 3 stages, 11 of them read; the others merge',
    'built-in analysts: $0.00',
    /anthropic:haiku: \$0\.\d\d\n/,
    /anthropic:sonnet: \$[1-9]\.\d\d\n/,
  ],
  '03-detect.mjs': [
    'examples/data/orders.csv: structured_data by extension',
    'hidden/output: log by sniffing (2 of 2 lines open with a time)',
    'hidden/export.dat: structured_data by sniffing (a header and 3 records of 3 columns by semicolon)',
  ],
  '04-partition.mjs': [
    /chunk 1 of 4: lines 1-603, \d+ tokens, rows 2-601\n/,
    /chunk 4 of 4: lines 1810-2412, \d+ tokens, rows 1802-2401\n/,
    'order_id,customer,region,plan,amount,currency,ordered_at,shipped_at,status,note\n11801,cust-0120,APAC',
    'wrote 4 files',
  ],
  '05-content-type.mjs': [
    'orders.proto: protobuf',
    'unnamed: protobuf',
    'chunk 2: lines 3-25, message Order',
    'chunk 5: lines 72-94, message Refund',
  ],
  '06-events.mjs': [
    'analyze-data: 15 tasks',
    'Synthesize across 7 content types: 37 findings, 9 links between files',
    '37 findings in all',
    'examples/data/api.log:252, the first of 3 findings in 2 files — Find out what raises the error',
  ],
  '07-cancel.mjs': [
    "run stopped was interrupted: go on with `resume('stopped')`",
    /interrupted: [1-9]\d? of 15 tasks done/,
    'completed: 15 of 15 tasks done',
    '7305 of 7305 lines read',
  ],
  '08-model.mjs': [
    'openai-compatible:tiny says, line 8: Many timeouts page the person on call',
    'refused: "At night call the manager." (the quote does not stand in the file)',
    '3 calls, 2700 tokens in',
  ],
  '09-team.mjs': ['task-completed api.log: 2954 lines', 'task-ready sum', 'completed: 7167 lines'],
  '10-mcp.mjs': [
    'overview, search, read, sql',
    'orders.csv: structured_data, 2412 lines; 2,400 rows × 10 columns',
    'a path outside of the roots is refused',
  ],
  '11-search-and-sql.mjs': [
    '121 lines in 3 files name GatewayTimeout',
    'examples/data/RUNBOOK.md:10 1. Look at `api.log` for `GatewayTimeout`.',
    'region | orders | mean',
    'US | 1011 | 104.58',
    'billing: 899 ms',
  ],
}

beforeAll(assertBuilt)

describe('the examples', () => {
  it('are numbered without a gap, and each is tried', () => {
    expect(names).toEqual(Object.keys(expected))
    expect(names.map(name => Number(name.slice(0, 2)))).toEqual(names.map((_, k) => k + 1))
  })

  it.each(names)('%s says on top what it shows and how it is run, and is short', name => {
    const lines = readFileSync(join(root, 'examples', name), 'utf8').split('\n')
    const comment = lines.slice(
      0,
      lines.findIndex(line => !line.startsWith('//')),
    )
    expect(comment.length).toBeGreaterThanOrEqual(2)
    expect(comment.at(-1)).toMatch(new RegExp(`^//   node examples/${name}( |$)`))
    expect(lines.length).toBeLessThanOrEqual(50)
    expect(lines.filter(line => line.length > 120)).toEqual([])
  })

  it('agree with the types of the package', () => {
    const options: ts.CompilerOptions = {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: true,
      noImplicitAny: false,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      skipLibCheck: true,
    }
    const program = ts.createProgram(
      names.map(name => join(root, 'examples', name)),
      options,
    )
    const wrong = ts.getPreEmitDiagnostics(program).filter(({ file }) => file?.fileName.includes('/examples/'))
    expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })

  it.each(names)('%s prints what it promises', name => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join('examples', name)], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home.path, SHOAL_HOME: join(home.path, 'shoal') },
      timeout: PATIENCE_MS,
    })
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    let rest = stdout
    for (const part of expected[name]!) {
      const at = typeof part === 'string' ? rest.indexOf(part) : rest.search(part)
      expect(at, `${part}\nis missing in\n${rest}`).toBeGreaterThanOrEqual(0)
      rest = rest.slice(at)
    }
  })
})
