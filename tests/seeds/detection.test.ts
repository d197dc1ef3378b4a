// Content-Aware RLM, section 1, "Content-Type Detection": both tables line by line, the log line, and what no pattern matches.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedFile } from '@shoal/base/model/plan'
import { memoryLedger } from '@shoal/team/memory-ledger'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createRegistry } from '../../packages/shoal/src/content/registry.ts'
import { doubtfulTypes } from '../../packages/shoal/src/run/analysis/report.ts'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { detect, detectionLine } from '../../packages/shoal/src/stages/detect.ts'
import { probeBytes } from '../../packages/shoal/src/text/probe.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()
const registry = createRegistry()

function detected(name: string, text: string) {
  const bytes = Buffer.from(text)
  return detect(probeBytes(name, bytes, bytes.length), registry)
}

describe('stage 1: extension mapping', () => {
  const TABLE: readonly [extensions: string, contentType: string, confidence: string][] = [
    [
      '.py .ts .js .tsx .jsx .rb .go .rs .java .kt .c .cpp .h .hpp .cs .swift .scala .php .lua .zig .ex .exs .hs .ml .sh .bash .zsh',
      'source_code',
      'high',
    ],
    ['.csv .tsv', 'structured_data', 'high'],
    ['.json', 'json', 'high'],
    ['.jsonl .ndjson', 'jsonl', 'high'],
    ['.log', 'log', 'high'],
    ['.md .rst .txt .adoc', 'prose', 'medium'],
    ['.xml .html .htm .svg', 'markup', 'medium'],
    ['.yaml .yml .toml .ini .conf', 'config', 'medium'],
  ]
  const rows = TABLE.flatMap(([extensions, type, confidence]) =>
    extensions.split(' ').map(extension => [extension, type, confidence] as const),
  )

  test.each(rows)('%s is %s, %s', (extension, contentType, confidence) => {
    const claim = registry.claim(`name${extension}`)
    expect(claim?.type.name).toBe(contentType)
    expect(claim?.confidence).toBe(confidence)
    expect(detected(`name${extension}`, '')).toMatchObject({ contentType, via: 'extension' })
  })
})

describe('stage 2: content sniffing', () => {
  const SIGNALS: readonly [signal: string, contentType: string, text: string][] = [
    ['a CSV header', 'structured_data', 'id,name,email,created_at\n1,Ann,ann@example.com,2026-02-11\n'],
    ['a CSV header alone', 'structured_data', 'id,name,email,created_at'],
    [
      'time, level, message',
      'log',
      '2026-02-11 01:30:00 ERROR connection refused\n2026-02-11 01:30:01 INFO retrying\n',
    ],
    ['a JSON document', 'json', '{"key": "value", "other": [1, 2]}'],
    ['a JSON value a line', 'jsonl', '{"event": "click", "id": 1}\n{"event": "view", "id": 2}\n'],
    ['def', 'source_code', 'def process_data(df):\n    return df.dropna()\n'],
    ['function', 'source_code', 'function total(rows) {\n  return rows.length\n}\n'],
    ['class', 'source_code', 'class Loader:\n    def load(self):\n        return 1\n'],
    ['import', 'source_code', 'import os\nimport sys\n\nprint(os.getcwd(), sys.argv)\n'],
    ['#include', 'source_code', '#include <stdio.h>\nint main(void) { return 0; }\n'],
    ['package', 'source_code', 'package main\n\nfunc main() {\n}\n'],
    ['headings', 'prose', '## Introduction\n\nThis document tells how the tool works and why.\n'],
    ['nothing', 'unknown', 'zqkxvv\njjwwqp\nxxyyzk\nbbqqwv\n'],
  ]

  test.each(SIGNALS)('%s → %s', (_, contentType, text) => {
    expect(detected('file', text).contentType).toBe(contentType)
    // "When extension alone gives Medium": a .txt is looked into too. What has no pattern stays what its name says.
    if (contentType !== 'unknown') expect(detected('file.txt', text).contentType).toBe(contentType)
  })

  it('looks into a .log too', () => {
    expect(detected('events.log', '{"event": "click"}\n{"event": "view"}\n').contentType).toBe('jsonl')
  })

  it('handles what it does not know as prose: same agent, read in place by lines', () => {
    const [unknown, prose] = [registry.get('unknown')!, registry.get('prose')!]
    expect(unknown).toMatchObject({ agent: prose.agent, analyst: prose.analyst, delivery: prose.delivery })
  })

  it('logs the type and how it was found', () => {
    expect(detectionLine(detected('a.csv', 'id,name\n1,x\n'))).toBe(
      'Detected content type: structured_data (via extension)',
    )
    expect(detectionLine(detected('a', 'id,name,more\n1,x,y\n2,z,y\n'))).toBe(
      'Detected content type: structured_data (via sniffing)',
    )
  })
})

