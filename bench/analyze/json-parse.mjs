// Peer, the physical limit of a program that parses: JSON.parse of every line and nothing else. node json-parse.mjs FILE
import { createReadStream } from 'node:fs'

let rest = ''
let rows = 0
for await (const text of createReadStream(process.argv[2], { encoding: 'utf8', highWaterMark: 4 * 1024 * 1024 })) {
  const lines = (rest + text).split('\n')
  rest = lines.pop()
  for (const line of lines) if (JSON.parse(line) !== undefined) rows++
}
if (rest !== '' && JSON.parse(rest) !== undefined) rows++
console.log(rows)
