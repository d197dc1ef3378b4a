// The files that are cut: tables, logs and JSON made here, the same bytes on every machine; code and Markdown as found
// on this one.

import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BLOCK = 4 * 1024 * 1024

/** Every kind of input: its extension, and what writes it. */
export const KINDS = {
  log: { extension: '.log', write: writeLog },
  csv: { extension: '.csv', write: (put, size) => writeRows(put, size, csvRow, { open: `${CSV_HEADER}\n` }) },
  jsonl: { extension: '.jsonl', write: (put, size) => writeRows(put, size, (i, random) => `${jsonRow(i, random)}\n`) },
  json: {
    extension: '.json',
    write: (put, size) => writeRows(put, size, jsonRow, { open: '[', between: ',', close: ']\n' }),
  },
  'json-pretty': { extension: '.json', write: writePretty },
}

/** Writes one file of about `megabytes` and returns its path. */
export function makeInput(directory, kind, megabytes) {
  const { extension, write } = KINDS[kind]
  const path = join(directory, `${kind}-${megabytes}${extension}`)
  const fd = openSync(path, 'w')
  let parts = []
  let held = 0
  const flush = () => {
    if (parts.length > 0)
      writeAll(fd, typeof parts[0] === 'string' ? Buffer.from(parts.join('')) : Buffer.concat(parts))
    parts = []
    held = 0
  }
  let written = 0
  const put = part => {
    parts.push(part)
    held += part.length
    written += part.length
    if (held >= BLOCK) flush()
    return written
  }
  write(put, megabytes * 1e6)
  flush()
  closeSync(fd)
  return path
}

function writeAll(fd, bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

/** A generator of numbers below `n`, the same sequence on every machine. */
export function randomFrom(seed) {
  let state = seed >>> 0
  return n => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * n)
  }
}

function writeRows(put, size, row, { open = '', between = '', close = '' } = {}) {
  const random = randomFrom(1)
  put(open)
  for (let i = 0; put(`${i > 0 ? between : ''}${row(i, random)}`) < size; i++);
  if (close) put(close)
}

function writePretty(put, size) {
  const row = (i, random) => JSON.stringify(JSON.parse(jsonRow(i, random)), null, 2).replace(/^/gm, '  ')
  writeRows(put, size, row, { open: '[\n', between: ',\n', close: '\n]\n' })
}

const WORDS =
  'time out while reading from upstream cache pool node refused retry after lease expired order paid by card'.split(' ')
const CITIES = ['Köln', 'Lyon', 'Oslo', 'São Paulo', 'New York', 'Kyoto', 'Łódź', 'Accra']
const CSV_HEADER = 'id,created_at,customer,city,country,sku,quantity,unit_price,currency,status,tags,comment'

function sentence(random, words) {
  let text = WORDS[random(WORDS.length)]
  for (let k = 1; k < words; k++) text += ` ${WORDS[random(WORDS.length)]}`
  return text
}

const two = value => String(value).padStart(2, '0')
const stamp = i =>
  `2026-${two(1 + ((i >> 16) % 12))}-${two(1 + ((i >> 11) % 28))}T${two((i >> 7) % 24)}:${two((i >> 2) % 60)}:${two(i % 60)}`

/** One row in 16 has a comment of several lines, one in 8 quotes in quotes, one in 4 a delimiter in quotes. */
function csvRow(i, random) {
  let comment = sentence(random, 3)
  if (i % 16 === 0) comment = `"${comment}\n${sentence(random, 4)}, ""${sentence(random, 2)}""\n"`
  else if (i % 8 === 0) comment = `"said ""${comment}"" twice"`
  else if (i % 4 === 0) comment = `"${comment}, ${sentence(random, 2)}"`
  return `${i},${stamp(i)},customer-${random(90_000)},${CITIES[random(8)]},DE,SKU-${random(9999)},${random(40)},${random(900)}.${two(random(99))},EUR,paid,a|b|c,${comment}\n`
}

function jsonRow(i, random) {
  return `{"id":${i},"at":"${stamp(i)}Z","level":"info","service":"api-${random(12)}","user":{"id":${random(90_000)},"city":"${CITIES[random(8)]}"},"ms":${random(900)}.5,"tags":["a","b{","[c"],"text":"${sentence(random, 6)} \\"${WORDS[random(18)]}\\" \\\\ done"}`
}

/** The real logs beside the project in turn, digits of their messages shifted each time; else a made one. Both with stack traces. */
function writeLog(put, size) {
  const random = randomFrom(2)
  const real = realLogs()
  if (real.length === 0) {
    for (let i = 0; put(i % 40 === 39 ? `${logEntry(i, random)}${trace(random)}` : logEntry(i, random)) < size; i++);
    return
  }
  for (let round = 0; ; round++) {
    if (put(shifted(real[round % real.length], round)) >= size) return
    for (let k = 0; k < 25; k++) if (put(Buffer.from(logEntry(round * 25 + k, random) + trace(random))) >= size) return
  }
}

function realLogs() {
  const folder = join(ROOT, '../shared/data/logs')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.log'))
    .sort()
  return names
    .map(name => readFileSync(join(folder, name)))
    .map(bytes => (bytes.at(-1) === 10 ? bytes : Buffer.concat([bytes, Buffer.from('\n')])))
}

