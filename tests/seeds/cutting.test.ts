// Content-Aware RLM, section 2 (tables of sizes and overlap) and section 6 (examples A to C); Multi-File RLM, section 4.

import type { Partition } from '@shoal/base/model/chunk'
import { describe, expect, it, test } from 'vitest'
import { createRegistry } from '../../packages/shoal/src/content/registry.ts'
import { cutLawfully } from '../../packages/shoal/tests/conformance/cutting.ts'

const registry = createRegistry()

async function cut(type: string, lines: readonly string[], more: { language?: string; mode?: 'directory' } = {}) {
  return await cutLawfully({ type: registry.get(type)!, content: `${lines.join('\n')}\n`, ...more })
}

const ranges = ({ chunks }: Partition) => chunks.map(({ body }) => [body.startLine, body.endLine])
const overlaps = ({ chunks }: Partition) =>
  chunks.map(({ overlap }) => (overlap ? overlap.endLine - overlap.startLine + 1 : 0))
const repeat = <T>(count: number, line: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => line(n))

describe('section 2 and Multi-File section 4: sizes', () => {
  test.each([
    ['source_code', 'lines', 150, 200, 300],
    ['structured_data', 'rows', 500, 2000, 5000],
    ['json', 'elements', 200, 350, 500],
    ['jsonl', 'lines', 500, 750, 1000],
    ['log', 'lines', 200, 2500, 5000],
    ['prose', 'lines', 100, 250, 400],
    ['config', 'lines', 100, 200, 400],
    ['markup', 'lines', 100, 200, 400],
    ['unknown', 'lines', 100, 200, 400],
  ])('%s: %s, %i to target %i, at most %i', (type, unit, min, target, max) => {
    expect(registry.get(type)!.sizing).toMatchObject({ unit, min, target, max })
  })

  test.each([
    ['structured_data', 0, false],
    ['json', 0, false],
    ['jsonl', 0, false],
    ['log', 20, false],
    ['unknown', 20, false],
    ['source_code', 20, true],
    ['config', 20, true],
    ['markup', 20, true],
    ['prose', 25, true],
  ])('%s: %i lines of overlap, only without structure: %s', (type, lines, onlyFlat) => {
    const { overlap, target, overlapsFlat = false } = registry.get(type)!.sizing
    expect([overlap(target), overlapsFlat]).toEqual([lines, onlyFlat])
  })

  it('a log at 5,000 lines a chunk overlaps by 50', () => {
    expect(registry.get('log')!.sizing.overlap(5000)).toBe(50)
  })

  test.each([
    ['source_code', 'file'],
    ['structured_data', 'file'],
    ['json', 'file'],
    ['jsonl', 'file'],
    ['log', 'in-place'],
    ['prose', 'in-place'],
    ['config', 'in-place'],
  ])('%s is delivered %s', (type, delivery) => {
    expect(registry.get(type)!.delivery).toBe(delivery)
  })
})

