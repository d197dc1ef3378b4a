// Names followed across files, one small project for each language: every use that is marked leads where its mark says, and what is marked
// with `?` leads nowhere. A mark is a comment at the end of the line: `<- name` defines, `-> name` uses it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../../src/config/resolve.ts'
import { lookForRelations } from '../../../../src/run/relations/relation-file.ts'
import { openRelations } from '../../../../src/run/relations/relations.ts'
import { PROJECTS } from './projects.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-graph-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('names lead to their definition', () => {
  for (const [project, files] of Object.entries(PROJECTS))
    it(`in ${project}`, async () => {
      const folder = join(root, project.replace(/\W+/g, '-'))
      const named = Object.entries(files).map(([path, text]) => {
        const file = join(folder, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
        return { path, file }
      })
      const options = { settings: settingsFrom(), signal: new AbortController().signal, cache: join(root, 'cache') }
      const found = await lookForRelations(named, options)
      const relations = await openRelations(found.files, options)
      try {
        const told = await relations.rows('SELECT path, line, name, target_path, target_line FROM uses')
        const { defined, used } = marksIn(files)
        expect(used.length).toBeGreaterThan(1)
        const said = used.map(({ path, line, name }) => {
          const rows = told.filter(row => row[0] === path && Number(row[1]) === line && row[2] === name)
          const places = new Set(rows.map(row => (row[3] === null ? '?' : `${String(row[3])}:${String(row[4])}`)))
          return `${path}:${line} ${name} -> ${[...places].join(' ')}`
        })
        expect(said).toEqual(
          used.map(({ path, line, name, to }) => `${path}:${line} ${name} -> ${to === '?' ? '?' : defined.get(to)}`),
        )
      } finally {
        await relations.close()
      }
    })
})

interface Mark {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly to: string
}

/** `-> name` uses what `<- name` defines; `-> alias=name` says it by another name; `-> name=?` leads nowhere. */
function marksIn(files: Readonly<Record<string, string>>): { defined: Map<string, string>; used: Mark[] } {
  const defined = new Map<string, string>()
  const used: Mark[] = []
  for (const [path, text] of Object.entries(files))
    for (const [row, written] of text.split('\n').entries()) {
      const words = /(?:\/\/| #) (?=<-|->).*$/.exec(written)?.[0] ?? ''
      const line = row + 1
      for (const [, name] of words.matchAll(/<- ([\w.]+)/g)) defined.set(name!, `${path}:${line}`)
      for (const [, name, to] of words.matchAll(/-> (\w+)(?:=([\w.?]+))?/g))
        used.push({ path, line, name: name!, to: to ?? name! })
    }
  return { defined, used }
}
