// Fails where a regular expression of the source may take more than linear time. Every pattern is judged by recheck, and what
// recheck calls slow, or cannot decide in time, is tried by counting steps. Verdicts are kept by pattern in
// scripts/patterns/verdicts.json, which is committed, so that only new patterns take time and no verdict depends on the machine.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { check } from 'recheck'
import { BUILT_LATER, SHORT_TEXT } from './patterns/allowed.mjs'
import { collectPatterns } from './patterns/collect.mjs'
import { isBounded, replayed, superLinear } from './patterns/growth.mjs'

const AUTOMATON = { timeout: 10_000 }
/** For what the automaton cannot do, or not in time; the seed makes it draw the same each time. */
const FUZZ = { checker: 'fuzz', timeout: 20_000, attackTimeout: 2_000, maxAttackStringSize: 20_000, randomSeed: 1 }
const { version } = createRequire(import.meta.url)('recheck/package.json')
const settings = JSON.stringify({ version, AUTOMATON, FUZZ })
const KEPT = new URL('patterns/verdicts.json', import.meta.url)

const started = Date.now()
const { patterns, loose, faults } = await collectPatterns()
const verdicts = keptVerdicts()
const samples = BUILT_LATER.flatMap(({ file, samples = [] }) =>
  samples.map(source => ({ source, flags: '', isSwept: true, places: [file] })),
)
const all = [...patterns, ...samples]
await judge(all.filter(pattern => !isBounded(pattern.source, pattern.flags) && !verdicts.has(keyOf(pattern))))

const tally = { bounded: 0, linear: 0, counted: 0, allowed: 0 }
const used = new Set()
for (const pattern of all) {
  if (isBounded(pattern.source, pattern.flags)) tally.bounded++
  else accept(pattern, verdicts.get(keyOf(pattern)))
}
checkLists()
write(new Set(all.map(keyOf)))

const sum = Object.entries(tally).map(([kind, count]) => `${count} ${kind}`)
console.log(`${all.length} patterns: ${sum.join(', ')}; ${((Date.now() - started) / 1000).toFixed(1)} s`)
for (const fault of faults) console.error(`✗ ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

async function judge(open) {
  const queue = [...open]
  const worker = async () => {
    for (let pattern = queue.pop(); pattern; pattern = queue.pop()) {
      verdicts.set(keyOf(pattern), await verdictOf(pattern))
      if (queue.length % 50 === 0) write()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

/** `linear`, `counted` (linear by our own count, whatever recheck says), or `slow` with what there is to say. */
async function verdictOf(pattern) {
  const { source, flags } = pattern
  let found = await check(source, flags, AUTOMATON)
  if (found.status === 'unknown') found = await check(source, flags, FUZZ)
  const own = superLinear(pattern)
  if (own !== null) return { verdict: 'slow', why: `${own.name} takes ${own.counts.join(', ')} steps` }
  if (found.status === 'safe') return { verdict: 'linear' }
  // It ran out of time: our own attacks, which the pattern has just stood, decide.
  if (found.status === 'unknown') return { verdict: 'counted' }
  const counted = superLinear(pattern, [replayed(found.attack)])
  if (counted === null) return { verdict: 'counted' }
  return { verdict: 'slow', why: `${found.complexity.summary}: ${found.attack.pattern}` }
}

function accept(pattern, { verdict, why }) {
  if (verdict === 'linear' || verdict === 'counted') tally[verdict]++
  else if (isShortText(pattern)) tally.allowed++
  else faults.push(`${pattern.places.join(', ')} /${pattern.source}/${pattern.flags} is ${verdict}: ${why}`)
}

/** Every place of the pattern has to be on the list. */
function isShortText({ source, places }) {
  const entries = places.map(place =>
    SHORT_TEXT.find(entry => place.startsWith(`${entry.file}:`) && source.startsWith(entry.source)),
  )
  for (const entry of entries) if (entry) used.add(entry)
  return entries.every(Boolean)
}

function checkLists() {
  for (const { place, file, text } of loose) {
    const entry = BUILT_LATER.find(entry => entry.file === file && text.replace(/\s+/g, ' ').startsWith(entry.text))
    if (entry) used.add(entry)
    else
      faults.push(
        `${place} builds a pattern inside a function: say in scripts/patterns/allowed.mjs what it may be given`,
      )
  }
  for (const entry of [...SHORT_TEXT, ...BUILT_LATER]) {
    if (!used.has(entry))
      faults.push(`scripts/patterns/allowed.mjs lists what is no longer there: ${JSON.stringify(entry)}`)
  }
}

function keyOf({ source, flags, isSwept }) {
  return createHash('sha256')
    .update(JSON.stringify([settings, source, flags, isSwept]))
    .digest('hex')
    .slice(0, 20)
}

function keptVerdicts() {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(KEPT, 'utf8'))))
  } catch {
    return new Map()
  }
}

/** Also while judging: what was done before an interruption is kept. At the end only what is still there. */
function write(wanted = null) {
  const kept = [...verdicts].filter(([key]) => wanted?.has(key) ?? true).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = kept.map(([key, verdict]) => `${JSON.stringify(key)}: ${JSON.stringify(verdict)}`)
  writeFileSync(KEPT, `{\n${lines.join(',\n')}\n}\n`)
}
