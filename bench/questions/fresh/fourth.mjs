// The fourth questions: over new data sets, halved by the hash of each question.
// node bench/questions/fresh/fourth.mjs writes seen/fourth-*.json and held/fourth-*.json.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as tables from './fourth-1.mjs'
import * as others from './fourth-2.mjs'

const MADE = [tables, others].flatMap(module => Object.values(module))

/** Every file under `fourth/`. */
export function fourthFiles() {
  const files = MADE.flatMap(make => Object.entries(make().files))
  return Object.fromEntries(files.map(([path, text]) => [`fourth/${path}`, text]))
}

const isSeen = ({ question }) => createHash('sha256').update(`fourth ${question}`).digest()[0] % 2 === 1

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
        { data: [`fourth/${set}`], source: 'generated', questions: questions.filter(fits) },
        null,
        2,
      )
      writeFileSync(join(here, `../${half}/fourth-${set}.json`), `${text}\n`)
    }
  }
}
