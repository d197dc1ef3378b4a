// Every labelled case of fixtures/detect, and real data where it is at hand, must come out as labelled.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type DetectCase, fixtureCases } from '../../../../bench/detect-corpus.mjs'
import { createRegistry } from '../../src/content/registry.ts'
import { detect } from '../../src/stages/detect.ts'
import { probeBytes, probeFile } from '../../src/text/probe.ts'
import { PREFIX_BYTES } from '../../src/text/source-file.ts'

const registry = createRegistry()
const cases = fixtureCases()

function detectCase({ name, bytes }: Pick<DetectCase, 'name' | 'bytes'>) {
  return detect(probeBytes(name, bytes.subarray(0, PREFIX_BYTES), bytes.length), registry)
}

test('there are at least 300 cases, with every type among them', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300)
  expect(new Set(cases.map(one => one.type))).toEqual(new Set(registry.types.map(type => type.name)))
})

/** Languages that must be found without any name: those that are cut by a parser. */
const FOUND_BARE: ReadonlySet<string> = new Set(
  'python typescript tsx javascript ruby go rust java kotlin c cpp csharp swift scala php lua zig elixir haskell ocaml bash zsh'.split(
    ' ',
  ),
)

describe('labelled cases', () => {
  test.each(cases)('$label', one => {
    const found = detectCase(one)
    expect(`${found.contentType}: ${found.reason}`).toMatch(new RegExp(`^${one.type}:`))
    const certain = one.name !== 'file' || FOUND_BARE.has(one.language ?? '')
    if (certain && one.language !== undefined) expect(found.language).toBe(one.language)
  })
})

describe('lying cases without their lying name', () => {
  test.each(cases.filter(one => !one.loose && one.name.includes('.')))('$label', one => {
    const found = detectCase({ ...one, name: 'file' })
    expect(`${found.contentType}: ${found.reason}`).toMatch(new RegExp(`^${one.type}:`))
  })
})

const SHARED = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))

describe.skipIf(!existsSync(SHARED))('real data, as if it had no name', () => {
  const expected = { logs: /\.log$/, tables: /\.[ct]sv$/, json: /\.json$/ }
  const types = { logs: 'log', tables: 'structured_data', json: 'json' }
  const files = Object.entries(expected).flatMap(([folder, names]) => {
    const inside = existsSync(SHARED + folder) ? readdirSync(SHARED + folder) : []
    return inside
      .filter(name => names.test(name))
      .map(name => [`${folder}/${name}`, types[folder as keyof typeof types]])
  })

  test.each(files)('%s is %s', (file, type) => {
    expect(detect(probeFile(SHARED + file, 'file').probe, registry).contentType).toBe(type)
  })
})