describe('section 2: source code', () => {
  it('without boundaries: 200-line chunks with 20-line overlap', async () => {
    for (const language of ['python', 'lua', 'cobol']) {
      const { partition } = await cut(
        'source_code',
        repeat(2100, n => `show(${n})`),
        { language },
      )
      expect(ranges(partition).slice(0, 2)).toEqual([
        [1, 200],
        [201, 400],
      ])
      expect(partition.chunks).toHaveLength(11)
      expect(overlaps(partition)).toEqual([0, ...repeat(10, () => 20)])
    }
  })

  it('with boundaries: no overlap, and the import block heads every chunk', async () => {
    const functions = repeat(60, n => n).flatMap(n => [`def f_${n}(x):`, ...repeat(28, k => `    x += ${k}`), ''])
    const { partition, texts } = await cut('source_code', ['import os', 'import sys', '', ...functions], {
      language: 'python',
      mode: 'directory',
    })
    expect(new Set(overlaps(partition))).toEqual(new Set([0]))
    for (const text of texts) expect(text).toMatch(/^import os\nimport sys\n/)
  })

  it('chunks of PHP start with the tag behind which they are code', async () => {
    const body = repeat(120, n => n).flatMap(n => [
      `function f${n}($x) {`,
      ...repeat(14, k => `    $x += ${k};`),
      '    return $x;',
      '}',
    ])
    const heads = [
      ['<?php', '', 'namespace App;', '', 'use Foo\\Bar;', ''],
      ['<?php', ...repeat(30, n => `// licence ${n}`), 'use Foo\\Bar;', ''],
      ['<html>', '<body>', '<?php'],
    ]
    for (const head of heads) {
      const { partition, texts } = await cut('source_code', [...head, ...body], { language: 'php', mode: 'directory' })
      expect(partition.chunks.length).toBeGreaterThan(5)
      for (const text of texts.slice(1)) {
        expect(text).toMatch(/^<\?php\n/)
        if (head.some(line => line.startsWith('use '))) expect(text).toContain('use Foo\\Bar;')
      }
    }
    const members = ['<?php class A {', ...body.map(line => line.replace('function', 'public function')), '}']
    const inside = await cut('source_code', members, { language: 'php', mode: 'directory' })
    for (const text of inside.texts) expect(text).toMatch(/^<\?php class A \{\n/)
  })
})

describe('section 6, example A: a Python module of 2,800 lines', () => {
  it('10 chunks; the first is import block + class DataLoader, lines 1-310', async () => {
    const { partition, texts } = await cut('source_code', dataPipeline(), { language: 'python' })
    expect(ranges(partition).slice(0, 3)).toEqual([
      [1, 310],
      [311, 580],
      [581, 820],
    ])
    expect(partition.chunks).toHaveLength(10)
    expect(partition.chunks.map(({ label }) => label).slice(0, 2)).toEqual([
      'class DataLoader',
      'class DataTransformer',
    ])
    for (const text of texts) expect(text).toMatch(/^import os\nimport subprocess\n/)
    expect(partition.chunks[1]!.preamble.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([[1, 26]])
  })

  it('in a directory: 14 partitions (Multi-File RLM, example 1)', async () => {
    const functions = repeat(100, n => n).flatMap(n => [`def f_${n}(x):`, ...repeat(26, k => `    x += ${k}`), ''])
    const { partition } = await cut('source_code', functions, { language: 'python', mode: 'directory' })
    expect([partition.lineCount, partition.chunks.length]).toEqual([2800, 14])
  })
})

describe('section 6, examples B and C', () => {
  it('45,000 rows: 9 chunks of 5,000, each with the header', async () => {
    const header = 'id,name,email,region,plan,mrr,signup_date,last_login,status,industry,employees,country'
    const { partition, texts } = await cut('structured_data', [
      header,
      ...repeat(45_000, n => `${n},a,b,NA,p,1,d,l,s,i,2,US`),
    ])
    expect(ranges(partition).slice(0, 2)).toEqual([
      [1, 5001],
      [5002, 10_001],
    ])
    expect(partition.chunks).toHaveLength(9)
    for (const text of texts) expect(text.startsWith(`${header}\n`)).toBe(true)
  })

  it('a log of 50,000 lines: 10 chunks of 5,000 with 50 of overlap', async () => {
    const { partition } = await cut(
      'log',
      repeat(50_000, n => `2026-02-11 01:30:${String(n % 60).padStart(2, '0')} INFO line ${n}`),
    )
    expect(ranges(partition).slice(0, 2)).toEqual([
      [1, 5000],
      [5001, 10_000],
    ])
    expect(partition.chunks).toHaveLength(10)
    expect(new Set(overlaps(partition).slice(1))).toEqual(new Set([50]))
  })
})

/** 26 imports, four classes of the example's lines, six functions. */
function dataPipeline(): string[] {
  const lines = ['import os', 'import subprocess', ...repeat(24, n => `import module_${n}`), '', '']
  const classes: [string, number][] = [
    ['DataLoader', 310],
    ['DataTransformer', 580],
    ['DataValidator', 820],
    ['DataWriter', 1120],
  ]
  for (const [name, last] of classes) {
    lines.push(`class ${name}:`)
    for (let n = 0; lines.length + 16 < last; n++)
      lines.push(`    def method_${n}(self):`, ...repeat(12, k => `        self.x = ${k}`), '')
    while (lines.length < last - 2) lines.push(`    field_${lines.length} = 1`)
    lines.push('', '')
  }
  for (let n = 0; n < 6; n++)
    lines.push(`def step_${n}(rows):`, ...repeat(276, k => `    rows += ${k}`), '    return rows', '', '')
  return lines
}
