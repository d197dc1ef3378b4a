// A table that is asked by a name has what every object inherits: `constructor`, `toString`, `__proto__`. Names come from files, and
// so no table is asked but by `lookup`, and none that is filled by names inherits anything.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../scripts/packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TABLE = /\b(?:const|let)\s+(\w+):\s*(?:Readonly<)?Record<\s*string\s*,/g
const FILLED = /\b(?:const|let)\s+\w+:\s*Record<\s*string\s*,[^=]*=\s*\{\}/g

const texts = new Map(
  sourceFiles(root).map(name => [name, readFileSync(join(root, name), 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '')]),
)
const tablesOf = (text: string, by = '') =>
  [...text.matchAll(TABLE)].flatMap(({ index, 1: table }) =>
    text.slice(0, index + 'const'.length).endsWith(by) ? [table!] : [],
  )
const stem = (path: string) => basename(path).replace(/\.\w+$/, '')
/** Tables that others may import, with the module they are in. */
const exported = new Set(
  [...texts].flatMap(([name, text]) => tablesOf(text, 'export const').map(table => `${stem(name)} ${table}`)),
)
const IMPORT = /^import \{([^}]*)\} from '([^']*)'/gm

/** Where a table is asked by what may be any name: neither by `lookup`, nor behind `Object.hasOwn`, nor to put something in. */
function asked(text: string): string[] {
  const imported = [...text.matchAll(IMPORT)].flatMap(([, names, from]) =>
    names!.split(/[\s,]+/).filter(name => exported.has(`${stem(from!)} ${name}`)),
  )
  const tables = new Set([...tablesOf(text), ...imported])
  return [...tables].flatMap(table => {
    const uses = new RegExp(`(?<![\\w.])${table}\\[(?!['"\\d])[^\\]\\n]*\\](?!\\s*(?:\\?\\?)?=[^=>])`, 'g')
    const isGuarded = text.includes(`Object.hasOwn(${table},`)
    return isGuarded ? [] : [...text.matchAll(uses)].map(([use]) => use)
  })
}

describe('a table of names', () => {
  it('is asked by `lookup`', () => {
    expect([...texts].flatMap(([name, text]) => asked(text).map(use => `${name}: ${use}`))).toEqual([])
  })

  it('inherits nothing where it is filled', () => {
    const found = [...texts].flatMap(([name, text]) => [...text.matchAll(FILLED)].map(([use]) => `${name}: ${use}`))
    expect(found).toEqual([])
  })

  it('is seen by the law', () => {
    const table = 'const KINDS: Readonly<Record<string, number>> = { a: 1 }\n'
    expect(asked(`${table}return KINDS[kind] ?? 0`)).toEqual(['KINDS[kind]'])
    expect(asked(`${table}return lookup(KINDS, kind) ?? KINDS['a']`)).toEqual([])
    expect('const all: Record<string, number> = {}').toMatch(new RegExp(FILLED.source))
  })
})
