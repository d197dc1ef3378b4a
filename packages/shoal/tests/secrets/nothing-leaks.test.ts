// No planted secret leaves in clear: every kind of document, every form, every look, every output, every prompt, every
// byte on disk. With SHOAL_PLANTED=count the figures are printed and nothing is held.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { leaks, type Outputs, outputsOf, requestsOf } from './outputs.ts'
import { HELD_BACK, KINDS, type PlantedSet, plantedSet } from './planted.ts'

const folder = mkdtempSync(join(tmpdir(), 'shoal-planted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const counting = process.env.SHOAL_PLANTED === 'count'

function hold(set: PlantedSet, outputs: Outputs, title: string) {
  for (const [name, text] of outputs) expect([name, /\[masked(?: \d+)?\]|\[secret \d/.test(text)]).toEqual([name, true])
  const found = [...outputs].map(([name, text]) => [name, leaks(set, text)] as const)
  if (counting) {
    console.log(
      `${title}: ${set.secrets.length} planted`,
      Object.fromEntries(found.map(([name, all]) => [name, all.length])),
    )
    const forms = new Set(
      found.flatMap(([name, all]) =>
        all.map(({ file, form, look, value }) => `${file} | ${form} | ${look} | ${value} -> ${name}`),
      ),
    )
    if (process.env.SHOAL_PLANTED_LIST) console.log([...forms].join('\n'))
    return
  }
  expect(
    found.flatMap(([name, all]) => all.map(({ file, form, look }) => `${name}: ${form} (${look}) of ${file}`)),
  ).toEqual([])
}

describe.each([
  ['the kinds that were known', KINDS, 20261],
  ['the kinds that were held back', HELD_BACK, 77003],
] as const)('a secret in %s', (title, kinds, seed) => {
  const set = plantedSet(kinds, seed, counting ? 2 : 1)

  it('is in no report, profile, search, answer or file of the ledger', async () => {
    hold(set, await outputsOf(set, join(folder, String(seed))), title)
  })

  it('is in no request to a model, nor in what is kept of it', async () => {
    hold(set, await requestsOf(set), title)
  })
})
