// Runs the program that the build has made, and compares what it writes with what it should.
import { spawnSync } from 'node:child_process'
import { resultOf, work } from '../assignment.mjs'

const REFUSED = 'a refusal'

const cases = [
  ['1', 'I'],
  ['4', 'IV'],
  ['49', 'XLIX'],
  ['1994', 'MCMXCIV'],
  ['2026', 'MMXXVI'],
  ['3999', 'MMMCMXCIX'],
  ['0', REFUSED],
  ['4000', REFUSED],
  ['four', REFUSED],
]

await work(assignment => {
  const { file, sha256 } = resultOf(assignment)
  const failures = cases.flatMap(([argument, expected]) => {
    const { status, stdout } = spawnSync(process.execPath, [file, argument], { encoding: 'utf8' })
    const written = status === 0 ? stdout.trim() : REFUSED
    return written === expected ? [] : [`${argument}: expected ${expected}, got ${written || 'nothing'}`]
  })
  // A failed task keeps those behind it from starting: what does not pass is never packed.
  if (failures.length > 0) throw new Error(`${failures.length} of ${cases.length} cases failed: ${failures.join('; ')}`)
  return { summary: `${cases.length} cases passed`, cases: cases.length, file, sha256 }
})