const MESSAGE_COLUMN = 40

function shifted(bytes, by) {
  const out = Buffer.from(bytes)
  let column = 0
  for (let at = 0; at < out.length; at++, column++) {
    const byte = out[at]
    if (byte === 10) column = -1
    else if (column > MESSAGE_COLUMN && byte >= 48 && byte <= 57) out[at] = 48 + ((byte - 48 + by) % 10)
  }
  return out
}

/** A made log only, whose entries are known to begin with a date: the input of the quality table. */
export function madeLog(megabytes) {
  const random = randomFrom(3)
  let text = ''
  for (let i = 0; text.length < megabytes * 1e6; i++)
    text += logEntry(i, random) + (random(6) === 0 ? trace(random) : '')
  return text
}

function logEntry(i, random) {
  return `${stamp(i)}.${100 + random(900)}Z ${['INFO ', 'WARN ', 'ERROR', 'DEBUG'][random(4)]} [worker-${random(16)}] com.example.orders.Service${random(20)} - ${sentence(random, 8)} id=${random(1e6)} took=${random(900)}ms\n`
}

function trace(random) {
  let text = `java.lang.IllegalStateException: ${sentence(random, 5)}\n`
  for (let k = 4 + random(24); k > 0; k--)
    text += `\tat com.example.orders.Step${random(99)}.run(Step.java:${random(400)})\n`
  return `${text}Caused by: java.io.IOException: ${sentence(random, 3)}\n\tat com.example.net.Wire.read(Wire.java:${random(300)})\n\t... ${random(30)} more\n`
}

/** Extensions of the code that is looked for, by the name of its grammar. */
const LANGUAGES = {
  '.py': 'python',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.tsx': 'tsx',
  '.go': 'go',
  '.rs': 'rust',
  '.java': 'java',
  '.c': 'c',
  '.h': 'cpp',
  '.hpp': 'cpp',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cs': 'csharp',
  '.rb': 'ruby',
  '.php': 'php',
  '.lua': 'lua',
  '.kt': 'kotlin',
  '.scala': 'scala',
  '.sh': 'bash',
  '.hs': 'haskell',
  '.zig': 'zig',
}
const SMALLEST = 1000
const LARGEST = 1e6
/** A file with longer lines on average is made by a bundler, not by a person. */
const LONG_LINES = 160

/**
 * Real code in the trees given and on this machine, at most `perLanguage` bytes of each language, spread over the trees.
 * @returns {{ path: string, language: string, bytes: number }[]}
 */
export function findCode(trees, perLanguage) {
  const found = new Map()
  for (const tree of [...trees, ...treesHere()]) {
    for (const path of walk(tree)) {
      const language = /\.min\.|\.d\.[mc]?ts$/.test(path) ? undefined : LANGUAGES[extname(path)]
      if (!language) continue
      if (!found.has(language)) found.set(language, [])
      found.get(language).push(path)
    }
  }
  return [...found].flatMap(([language, paths]) => choose(paths, language, perLanguage))
}

/** Dependencies of this project, the headers that come with Node, the Python library where there is one. */
function treesHere() {
  const python = spawnSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'], {
    encoding: 'utf8',
  })
  const trees = [
    join(ROOT, 'node_modules'),
    join(dirname(process.execPath), '../include/node'),
    python.stdout?.trim() ?? '',
  ]
  return trees.filter(tree => tree !== '' && existsSync(tree))
}

function choose(paths, language, most) {
  const random = randomFrom(paths.length)
  const order = paths
    .sort()
    .map(path => ({ path, key: random(2 ** 30) }))
    .sort((a, b) => a.key - b.key)
  const chosen = []
  const seen = new Set()
  let total = 0
  for (const { path } of order) {
    if (total >= most) break
    const { size } = statSync(path)
    if (size < SMALLEST || size > LARGEST) continue
    const text = readFileSync(path, 'utf8')
    if (seen.has(text) || Buffer.byteLength(text) !== size || text.length / text.split('\n').length > LONG_LINES)
      continue
    seen.add(text)
    chosen.push({ path, language, bytes: size })
    total += size
  }
  return chosen
}

/** Markdown pages of the project's dependencies that do not fit one chunk. */
export function findMarkdown(trees, most, least) {
  const pages = [...trees, ...treesHere()].flatMap(tree => walk(tree)).filter(path => /\.md$/i.test(path))
  const fitting = pages.filter(path => statSync(path).size > least && statSync(path).size < LARGEST)
  const unique = new Map(fitting.map(path => [readFileSync(path, 'utf8'), path]))
  return [...unique.values()]
    .sort()
    .slice(0, most)
    .map(path => ({ path, language: 'markdown', bytes: statSync(path).size }))
}

function walk(directory, depth = 0, paths = []) {
  let entries = []
  try {
    entries = readdirSync(directory, { withFileTypes: true })
  } catch {
    return paths
  }
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory() && depth < 12) walk(path, depth + 1, paths)
    else if (entry.isFile()) paths.push(path)
  }
  return paths
}
