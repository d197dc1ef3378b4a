// The seventh questions: over fourteen new data sets, halved by the hash of each question, written before the reader was looked at.
// node bench/questions/fresh/seventh.mjs writes seen/seventh-*.json and held/seventh-*.json.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as tables from './seventh-1.mjs'
import * as others from './seventh-2.mjs'

const MADE = [tables, others].flatMap(module => Object.values(module))

/** Every file under `seventh/`. */
export function seventhFiles() {
  const files = MADE.flatMap(make => Object.entries(make().files))
  return Object.fromEntries(files.map(([path, text]) => [`seventh/${path}`, text]))
}

const isSeen = ({ question }) => createHash('sha256').update(`seventh ${question}`).digest()[0] % 2 === 1

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = fileURLToPath(new URL('.', import.meta.url))
  for (const make of MADE) {
    const { files, questions } = make()
    const set = Object.keys(files)[0].split('/')[0]
    for (const [half, fits] of [
      ['seen', isSeen],
      ['held', one => !isSeen(one)],
    ]) {
      const text = JSON.stringify(
        { data: [`seventh/${set}`], source: 'generated', questions: questions.filter(fits) },
        null,
        2,
      )
      writeFileSync(join(here, `../${half}/seventh-${set}.json`), `${text}\n`)
    }
  }
}
