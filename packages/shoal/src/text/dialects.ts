// Which dialect (a programming language, a format, a way of writing) a text is most like, by the statistics of its traits: two
// linear models learned from different real files (bench/detect-train.mjs). One knows more languages, the other more logs.
import { readFileSync } from 'node:fs'
import type { Probe } from '@shoal/base/model/content-type'
import { packageFile } from '@shoal/base/model/package-files'
import { visitTraits } from './traits.ts'

/** The likelihood of every dialect, all together 1, by its place in the list of names. */
export interface DialectShares {
  readonly names: readonly string[]
  readonly shares: Float64Array
}

/** What each of the models says, the one that knows more languages first. Computed once per probe. */
export function dialectShares(probe: Probe): readonly [DialectShares, DialectShares] {
  const known = shares.get(probe)
  if (known) return known
  models ??= [loadModel(LANGUAGE_WEIGHTS_FILE), loadModel(WEIGHTS_FILE)]
  const [first, second] = models
  const found = [sharesOf(first, probe.text), sharesOf(second, probe.text)] as const
  shares.set(probe, found)
  return found
}

const shares = new WeakMap<Probe, readonly [DialectShares, DialectShares]>()

function sharesOf(model: Model, text: string): DialectShares {
  return { names: model.names, shares: softmax(score(model, text)) }
}

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

let models: readonly [Model, Model] | undefined

/** What a weight of 1 stands for. */
export const WEIGHT_UNIT = 0.1
export const WEIGHTS_FILE = 'grammars/dialect-weights.txt'
export const LANGUAGE_WEIGHTS_FILE = 'grammars/language-weights.txt'

/** One line of the file: a dialect, its bias, then traits with their weights, strongest first. */
function loadModel(file: string): Model {
  const names: string[] = []
  const bias: number[] = []
  const rows = new Map<string, Row>()
  for (const line of readFileSync(packageFile(file), 'utf8').trimEnd().split('\n')) {
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

function score({ bias, rows }: Model, text: string): Float64Array {
  const met: Row[] = []
  visitTraits(text, trait => {
    const row = rows.get(trait)
    if (row && row.count++ === 0) met.push(row)
  })
  let squares = 0
  for (const row of met) squares += Math.log1p(row.count) ** 2
  const scale = VECTOR_LENGTH / (Math.sqrt(squares) || 1)
  const scores = Float64Array.from(bias)
  for (const row of met) {
    const value = Math.log1p(row.count) * scale
    for (let i = 0; i < row.dialects.length; i++) scores[row.dialects[i]!]! += row.weights[i]! * value
    row.count = 0
  }
  return scores
}

function softmax(scores: Float64Array): Float64Array {
  let top = Number.NEGATIVE_INFINITY
  for (const value of scores) if (value > top) top = value
  let sum = 0
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i]! - top)
  for (let i = 0; i < scores.length; i++) scores[i]! /= sum
  return scores
}
