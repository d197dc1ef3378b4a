// Wrong cells of dirty tables are named, with what should stand there; clean tables, made and real, give no alarm.
import { fileURLToPath } from 'node:url'
import type { FileSurvey } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { DOMAINS } from '../../../../../bench/dirty/domains.mjs'
import { planted } from '../../../../../bench/dirty/faults.mjs'
import { realTables } from '../../../../../bench/dirty/real-tables.mjs'
import { csvLine } from '../../../../../bench/tables-input.mjs'
import { surveyLawfully } from '../../conformance/analyst.ts'

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url)).replace(/\/$/, '')

async function surveyTable(header: readonly string[], rows: readonly (readonly string[])[]): Promise<FileSurvey> {
  const content = [header, ...rows].map(row => csvLine([...row])).join('')
  return await surveyLawfully({ name: 'table.csv', content, stretches: [] })
}

/** Cells without a value may be meant; all else that is told as a problem of a clean table is a false alarm. */
function alarms({ findings }: FileSurvey): string[] {
  return findings
    .filter(({ nature, type }) => nature === 'problem' && type !== 'missing_data')
    .map(({ summary }) => summary)
}

describe('clean tables give no alarm', () => {
  for (const [name, make] of Object.entries(DOMAINS))
    it.each([901, 902])(`${name}, seed %i`, async seed => {
      const { header, rows } = make(seed)
      expect(alarms(await surveyTable(header, rows))).toEqual([])
    })

  it.each(realTables(ROOT))('the real table %s', async (name, content) => {
    expect(alarms(await surveyLawfully({ name, content, stretches: [] }))).toEqual([])
  })
})

describe('planted faults', () => {
  it.each(Object.entries(DOMAINS))('of %s: most are named, little else', async (_, make) => {
    const { header, rows, truth } = planted(make(77), 77)
    const { findings } = await surveyTable(header, rows)
    const named = new Set<string>()
    for (const { nature, cell, more = [] } of findings)
      for (const place of nature === 'problem' ? [{ cell }, ...more] : [])
        if (place.cell) {
          named.add(`${place.cell.row - 1}:${place.cell.column}`)
          expect(place.cell.value).toBe(rows[place.cell.row - 1]![header.indexOf(place.cell.column)])
          expect(place.cell.expected).not.toBe(place.cell.value)
        }
    const right = [...named].filter(cell => truth.has(cell)).length
    expect((2 * right) / (named.size + truth.size)).toBeGreaterThanOrEqual(0.7)
  })
})

describe('one fault at a time', () => {
  const base = () => {
    const { header, rows } = DOMAINS.homes!(5)
    return { header, rows: rows.map(row => [...row]) }
  }
  const cellsOf = async (change: (rows: string[][], at: (name: string) => number) => void) => {
    const { header, rows } = base()
    change(rows, name => header.indexOf(name))
    const { findings } = await surveyTable(header, rows)
    return findings
      .filter(({ nature }) => nature === 'problem')
      .flatMap(({ key, cell, more = [] }) => [{ cell }, ...more].map(place => ({ key, ...place.cell })))
  }

  it('a letter too few', async () => {
    const [found] = await cellsOf((rows, at) => (rows[40]![at('city')] = 'Milwakee'))
    expect(found).toMatchObject({ row: 41, column: 'city', value: 'Milwakee', expected: 'Milwaukee' })
  })

  it('another city than the zip code says', async () => {
    const found = await cellsOf((rows, at) => {
      const row = rows.findIndex(cells => cells[at('city')] === 'Denver')
      rows[row]![at('city')] = 'Boston'
    })
    expect(found).toEqual([expect.objectContaining({ column: 'city', value: 'Boston', expected: 'Denver' })])
  })

  it('codes with leading zeros are numbers of no kind, and no error', async () => {
    expect(await cellsOf(() => {})).toEqual([])
  })
})
