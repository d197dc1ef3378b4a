// Measures the analyst of source code: megabytes a second on a directory, parsing alone beside the whole analysis, and
// what each step takes. Run after the build: node bench/code-analyst.mjs [DIRECTORY]... (default: src and what is
// installed of TypeScript).
import { existsSync, readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findDangers } from '../build/flow/find-dangers.js'
import { CodeReading } from '../build/shoal/content/source-code/analyst/reading.js'
import { analyst } from '../build/shoal/content/source-code/analyst.js'
import { extensions } from '../build/shoal/content/source-code/names.js'
import { readTokens } from '../build/shoal/text/code/duplicates/code-tokens.js'
import { findRepeats } from '../build/shoal/text/code/duplicates/repeats.js'
import { canonicalLanguage } from '../build/shoal/text/code/languages/registry.js'
import { parserFor } from '../build/shoal/text/code/parser.js'
import { readTree } from '../build/shoal/text/code/symbols/syntax-tree.js'
import { briefOf } from '../build/shoal/text/question.js'
import { openSource } from '../build/shoal/text/source-file.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DEFAULTS = ['packages', 'node_modules/typescript/lib', 'node_modules/vitest'].map(path => join(ROOT, path))
const signal = new AbortController().signal
/** What the analyst parses; larger files are read line by line. */
const PARSED = 3e6

async function main() {
  const given = process.argv.slice(2)
  for (const directory of (given.length > 0 ? given : DEFAULTS).filter(path => existsSync(path)))
    await measure(directory)
}

async function measure(directory) {
  const files = sourcesIn(directory).filter(({ size }) => size <= PARSED)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const steps = { parse: 0, flatten: 0, index: 0, duplicates: 0, dangers: 0 }
  const timed = (step, work) => {
    const start = performance.now()
    const result = work()
    steps[step] += performance.now() - start
    return result
  }
  await warmUp(files)
  for (const { path, language } of files) {
    const source = openSource(path)
    const text = source.text(0, source.size)
    source.close()
    const parser = await parserFor(language)
    if (!parser) continue
    const parsed = timed('parse', () => parser.parse(text, signal))
    if (!parsed) continue
    const tree = timed('flatten', () => readTree(parsed, text, language))
    timed('index', () => new CodeReading(tree, path))
    timed('duplicates', () => findRepeats(readTokens(tree), { tokens: 60, lines: 8 }))
    timed('dangers', () => findDangers(parsed.rootNode, text, language, path))
    parsed.delete()
  }
  const start = performance.now()
  const surveyed = []
  for (const file of files) surveyed.push(await survey(file))
  const whole = performance.now() - start
  const joined = performance.now()
  const { findings } = analyst.synthesise(surveyed, briefOf(null))
  const joining = performance.now() - joined
  print(directory, { files, bytes, steps, whole, joining, surveyed, findings })
}

/** Grammars are loaded once in a process; that is not what is measured. */
async function warmUp(files) {
  const seen = new Set()
  for (const file of files)
    if (!seen.has(file.language)) {
      seen.add(file.language)
      await survey(file)
    }
}

async function survey({ path, language, size }) {
  const source = openSource(path)
  const lineCount = source.text(0, source.size).split('\n').length
  const about = { path, contentType: 'source_code', language, sizeBytes: size, lineCount, chunks: [] }
  const task = { about, brief: briefOf(null), signal, onRead() {} }
  const result = await analyst.survey([await analyst.read(source, null, task)], source, task)
  source.close()
  return { ...result, path, language, sizeBytes: size, lineCount }
}

function sourcesIn(directory) {
  const found = []
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) found.push(...sourcesIn(path))
    else if (entry.isFile()) {
      const claim = extensions[extname(entry.name).toLowerCase()]
      if (claim?.language) found.push({ path, language: canonicalLanguage(claim.language), size: statSync(path).size })
    }
  }
  return found
}

function print(directory, { files, bytes, steps, whole, joining, surveyed, findings }) {
  const rate = ms => `${(bytes / 1e3 / ms).toFixed(2)} MB/s`
  const count = surveyed.reduce((sum, one) => sum + one.findings.length, 0)
  console.log(`\n${directory}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`)
  for (const [step, ms] of Object.entries(steps))
    console.log(`  ${step.padEnd(12)} ${String(Math.round(ms)).padStart(8)} ms`)
  console.log(`  parse only   ${rate(steps.parse)}`)
  console.log(`  whole        ${rate(whole)} (${(whole / steps.parse).toFixed(1)} × parsing)`)
  console.log(`  joining      ${Math.round(joining)} ms for ${surveyed.length} files`)
  console.log(`  findings     ${count} in files, ${findings.length} between them`)
}

await main()
