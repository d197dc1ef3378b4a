// Learns grammars/language-weights.txt from trees of real files, labelled by their names, and goes on from those
// of grammars/dialect-weights.txt. Run after the build: node bench/detect-train.mjs --tree DIR [--tree DIR]... [--all] [--write]. Each folder
// directly below a tree is one project: without --all a third of the projects is held out; the collections of samples always are.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRegistry } from '../build/shoal/content/registry.js'
import { LANGUAGE_WEIGHTS_FILE, WEIGHT_UNIT, WEIGHTS_FILE } from '../build/shoal/text/dialects.js'
import { probeFile } from '../build/shoal/text/probe.js'
import { visitTraits } from '../build/shoal/text/traits.js'
import { isHeldOut, labelledFiles } from './detect-corpus.mjs'
import { HELD_BACK } from './detect-labels.mjs'

const PER_PROJECT = 6
const PER_DIALECT = 400
const FEWEST_FILES = 3
const FEWEST_PROJECTS = 3
/** So much of the weights that are there stays: of logs the trees hold few, and of few kinds. */
const KEPT = { log: 0.8 }
/** Beside those that have weights already. */
const TRAITS = 6500
const VECTOR_LENGTH = 5

function main() {
  const { values } = parseArgs({
    options: {
      tree: { type: 'string', multiple: true, default: [] },
      all: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  })
  const files = collect(values.tree)
  const isHeld = ({ project }) => (values.all ? HELD_BACK.test(project) : isHeldOut(project))
  const train = files.filter(file => !isHeld(file))
  const before = readTable()
  const dialects = [...new Set([...before.keys(), ...train.map(file => file.dialect)])].filter(
    dialect => before.has(dialect) || train.filter(file => file.dialect === dialect).length >= FEWEST_FILES,
  )
  const known = train.filter(file => dialects.includes(file.dialect))
  const old = [...new Set([...before.values()].flatMap(({ weights }) => [...weights.keys()]))]
  const wide = learn(known, dialects, { traits: commonTraits(known, old), before, epochs: 4, shrink: 2e-3 })
  const narrow = learn(known, dialects, {
    traits: [...old, ...strongest(wide, old)],
    before,
    epochs: 10,
    shrink: 3.2e-3,
  })
  for (const [dialect, share] of Object.entries(KEPT)) keepShare(narrow, before, dialect, share)
  tell(narrow, files.filter(isHeld), train.length)
  if (values.write) writeTable(narrow)
}

function keepShare({ dialects, traits, weights }, before, dialect, share) {
  const at = dialects.indexOf(dialect)
  const old = before.get(dialect)
  if (!old) return
  ;[...traits, null].forEach((trait, row) => {
    const was = trait === null ? old.bias : (old.weights.get(trait) ?? 0)
    const place = row * dialects.length + at
    weights[place] = share * was + (1 - share) * weights[place]
  })
}

function tell(model, held, seen) {
  const typeOf = new Map(held.map(({ dialect, type }) => [dialect, type]))
  const code = held.filter(({ type }) => type === 'source_code')
  const count = (list, test) => `${list.filter(file => test(best(model, file.counts), file)).length} of ${list.length}`
  console.log(`${seen} files, ${model.dialects.length} dialects; of those held out right:`)
  console.log(`dialects ${count(held, (said, { dialect }) => said === dialect)}`)
  console.log(`types ${count(held, (said, { type }) => typeOf.get(said) === type)}`)
  console.log(`languages of code ${count(code, (said, { dialect }) => said === dialect)}`)
}

/** The weights that are there, by dialect. */
function readTable() {
  const lines = readFileSync(new URL(`../${WEIGHTS_FILE}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return new Map(
    lines.map(line => {
      const [dialect, bias, ...words] = line.split(' ')
      const weights = new Map()
      for (let i = 0; i < words.length; i += 2) weights.set(words[i], Number(words[i + 1]) * WEIGHT_UNIT)
      return [dialect, { bias: Number(bias) * WEIGHT_UNIT, weights }]
    }),
  )
}

function collect(trees) {
  const registry = createRegistry()
  const taken = new Map()
  const seen = new Set()
  const files = []
  for (const tree of trees) {
    for (const { file, type, language, project } of labelledFiles(tree, registry)) {
      if (language === null && registry.get(type).hasLanguage) continue
      const dialect = language ?? type
      const quota = [`${dialect} ${project}`, dialect]
      if ((taken.get(quota[0]) ?? 0) >= PER_PROJECT || (taken.get(dialect) ?? 0) >= PER_DIALECT) continue
      const { probe, binary } = probeFile(file)
      const print = createHash('md5').update(probe.text.slice(0, 4096)).digest('hex')
      if (binary || seen.has(print)) continue
      seen.add(print)
      for (const key of quota) taken.set(key, (taken.get(key) ?? 0) + 1)
      const counts = new Map()
      visitTraits(probe.text, trait => counts.set(trait, (counts.get(trait) ?? 0) + 1))
      files.push({ dialect, type, project, counts })
    }
  }
  return files
}

/** A trait must occur in several projects, or it speaks of one project's subject. */
function commonTraits(files, old) {
  const projects = new Map()
  for (const { counts, project } of files) {
    for (const trait of counts.keys()) {
      if (!projects.has(trait)) projects.set(trait, new Set())
      projects.get(trait).add(project)
    }
  }
  const common = [...projects].filter(([, where]) => where.size >= FEWEST_PROJECTS).map(([trait]) => trait)
  return [...new Set([...old, ...common])]
}

/** The new traits whose weights move the most files. */
function strongest({ traits, weights, dialects, usage }, old) {
  const known = new Set(old)
  const power = traits.map((trait, row) => {
    let squares = 0
    for (let i = 0; i < dialects.length; i++) squares += weights[row * dialects.length + i] ** 2
    return [trait, Math.sqrt(squares * usage[row])]
  })
  return power
    .filter(([trait]) => !known.has(trait))
    .sort((a, b) => b[1] - a[1])
    .slice(0, TRAITS)
    .map(([trait]) => trait)
}

/** Softmax regression by stochastic gradient descent, with step sizes that adapt and small weights drawn to zero. */
function learn(files, dialects, { traits, before, epochs, shrink }) {
  const size = dialects.length
  const index = new Map(traits.map((trait, row) => [trait, row]))
  const model = {
    dialects,
    traits,
    index,
    weights: new Float32Array((traits.length + 1) * size),
    usage: new Float32Array(traits.length),
  }
  dialects.forEach((dialect, i) => {
    const { bias = -2, weights = new Map() } = before.get(dialect) ?? {}
    model.weights[traits.length * size + i] = bias
    for (const [trait, weight] of weights) model.weights[index.get(trait) * size + i] = weight
  })
  const steps = new Float32Array(model.weights.length).fill(1e-3)
  const importance = balance(files)
  const samples = files.map((file, i) => ({
    vector: vectorOf(file.counts, index),
    target: dialects.indexOf(file.dialect),
    weight: importance[i],
  }))
  for (const { vector } of samples) for (const [row, value] of vector) model.usage[row] += value
  let seed = 1
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = samples.length - 1; i > 0; i--) {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      const j = seed % (i + 1)
      ;[samples[i], samples[j]] = [samples[j], samples[i]]
    }
    for (const { vector, target, weight } of samples) {
      const errors = likelihoods(model, vector)
      errors[target] -= 1
      for (const [row, value] of [...vector, [traits.length, 1]]) {
        for (let i = 0; i < size; i++) {
          const slope = errors[i] * value
          if (Math.abs(slope) < 1e-4) continue
          const at = row * size + i
          steps[at] += slope * slope
          const rate = (0.12 * weight) / Math.sqrt(steps[at])
          const moved = model.weights[at] - rate * slope
          const pull = row === traits.length ? 0 : rate * shrink
          model.weights[at] = Math.abs(moved) <= pull ? 0 : moved - Math.sign(moved) * pull
        }
      }
    }
  }
  return model
}

/** Every content type weighs the same, and within a type a dialect by the root of its files. */
function balance(files) {
  const perDialect = new Map()
  for (const { dialect } of files) perDialect.set(dialect, (perDialect.get(dialect) ?? 0) + 1)
  const perType = new Map()
  for (const { type, dialect } of new Map(files.map(file => [file.dialect, file])).values()) {
    perType.set(type, (perType.get(type) ?? 0) + Math.sqrt(perDialect.get(dialect)))
  }
  const raw = files.map(({ type, dialect }) => 1 / Math.sqrt(perDialect.get(dialect)) / perType.get(type))
  const mean = raw.reduce((a, b) => a + b, 0) / raw.length
  return raw.map(weight => Math.min(weight / mean, 6))
}

function vectorOf(counts, index) {
  const found = []
  let squares = 0
  for (const [trait, count] of counts) {
    const row = index.get(trait)
    if (row === undefined) continue
    found.push([row, Math.log1p(count)])
    squares += Math.log1p(count) ** 2
  }
  const scale = VECTOR_LENGTH / (Math.sqrt(squares) || 1)
  return found.map(([row, value]) => [row, value * scale])
}

function likelihoods({ dialects, traits, weights }, vector) {
  const size = dialects.length
  const scores = new Float32Array(weights.subarray(traits.length * size))
  for (const [row, value] of vector) for (let i = 0; i < size; i++) scores[i] += weights[row * size + i] * value
  const top = Math.max(...scores)
  const powers = scores.map(score => Math.exp(score - top))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map(power => power / sum)
}

function best(model, counts) {
  const found = likelihoods(model, vectorOf(counts, model.index))
  return model.dialects[found.indexOf(Math.max(...found))]
}

function writeTable({ dialects, traits, weights }) {
  const size = dialects.length
  const lines = dialects.map((dialect, i) => {
    const own = traits
      .map((trait, row) => [trait, Math.round(weights[row * size + i] / WEIGHT_UNIT)])
      .filter(([, weight]) => weight !== 0)
    const bias = Math.round(weights[traits.length * size + i] / WEIGHT_UNIT)
    return [dialect, bias, ...own.sort((a, b) => b[1] - a[1]).flat()].join(' ')
  })
  writeFileSync(new URL(`../${LANGUAGE_WEIGHTS_FILE}`, import.meta.url), `${lines.sort().join('\n')}\n`)
}

main()
