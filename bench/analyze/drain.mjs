// Peer: a parser after Drain (fixed-depth tree, similarity 0.4), with the usual masks, on raw lines. node drain.mjs FILE
import { createReadStream } from 'node:fs'

const DEPTH = 4
const SIMILARITY = 0.4
const MOST_CHILDREN = 100
const root = new Map()
let rest = ''
let lines = 0

for await (const text of createReadStream(process.argv[2], { encoding: 'utf8', highWaterMark: 4 * 1024 * 1024 })) {
  const found = (rest + text).split('\n')
  rest = found.pop()
  for (const line of found) add(line)
}
if (rest !== '') add(rest)
console.log(lines)

function add(line) {
  lines++
  const masked = line.replace(/\b\d+\.\d+\.\d+\.\d+(:\d+)?\b|\b0x[0-9a-f]+\b|\b\d+\b/gi, '<*>')
  const tokens = masked.trim().split(/\s+/)
  let node = child(root, tokens.length)
  for (let depth = 0; depth < DEPTH - 2 && depth < tokens.length; depth++) {
    const token = /\d/.test(tokens[depth]) ? '<*>' : tokens[depth]
    node = child(node, node.has(token) || node.size < MOST_CHILDREN ? token : '<*>')
  }
  let groups = node.get('groups')
  if (!groups) node.set('groups', (groups = []))
  let best = null
  let most = SIMILARITY
  for (const group of groups) {
    let same = 0
    for (let k = 0; k < tokens.length; k++) if (group.tokens[k] === tokens[k]) same++
    if (same / tokens.length >= most) {
      most = same / tokens.length
      best = group
    }
  }
  if (!best) groups.push({ tokens, count: 1 })
  else {
    best.count++
    for (let k = 0; k < tokens.length; k++) if (best.tokens[k] !== tokens[k]) best.tokens[k] = '<*>'
  }
}

function child(node, key) {
  let next = node.get(key)
  if (!next) node.set(key, (next = new Map()))
  return next
}
