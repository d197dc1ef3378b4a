// The laws of readers of facts over all fixtures.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { RelationKind } from '@shoal/base/model/relation'
import { describe, expect, it } from 'vitest'
import { builtInTypes } from '../../../src/content/registry.ts'
import { isHidden, linkedColumns } from '../../../src/run/relations/linked-rows.ts'
import { factsLawfully } from '../../conformance/facts.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures')
const FOLDERS = ['code', 'code-analyst', 'config-keys', 'hostile', 'logs', 'prose-qa', 'structure']

/** By relation, the columns that rows had. */
const columns = new Map<string, Set<string>>()

describe('every fixture', () => {
  for (const folder of FOLDERS)
    it(`of ${folder} obeys the laws`, async () => {
      let rows = 0
      for (const file of readdirSync(join(FIXTURES, folder), { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue
        const content = readFileSync(join(file.parentPath, file.name), 'utf8')
        const told = await factsLawfully({ name: basename(file.name), content })
        rows += told.length
        for (const { relation, values } of told)
          columns.set(relation, new Set([...(columns.get(relation) ?? []), ...Object.keys(values)]))
      }
      expect(rows).toBeGreaterThan(20)
    })
})

it('tells the columns that docs/relations.md lists, and no others', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/relations.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \|.*\| ([^|]*) \|$/gm)].map(([, relation, cells]) => ({
    relation: relation!,
    names: [...cells!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    isOpen: cells!.includes('one for each field'),
  }))
  expect(listed.map(({ relation }) => relation).sort()).toEqual([...columns.keys()].sort())
  for (const { relation, names, isOpen } of listed) {
    const graph = linkedColumns(relation as RelationKind).map(({ name }) => name)
    const own = [...columns.get(relation)!].filter(name => !isHidden(name) && !graph.includes(name))
    const told = [...own, ...graph]
    expect(isOpen ? told.slice(0, names.length) : told, relation).toEqual(names)
  }
})

it('has a reader for every content type but tables', () => {
  const without = builtInTypes.filter(({ facts }) => !facts).map(({ name }) => name)
  expect(without).toEqual(['structured_data'])
})
