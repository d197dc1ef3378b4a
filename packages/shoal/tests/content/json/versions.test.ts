// Versions of one document: every difference is told, what is taken back and what leaps is a problem, other files are none.
import type { SurveyedFile } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { versionFindings } from '../../../src/content/json/analyst/versions.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const BASE = {
  service: 'billing',
  port: 8080,
  timeouts: { connect: 500, read: 2000 },
  log: { level: 'info' },
  a: 1,
  b: 2,
  c: 3,
}

async function findings(documents: Readonly<Record<string, unknown>>) {
  const files = await Promise.all(
    Object.entries(documents).map(async ([path, value]) => ({
      ...(await surveyLawfully({
        name: path,
        content: `${JSON.stringify(value, null, 2)}\n`,
        type: 'json',
        stretches: [],
      })),
      path,
    })),
  )
  return versionFindings(files as unknown as SurveyedFile[])
}

describe('versions of a document', () => {
  it('tell what each changes, in their order', async () => {
    const found = await findings({
      'config-v10.json': { ...BASE, log: { level: 'debug', file: 'x' } },
      'config-v2.json': BASE,
    })
    expect(found.map(({ summary, nature, path, evidence }) => ({ summary, nature, path, evidence }))).toEqual([
      {
        summary:
          'config-v10.json differs from config-v2.json in 2 fields: log.level "info" → "debug"; log.file is new (x)',
        nature: 'fact',
        path: 'config-v10.json',
        evidence: '"level"',
      },
    ])
  })

  it('of many fields tell how many are not compared, and call none of them new or gone', async () => {
    const many = (port: number) =>
      Object.fromEntries(
        Array.from({ length: 90 }, (_, k) => [
          `part${String.fromCharCode(97 + (k % 26))}${k}`,
          { host: 'h', port: k === 0 ? port : k, on: true, name: `n${k}`, level: 'x' },
        ]),
      )
    const found = await findings({ 'm-v1.json': many(8), 'm-v2.json': { ...many(9), z: 1 } })
    expect(found.map(({ summary }) => summary)).toEqual([
      'm-v2.json differs from m-v1.json in 1 field: parta0.port 8 → 9; 142 more fields are not compared',
    ])
  })

  it('are files whose names say so: another number may be another thing', async () => {
    const host = (ram: number) => ({ ...BASE, ram })
    expect(await findings({ 'web-1.json': host(2), 'web-2.json': host(64), 'web-3.json': host(2) })).toEqual([])
    expect(await findings({ 'hosts-2026-01-02.json': host(2), 'hosts-2026-01-03.json': host(3) })).toHaveLength(1)
  })

  it('are told where one takes back the one before, or a number leaps', async () => {
    const found = await findings({
      'c-v1.json': BASE,
      'c-v2.json': { ...BASE, timeouts: { connect: 500, read: 20_000 }, log: undefined },
      'c-v3.json': BASE,
    })
    expect(found.filter(({ nature }) => nature === 'problem').map(({ key }) => key)).toEqual([
      'json.version-leap:c-v2.json',
      'json.version-back:c-v3.json',
      'json.version-leap:c-v3.json',
    ])
    expect(found[0]!.summary).toContain('log is gone')
  })

  it('are none of documents that differ, of equal ones, and of readings at several times only facts', async () => {
    expect(await findings({ 'x-v1.json': BASE, 'x-v2.json': { other: 1, things: 2, here: 3 } })).toEqual([])
    expect(await findings({ 'x-v1.json': BASE, 'x-v2.json': BASE, 'y.json': { ...BASE, a: 7 } })).toEqual([])
    const reading = (n: number) => ({ load: n, free: n * 100, users: n * 3, disk: n * 17, swap: n })
    const found = await findings({ 'r-v1.json': reading(1), 'r-v2.json': reading(40), 'r-v3.json': reading(1) })
    expect(found.map(({ nature }) => nature)).toEqual(['fact', 'fact'])
  })
})
