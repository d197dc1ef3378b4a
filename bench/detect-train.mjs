// Learns grammars/dialect-weights.txt from trees of real files, labelled by their names. Run after the build:
// node bench/detect-train.mjs --tree DIR [--tree DIR]... [--write]. Each folder directly below a tree is one project: a
// third of the projects is held out, and no project gives more than a few files of one dialect.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { createRegistry } from '../build/content/registry.js'
import { WEIGHT_UNIT, WEIGHTS_FILE } from '../build/text/dialects.js'
import { probeFile } from '../build/text/probe.js'
import { visitTraits } from '../build/text/traits.js'
import { labelledFiles } from './detect-corpus.mjs'

const PER_PROJECT = 3
const PER_DIALECT = 400
const FEWEST_FILES = 6
const FEWEST_PROJECTS = 6
const TRAITS = 3200
const VECTOR_LENGTH = 5

function main() {
  const { values } = parseArgs({
    options: { tree: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean' } },
  })
  const files = collect(values.tree)
  const train = values.write ? files : files.filter(file => !isHeldOut(file.project))
  const dialects = [...new Set(train.map(file => file.dialect))].filter(
    dialect => train.filter(file => file.dialect === dialect).length >= FEWEST_FILES,
  )
  const known = train.filter(file => dialects.includes(file.dialect))
  const wide = learn(known, dialects, commonTraits(known), { epochs: 6, shrink: 2e-3 })
  const narrow = learn(known, dialects, strongest(wide), { epochs: 10, shrink: 3.2e-3 })
  if (values.write) return writeTable(narrow)
  const held = files.filter(file => isHeldOut(file.project))
  const right = held.filter(file => best(narrow, file.counts) === file.dialect).length
  console.log(`${train.length} files, ${dialects.length} dialects; held out: ${right} of ${held.length} dialects right`)
}

function collect(trees) {
  const registry = createRegistry()
  const taken = new Map()
  const seen = new Set()
  const files = []
  for (const tree of trees) {
    for (const { file, type, language } of labelledFiles(tree, registry)) {
      const dialect = language ?? type
      const project = `${tree}/${relative(tree, file).split(sep)[0]}`
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

function isHeldOut(project) {
  return createHash('md5').update(project).digest()[0] < 85
}

/** A trait must occur in several projects, or it speaks of one project's subject. */
function commonTraits(files) {
  const projects = new Map()
  for (const { counts, project } of files) {
    for (const trait of counts.keys()) {
      if (!projects.has(trait)) projects.set(trait, new Set())
      projects.get(trait).add(project)
    }
  }
  return [...projects].filter(([, where]) => where.size >= FEWEST_PROJECTS).map(([trait]) => trait)
}

/** The traits whose weights move the most files. */
function strongest({ traits, weights, dialects, usage }) {
  const power = traits.map((trait, row) => {
    let squares = 0
    for (let i = 0; i < dialects.length; i++) squares += weights[row * dialects.length + i] ** 2
    return [trait, Math.sqrt(squares * usage[row])]
  })
  return power
    .sort((a, b) => b[1] - a[1])
    .slice(0, TRAITS)
    .map(([trait]) => trait)
}

/** Softmax regression by stochastic gradient descent, with step sizes that adapt and small weights drawn to zero. */
function learn(files, dialects, traits, { epochs, shrink }) {
  const size = dialects.length
  const index = new Map(traits.map((trait, row) => [trait, row]))
  const model = {
    dialects,
    traits,
    index,
    weights: new Float32Array((traits.length + 1) * size),
    usage: new Float32Array(traits.length),
  }
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
  writeFileSync(new URL(`../${WEIGHTS_FILE}`, import.meta.url), `${lines.sort().join('\n')}\n`)
}

main()
