// The law of growth: a text twice as long takes at most 2.3 times the work, whatever it is made of. Work is counted, see
// counters.mjs, in a process of its own, over all stages of an analysis, and of some functions by themselves. Two doublings
// are judged at once, from sizes on at which a square shows.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { calls } from './calls.mjs'
import { LAW as SHAPES } from './shapes.mjs'

/** Of two doublings. */
const MOST_GROWTH = 2.3 ** 2
/**
 * What an analysis may take once, whatever the length: a table that is filled, a limit that is reached. One step for every
 * pair of short lines is more than this, at the smallest sizes too.
 */
const ONCE = { blocks: 2_000_000, characters: 1_000_000, bytes: 5_000_000 } as const
const CALLS = calls.map(({ name }) => name)
/** Each in a process of its own. */
const PARTS = [0, 1].map(half => SHAPES.filter((_, at) => at % 2 === half)).concat([CALLS])
const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

type Work = Readonly<Record<keyof typeof ONCE, number>>

/** What grew faster than the text, in words. */
function excesses(work: readonly Work[]): string[] {
  return (Object.keys(ONCE) as (keyof Work)[]).flatMap(counter => {
    const [small, large] = work.map(one => one[counter])
    return large! > MOST_GROWTH * small! + ONCE[counter] ? [`${counter}: ${small} → ${large}`] : []
  })
}

async function workOn(names: readonly string[]): Promise<{ readonly name: string; readonly work: readonly Work[] }[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--sampling-heap-profiler-suppress-randomness', CHILD, ...names],
    { maxBuffer: 1 << 26 },
  )
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

describe('the work of an analysis', () => {
  it('grows no faster than the text', { timeout: 1_800_000 }, async () => {
    const all = (await Promise.all(PARTS.map(workOn))).flat()
    expect(all.map(({ name }) => name).sort()).toEqual([...SHAPES, ...CALLS].sort())
    const grown = all.flatMap(({ name, work }) => excesses(work).map(excess => `${name} ${excess}`))
    expect(grown).toEqual([])
  })
})
