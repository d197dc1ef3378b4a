// The law of growth: a text twice as long takes at most 2.3 times the work, whatever it is made of. Work is counted, see
// counters.mjs, in a process of its own, over all stages of an analysis. Two doublings, so that no constant hides a square.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { LAW } from './shapes.mjs'

const MOST_GROWTH = 2.3
const SIZES = [4096, 8192, 16_384]
/** Less than this for a byte of text is no matter: a table that is filled once, a threshold that is passed. */
const NEGLIGIBLE = { blocks: 60, characters: 200, bytes: 4000 } as const
const CHILDREN = 2
const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

type Work = Readonly<Record<keyof typeof NEGLIGIBLE, number>>

/** What grew faster than the text, in words. */
function excesses(work: readonly Work[]): string[] {
  return (Object.keys(NEGLIGIBLE) as (keyof Work)[]).flatMap(counter => {
    const [, before, after] = work.map(one => one[counter]) as [number, number, number]
    const isMuch = after > NEGLIGIBLE[counter] * SIZES.at(-1)!
    return isMuch && after > MOST_GROWTH * before ? [`${counter}: ${work.map(one => one[counter]).join(' → ')}`] : []
  })
}

async function workOn(names: readonly string[]): Promise<{ readonly name: string; readonly work: readonly Work[] }[]> {
  const args = ['--sampling-heap-profiler-suppress-randomness', CHILD, SIZES.join(), ...names]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 })
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

describe('the work of an analysis', () => {
  it('grows no faster than the text', { timeout: 600_000 }, async () => {
    const parts = Array.from({ length: CHILDREN }, (_, k) => LAW.filter((_, at) => at % CHILDREN === k))
    const all = (await Promise.all(parts.map(workOn))).flat()
    expect(all.map(({ name }) => name).sort()).toEqual([...LAW].sort())
    const grown = all.flatMap(({ name, work }) => excesses(work).map(excess => `${name} ${excess}`))
    expect(grown).toEqual([])
  })
})
