// The third questions: over new data sets, and over public data from other sides; halved by the hash of each question.
// node bench/questions/fresh/third.mjs writes seen/third-*.json and held/third-*.json; it needs the public data.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as last from './last.mjs'
import * as tables from './third-1.mjs'
import * as others from './third-2.mjs'
import { sharedSets } from './third-shared.mjs'

const MADE = [tables, others].flatMap(module => Object.values(module))
/** Not built against. */
const LAST = Object.values(last)

/** Every file under `third/`. */
export function thirdFiles() {
  const files = [...MADE, ...LAST].flatMap(make => Object.entries(make().files))
  return Object.fromEntries(files.map(([path, text]) => [`third/${path}`, text]))
}

function setsOf(shared) {
  const made = [...MADE, ...LAST].map(make => {
    const { files, questions } = make()
    const set = Object.keys(files)[0].split('/')[0]
    return { set: `third-${set}`, data: [`third/${set}`], source: 'generated', questions, isHeld: LAST.includes(make) }
  })
  return [...made, ...sharedSets(shared).map(one => ({ ...one, source: 'shared' }))]
}

const isSeen = ({ question }) => createHash('sha256').update(question).digest()[0] % 2 === 1

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = fileURLToPath(new URL('.', import.meta.url))
  for (const { set, data, source, questions, isHeld = false } of setsOf(
    process.env.SHOAL_DATA ?? join(here, '../../../../shared/data'),
  ))
    for (const [half, fits] of [
      ['seen', one => !isHeld && isSeen(one)],
      ['held', one => isHeld || !isSeen(one)],
    ]) {
      const own = questions.filter(fits)
      if (own.length === 0) continue
      const text = JSON.stringify({ data, source, questions: own }, null, 2)
      writeFileSync(join(here, `../${half}/${set}.json`), `${text}\n`)
    }
}
