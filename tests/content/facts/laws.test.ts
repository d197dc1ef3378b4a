// The laws of readers of facts over all fixtures.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { factReaders } from '../../../src/content/facts.ts'
import { builtInTypes } from '../../../src/content/registry.ts'
import { factsLawfully } from '../../conformance/facts.ts'

const FIXTURES = join(import.meta.dirname, '../../../fixtures')
const FOLDERS = ['code', 'code-analyst', 'config-keys', 'hostile', 'logs', 'prose-qa', 'structure']

describe('every fixture', () => {
  for (const folder of FOLDERS)
    it(`of ${folder} obeys the laws`, async () => {
      let rows = 0
      for (const file of readdirSync(join(FIXTURES, folder), { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue
        const content = readFileSync(join(file.parentPath, file.name), 'utf8')
        rows += (await factsLawfully({ name: basename(file.name), content })).length
      }
      expect(rows).toBeGreaterThan(20)
    })
})

it('has a reader for every content type but tables', () => {
  const without = builtInTypes.map(({ name }) => name).filter(name => !factReaders[name])
  expect(without).toEqual(['structured_data'])
})
