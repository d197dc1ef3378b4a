// Which dialect (a programming language, a format, a way of writing) a text is most like, by the statistics of its
// traits: a linear model whose weights were learned from real files and stand in `dialect-weights.ts`.
import type { Probe } from '../model/content-type.ts'
import { DIALECT_WEIGHTS, WEIGHT_UNIT } from './dialect-weights.ts'
import { visitTraits } from './traits.ts'

/** The likelihood of every dialect, all together 1. Computed once per probe. */
export function dialectShares(probe: Probe): ReadonlyMap<string, number> {
  const known = shares.get(probe)
  if (known) return known
  model ??= loadModel()
  const found = softmax(model.names, score(model, probe.text))
  shares.set(probe, found)
  return found
}

const shares = new WeakMap<Probe, ReadonlyMap<string, number>>()

interface Row {
  readonly dialects: number[]
  readonly weights: number[]
  count: number
}

interface Model {
  readonly names: string[]
  readonly bias: number[]
  readonly rows: ReadonlyMap<string, Row>
}

let model: Model | undefined

/** One line of the table: a dialect, its bias, then traits with their weights. */
function loadModel(): Model {
  const names: string[] = []
  const bias: number[] = []
  const rows = new Map<string, Row>()
  for (const line of DIALECT_WEIGHTS) {
    const words = line.split(' ')
    const dialect = names.push(words[0]!) - 1
    bias.push(Number(words[1]) * WEIGHT_UNIT)
    for (let i = 2; i < words.length; i += 2) {
      const trait = words[i]!
      let row = rows.get(trait)
      if (!row) rows.set(trait, (row = { dialects: [], weights: [], count: 0 }))
      row.dialects.push(dialect)
      row.weights.push(Number(words[i + 1]) * WEIGHT_UNIT)
    }
  }
  return { names, bias, rows }
}

/** Length of the vector that a text becomes: long and short texts weigh the same. */
const VECTOR_LENGTH = 5

function score({ bias, rows }: Model, text: string): number[] {
  const met: Row[] = []
  visitTraits(text, trait => {
    const row = rows.get(trait)
    if (row && row.count++ === 0) met.push(row)
  })
  let squares = 0
  for (const row of met) squares += Math.log1p(row.count) ** 2
  const scale = VECTOR_LENGTH / (Math.sqrt(squares) || 1)
  const scores = [...bias]
  for (const row of met) {
    const value = Math.log1p(row.count) * scale
    for (let i = 0; i < row.dialects.length; i++) scores[row.dialects[i]!]! += row.weights[i]! * value
    row.count = 0
  }
  return scores
}

function softmax(names: readonly string[], scores: readonly number[]): Map<string, number> {
  const top = Math.max(...scores)
  const powers = scores.map(value => Math.exp(value - top))
  const sum = powers.reduce((a, b) => a + b, 0)
  return new Map(names.map((name, i) => [name, powers[i]! / sum]))
}
