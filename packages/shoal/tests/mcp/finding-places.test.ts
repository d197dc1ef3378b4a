// Every place of a finding reaches an agent: counted with the finding, and listed page by page on request.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findings } from '../../src/mcp/tools/findings.ts'
import { analyzePaths } from '../../src/run/analysis/analyze.ts'
import { type LabServer, makeLab } from './lab.ts'

const FILES = 4
const TIMES = 90

async function analyzed(folder: (root: string) => string) {
  const lab = makeLab()
  const server = lab.server()
  const into = folder(lab.root)
  for (let file = 0; file < FILES; file++) {
    const images = Array.from({ length: TIMES }, (_, k) => `<p>${k}</p><img src="a${k}.png">`).join('\n')
    writeFileSync(join(into, `${file}.html`), `<!doctype html>\n<html><body>\n${images}\n</body></html>\n`)
  }
  const { run } = await analyzePaths(['.'], null, server.context.settings, { ...server.context, ledger: server.ledger })
  return { server, run }
}

/** All pages of the places of a finding. */
async function allPlaces(server: LabServer, input: Readonly<Record<string, unknown>>) {
  const places: { readonly path: string; readonly line: number; readonly evidence: string }[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const answer = await server.call(findings, { ...input, ...(cursor !== undefined && { cursor }) })
    places.push(...answer.places)
    cursor = answer.next_cursor as string | null
  }
  return { places, pages }
}

describe('the places of a finding', () => {
  it('are counted with it, and listed page by page for its id', async () => {
    const { server, run } = await analyzed(root => root)
    const listed = await server.call(findings, { run, nature: 'problem' })
    expect(listed.places).toEqual([])
    const found = listed.findings.find(({ type }: { type: string }) => type === 'accessibility')
    expect(found.places_total).toBe(FILES * TIMES)
    const { places, pages } = await allPlaces(server, { run, id: found.id, limit: 77 })
    expect(pages).toBe(Math.ceil((FILES * TIMES) / 77))
    expect(new Set(places.map(({ path, line }) => `${path}:${line}`)).size).toBe(FILES * TIMES)
    expect(places[0]).toEqual({ path: found.path, line: found.line, evidence: found.evidence })
    const one = await allPlaces(server, { run, id: found.id, path: '2.html', limit: 200 })
    expect(one.places).toHaveLength(TIMES)
    expect(new Set(one.places.map(({ path }) => path))).toEqual(new Set(['2.html']))
  })

  it('fit into an answer whatever their paths are', async () => {
    const { server, run } = await analyzed(root => {
      let deep = root
      while (deep.length + 200 < 3900) mkdirSync((deep = join(deep, '"'.repeat(190))))
      return deep
    })
    const listed = await server.call(findings, { run, nature: 'problem' })
    const { id } = listed.findings.find(({ type }: { type: string }) => type === 'accessibility')
    const { places } = await allPlaces(server, { run, id, limit: 200 })
    expect(places).toHaveLength(FILES * TIMES)
  })

  it('of a finding that is not there are refused', async () => {
    const { server, run } = await analyzed(root => root)
    expect(await server.refused(findings, { run, id: 'nothing' })).toMatch(
      /no finding "nothing" is among those asked for/,
    )
  })
})
