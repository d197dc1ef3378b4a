// The fresh data sets and their questions; the first ones halved by lot, the second ones all in view.
// node bench/questions/fresh/fresh.mjs writes seen/fresh-*.json and held/fresh-*.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { draws } from '../data/random.mjs'
import * as others from './others.mjs'
import * as second from './second.mjs'
import * as tables1 from './tables-1.mjs'
import * as tables2 from './tables-2.mjs'

const FIRST = [tables1, tables2, others].flatMap(module => Object.values(module))
const SECOND = Object.values(second)

/** Every file under `fresh/`. */
export function freshFiles() {
  const files = [...FIRST, ...SECOND].flatMap(make => Object.entries(make().files))
  return Object.fromEntries(files.map(([path, text]) => [`fresh/${path}`, text]))
}

function questionsOf(makes) {
  return makes.flatMap(make => {
    const { files, questions } = make()
    return questions.map(question => ({ set: Object.keys(files)[0].split('/')[0], question }))
  })
}

function write(half, questions) {
  const folder = fileURLToPath(new URL(`../${half}/`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const set of new Set(questions.map(one => one.set))) {
    const own = questions.filter(one => one.set === set).map(({ question }) => question)
    const text = JSON.stringify({ data: [`fresh/${set}`], source: 'generated', questions: own }, null, 2)
    writeFileSync(`${folder}fresh-${set}.json`, `${text}\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const first = questionsOf(FIRST)
  const order = draws('halves-of-fresh').shuffle(first.map((_, k) => k))
  const held = new Set(order.slice(0, first.length >> 1))
  write('seen', [...first.filter((_, k) => !held.has(k)), ...questionsOf(SECOND)])
  write(
    'held',
    first.filter((_, k) => held.has(k)),
  )
}
