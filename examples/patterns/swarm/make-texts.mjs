// Writes the 200 texts again, the same to the letter: node examples/patterns/swarm/make-texts.mjs
import { fileURLToPath } from 'node:url'
import { writeWhole } from '../assignment.mjs'

const TEXTS = 200

const who = ['the keeper', 'a fisherman', 'the old pilot', 'a grey gull', 'the harbour master', 'a child from the quay']
const did = ['watched', 'counted', 'remembered', 'followed', 'named', 'waited for']
const what = [
  'the boats',
  'every lamp',
  'the slow tide',
  'a shoal of herring',
  'the last ferry',
  'the bells of the buoy',
]
const where = [
  'beyond the bar',
  'under the pier',
  'off the north light',
  'along the salt marsh',
  'in the lee of the island',
]
const when = ['before dawn', 'at slack water', 'all through the night', 'when the fog came in', 'on a falling glass']
const after = [
  'and said nothing of it',
  'and wrote it in the log',
  'until the rain set in',
  'as had been done for years',
  'and went home',
]

// The same numbers on every machine, so that the texts are too.
let seed = 20260211
const pick = list => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return list[Math.floor((seed / 2 ** 32) * list.length)]
}
const sentence = () => {
  const said = [pick(who), pick(did), pick(what), pick(where), pick(when), pick(after)].join(' ')
  return `${said[0].toUpperCase()}${said.slice(1)}.`
}

for (let number = 1; number <= TEXTS; number++) {
  const lines = Array.from({ length: pick([2, 3, 4, 5]) }, sentence)
  const path = new URL(`texts/${String(number).padStart(3, '0')}.txt`, import.meta.url)
  writeWhole(fileURLToPath(path), `${lines.join('\n')}\n`)
}
