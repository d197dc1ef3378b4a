// Figures of the records in JSON and JSON lines, of one field by another and of the values that are named.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { askRelations } from '../../src/run/ask-relations.ts'
import { lookForRelations } from '../../src/run/relations/relation-file.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const settings = settingsFrom({})
const { signal } = new AbortController()

async function ask(file: string, question: string) {
  const options = { settings, signal, cache: join(dir.path, 'cache') }
  const { files } = await lookForRelations([{ path: file, file }], options)
  return await askRelations({ question, files, ...options })
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b) / numbers.length
}

describe('JSON lines', () => {
  const file = fileURLToPath(new URL('../../../../examples/data/events.jsonl', import.meta.url))
  const good = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as { event: string; duration_ms: number }]
      } catch {
        return []
      }
    })
  const refunds = good.filter(({ event }) => event === 'refund')

  it('have the average of one field by another', async () => {
    const { status, rows } = await ask(file, 'average duration_ms by event')
    expect(status).toBe('answered')
    const own = Object.values(rows.find(row => Object.values(row).includes('refund'))!)
    expect(own.find(value => typeof value === 'number')).toBeCloseTo(mean(refunds.map(each => each.duration_ms)), 3)
  })

  it('are counted by a value that is named', async () => {
    const { status, text } = await ask(file, 'how many refund events are there?')
    expect(status).toBe('answered')
    expect(text).toMatch(new RegExp(`^${refunds.length.toLocaleString('en-US')}\\b`))
  })
})

const cars = fileURLToPath(new URL('../../../../../shared/data/json/cars.json', import.meta.url))

describe.skipIf(!existsSync(cars))('a document', () => {
  it('has the average of one field by another', async () => {
    const rows = JSON.parse(readFileSync(cars, 'utf8')) as { Origin: string; Miles_per_Gallon: number | null }[]
    const japan = rows.flatMap(row =>
      row.Origin === 'Japan' && row.Miles_per_Gallon !== null ? [row.Miles_per_Gallon] : [],
    )
    const answer = await ask(cars, 'average Miles_per_Gallon by Origin')
    expect(answer.status).toBe('answered')
    const own = Object.values(answer.rows.find(row => Object.values(row).includes('Japan'))!)
    expect(own.find(value => typeof value === 'number')).toBeCloseTo(mean(japan), 3)
  })
})