describe('no pattern matches → unknown, never an invented language or a log', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 12 })
  const token = fc.string({ unit: fc.constantFrom(...letters, ...'ABCXYZ0123456789_-'), minLength: 6, maxLength: 40 })
  const host = fc.tuple(word, fc.nat(99), word).map(([name, n, zone]) => `${name}${n}.${zone}.example.com`)
  const items = {
    words: word,
    'capital words': word.map(text => text[0]!.toUpperCase() + text.slice(1)),
    constants: fc.tuple(word, word).map(parts => parts.join('_').toUpperCase()),
    'host names': host,
    'host names with ports': fc.tuple(host, fc.integer({ min: 80, max: 9999 })).map(parts => parts.join(':')),
    'e-mail addresses': fc.tuple(word, host).map(parts => parts.join('@')),
    'web addresses': fc.tuple(host, word).map(([at, path]) => `https://${at}/${path}?q=${path}`),
    paths: fc.tuple(word, word).map(([folder, name]) => `/usr/share/${folder}/${name}.txt`),
    'user names': fc.tuple(word, fc.nat(99)).map(parts => parts.join('')),
    'package names': fc.tuple(word, word).map(parts => parts.join('-')),
    'phone numbers': fc.nat(9999).map(n => `+1-555-123-${n}`),
    'random tokens': token,
    uuids: fc.uuid(),
    words_beyond_ascii: fc.constantFrom('Straße', 'Wörter', 'œuvre', 'naïve', 'дом', '図書館'),
  }

  test.each(Object.entries(items))('a list of %s', (_, item) => {
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 3, maxLength: 120 }),
        fc.constantFrom('file', 'file.txt'),
        (lines, name) => {
          const { contentType, language } = detected(name, `${lines.join('\n')}\n`)
          expect({ contentType, language }).toEqual({ contentType: 'unknown', language: null })
        },
      ),
      { numRuns: 30 },
    )
  })

  it('a word or two', () => {
    for (const text of ['hello', 'hello\n', 'alpha\nbeta\n', 'TODO'])
      expect(detected('file', text)).toMatchObject({ contentType: 'unknown', language: null })
  })

  it('random tokens, several a line', () => {
    fc.assert(
      fc.property(fc.array(fc.array(token, { minLength: 2, maxLength: 8 }), { minLength: 6, maxLength: 60 }), lines => {
        const found = detected('file', `${lines.map(tokens => tokens.join(' ')).join('\n')}\n`)
        expect(['unknown', 'prose']).toContain(found.contentType)
        expect(found.language).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('overrules no name that says something', () => {
    const list = 'loop\nbr_netfilter\noverlay\nnf_conntrack\n'
    expect(detected('modules.conf', list).contentType).toBe('config')
    expect(detected('names.md', list).contentType).toBe('prose')
    expect(detected('run.log', list).contentType).toBe('log')
  })

  // "Markdown headings, paragraph text": numbered sentences look like output, and prove no log under such a name.
  it.each(['Step %k of the way.', 'Line %k of prose.', 'Build %k was tried.', 'Downloading part %k of it.'])(
    'a document that lists its steps stays one: %s',
    sentence => {
      const steps = Array.from({ length: 40 }, (_, k) => sentence.replace('%k', String(k))).join('\n')
      for (const name of ['README.md', 'guide.rst', 'notes.adoc'])
        expect(detected(name, `# Title\n\n${steps}\n`).contentType, name).toBe('prose')
    },
  )

  it('takes a column of numbers or days for a table', () => {
    for (const lines of [
      ['1', '20', '3'],
      ['0.5', '1e3', '-7'],
      ['2026-01-01', '2026-01-02', '2026-01-03'],
    ])
      expect(detected('file', lines.join('\n')).contentType).toBe('structured_data')
  })
})

it('the report names files whose type is hardly more than a guess, and how to set it', () => {
  const file = (path: string, confidence: 'high' | 'low') =>
    ({ path, detection: { contentType: 'unknown', confidence, reason: 'nothing fits' } }) as unknown as PlannedFile
  expect(doubtfulTypes([file('a.csv', 'high')])).toEqual([])
  expect(doubtfulTypes([file('a.csv', 'high'), file('b.dat', 'low')])).toEqual([
    'the content type of 1 file was decided with low confidence: b.dat (read as unknown: nothing fits); `--type GLOB=TYPE` sets it',
  ])
  const many = Array.from({ length: 40 }, (_, k) => file(`${k}.dat`, 'low'))
  expect(doubtfulTypes(many)[0]).toMatch(/^the content type of 40 files .* and \d+ more; /)
})

it('and it stands among the warnings of the report', async () => {
  const path = join(dir.path, 'words')
  writeFileSync(path, 'begin 1\nend 2\nfoo(1)\n')
  const { files, warnings } = await analyze(path, { ledger: memoryLedger() })
  expect(files[0]!.detection.confidence).toBe('low')
  expect(warnings.join('\n')).toContain('1 file was decided with low confidence')
})
