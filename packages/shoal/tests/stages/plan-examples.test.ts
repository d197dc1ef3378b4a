// The seeds' two worked examples from end to end: real files of those sizes, found, detected, cut and planned (M9).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Plan } from '@shoal/base/model/plan'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { planPaths } from '../../src/run/plan.ts'
import { PIPELINE, PROJECT } from './plan-manifest.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shoal-examples-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

async function planOf(
  files: readonly (readonly [path: string, contentType: string, lines: number])[],
  query: string,
): Promise<Plan> {
  for (const [path, , lines] of files) {
    const text = linesOf(path, lines)
    expect(text.length, path).toBe(lines)
    writeFileSync(join(root, path), `${text.join('\n')}\n`)
  }
  return await planPaths([root], query, settingsFrom(), new AbortController().signal)
}

const byName = ({ files }: Plan) =>
  Object.fromEntries(
    files.map(({ path, detection, lineCount, partitions }) => [
      basename(path),
      [detection.contentType, lineCount, partitions],
    ]),
  )
const expectedFiles = (files: readonly (readonly [string, string, number])[], cut: Record<string, number>) =>
  Object.fromEntries(files.map(([path, type, lines]) => [path, [type, lines, cut[path] ?? 0]]))
const batchesOf = ({ batches }: Plan) =>
  Object.fromEntries(batches.map(({ contentType, files }) => [contentType, files.map(({ path }) => basename(path))]))
const blockedBy = ({ tasks }: Plan, id: string) => tasks.find(task => task.id === id)?.blockedBy.length

describe('the worked examples on real files', () => {
  it('a project of 9 files: 40 partitions + 4 batches = 44 analyst tasks', async () => {
    const made = await planOf(
      PROJECT,
      'Review this project for code quality, security issues, and architectural concerns.',
    )
    expect(made.skipped).toEqual([])
    expect(byName(made)).toEqual(
      expectedFiles(PROJECT, { 'models.py': 16, 'data_pipeline.py': 14, 'api_server.py': 10 }),
    )
    expect(batchesOf(made)).toEqual({
      source_code: ['utils.py'],
      prose: ['README.md'],
      json: ['schema.json', 'config.json'],
      config: ['requirements.txt', 'Makefile'],
    })
    expect(made.totals).toMatchObject({ files: 9, partitions: 40, batches: 4, analystTasks: 44, analysts: 44 })
    expect(made.stages.map(({ length }) => length)).toEqual([15, 15, 14, 4, 1])
    expect(blockedBy(made, 'synthesize-source_code')).toBe(41)
    expect(blockedBy(made, 'synthesize-cross')).toBe(4)
  })

  it('a data directory of 8 files: 39 partitions + 3 batches = 42 analyst tasks', async () => {
    const made = await planOf(
      PIPELINE,
      'Analyze data quality, identify transformation issues, and check for pipeline errors.',
    )
    const cut = { 'transactions.csv': 10, 'customers.csv': 5, 'events.jsonl': 7, 'etl.log': 4, 'etl_transform.py': 13 }
    expect(made.skipped).toEqual([])
    expect(byName(made)).toEqual(expectedFiles(PIPELINE, cut))
    expect(batchesOf(made)).toEqual({
      source_code: ['etl_load.sh'],
      json: ['pipeline_config.json'],
      prose: ['README.md'],
    })
    expect(made.totals).toMatchObject({ files: 8, partitions: 39, batches: 3, analystTasks: 42, analysts: 42 })
    expect(made.stages.map(({ length }) => length)).toEqual([15, 15, 12, 6, 1])
    expect(blockedBy(made, 'synthesize-structured_data')).toBe(15)
    expect(blockedBy(made, 'synthesize-log')).toBe(4)
    expect(blockedBy(made, 'synthesize-cross')).toBe(6)
  })
})

/** Exactly `count` lines of what a file of that name holds. */
function linesOf(name: string, count: number): string[] {
  if (name === 'Makefile')
    return repeat(count, n => (n % 3 === 0 ? `target${n}: source${n}.c` : n % 3 === 1 ? `\tcc -o target${n} $<` : ''))
  if (name === 'requirements.txt') return repeat(count, n => `package-${n}==1.${n}.0`)
  switch (name.slice(name.lastIndexOf('.'))) {
    case '.py':
      return pythonLines(count)
    case '.sh':
      return [
        '#!/bin/bash',
        ...repeat(count - 1, n => (n % 4 === 0 ? `step_${n}() {` : n % 4 === 3 ? '}' : `  echo "${n}"`)),
      ]
    case '.csv':
      return ['id,date,amount,country', ...repeat(count - 1, n => `${n},2024-01-${10 + (n % 20)},${n * 7}.50,DE`)]
    case '.jsonl':
      return repeat(count, n => JSON.stringify({ id: n, event: 'click', user: { id: n % 97 } }))
    case '.log':
      return repeat(
        count,
        n => `2024-01-15 10:${pad(Math.floor(n / 60) % 60)}:${pad(n % 60)} INFO worker-${n % 5} loaded batch ${n}`,
      )
    case '.json':
      return ['{', ...repeat(count - 2, n => `  "key_${n}": ${n}${n === count - 3 ? '' : ','}`), '}']
    default:
      return repeat(count, n =>
        n % 20 === 0 ? `## Part ${n / 20 + 1}` : n % 2 ? '' : `Sentence ${n} says something about the whole.`,
      )
  }
}

/** Functions of 8 to 24 lines under an import block, the last one padded to the count. */
function pythonLines(count: number): string[] {
  const lines = ['import json', 'import logging', '', 'log = logging.getLogger(__name__)', '']
  for (let n = 0; lines.length < count; n++) {
    const body = 5 + ((n * 7) % 17)
    lines.push('', `def step_${n}(rows):`, `    """Step ${n}."""`)
    for (let k = 0; k < body; k++) lines.push(`    rows = [json.dumps(row) for row in rows if row != ${k}]`)
    lines.push('    return rows', '')
  }
  lines.length = count
  // The cut may have left an empty function behind.
  lines[count - 1] = lines[count - 1]!.startsWith('def ') ? 'VERSION = 1' : lines[count - 1]!
  return lines
}

function repeat(count: number, line: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => line(n))
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
