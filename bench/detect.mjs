// Measures detection: accuracy per type with and without extensions, and time per file, beside the literal table of the
// seeds and libmagic; of code also the language, and how often each confidence errs. Run after the build:
// node bench/detect.mjs [--tree DIR]... [--per-type N] [--held] (only the projects that training does not see)
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createRegistry } from '../build/shoal/content/registry.js'
import { detect } from '../build/shoal/stages/detect.js'
import { probeBytes, probeFile } from '../build/shoal/text/probe.js'
import { fixtureCases, isHeldOut, labelledFiles } from './detect-corpus.mjs'
import { HELD_BACK } from './detect-labels.mjs'
import { seedTable } from './detect-seed-table.mjs'

const registry = createRegistry()
const SHARED = fileURLToPath(new URL('../../shared/data', import.meta.url))

function main() {
  const { values } = parseArgs({
    options: {
      tree: { type: 'string', multiple: true, default: [] },
      'per-type': { type: 'string', default: '200' },
      held: { type: 'boolean', default: false },
    },
  })
  report('fixtures', fixtureCases().map(fromFixture))
  const trees = existsSync(SHARED) ? [SHARED, ...values.tree] : values.tree
  for (const tree of trees) report(tree, fromTree(tree, Number(values['per-type']), values.held && tree !== SHARED))
}

function fromFixture(one) {
  const bytes = one.bytes.subarray(0, 64 * 1024)
  return {
    type: one.type,
    language: one.language,
    name: one.name,
    file: null,
    read: name => probeBytes(name, bytes, one.bytes.length),
  }
}

/** Files that one project gives of a dialect: what it repeats is no further case. */
const PER_PROJECT = 3

/** At most so many files of each type: a tree holds mostly code. */
function fromTree(tree, perType, held) {
  const counts = new Map()
  const isFull = (key, most) => {
    const count = (counts.get(key) ?? 0) + 1
    if (count <= most) counts.set(key, count)
    return count > most
  }
  const files = []
  for (const { file, type, language, project } of labelledFiles(tree, registry)) {
    if (held && !isHeldOut(project)) continue
    if (counts.get(type) === perType || probeFile(file).binary) continue
    if (held && isFull(`${project} ${language ?? type}`, PER_PROJECT * (HELD_BACK.test(project) ? 10 : 1))) continue
    isFull(type, perType)
    files.push({ type, language, name: basename(file), file, read: name => probeFile(file, name).probe })
  }
  return files
}

function report(title, files) {
  if (files.length === 0) return
  console.log(`\n${title}: ${files.length} files`)
  const named = judge(files, file => detect(file.read(file.name), registry).contentType)
  const found = []
  const bare = judge(files, (file, k) => (found[k] = detect(file.read('file'), registry)).contentType)
  const seeds = judge(files, file => seedTable(file.read('file')))
  const magic = libmagic(files)
  const rows = registry.types.map(({ name }) => [
    name,
    ...[named, bare, seeds].flatMap(result => percents(result, name)),
  ])
  console.log(table(['type', 'named R', 'P', 'bare R', 'P', 'seeds R', 'P'], rows))
  line('with its name', named)
  line('without a name', bare)
  line("the seeds' table", seeds)
  if (magic) line('libmagic', magic)
  ofCode(files, found)
}

/** Without a name: what code is taken for, how often its language is right, and how often each confidence errs in the type. */
function ofCode(files, found) {
  const code = files.flatMap((file, k) => (file.type === 'source_code' ? [{ file, got: found[k] }] : []))
  const known = code.filter(({ file }) => file.language)
  const languages = new Set(known.map(({ file }) => file.language)).size
  const share = (list, test) =>
    `${list.filter(test).length} of ${list.length} (${percent(list.filter(test).length / list.length)})`
  if (known.length > 0) {
    console.log(`code as code       ${share(code, ({ got }) => got.contentType === 'source_code')}`)
    console.log(
      `its language       ${share(known, ({ file, got }) => got.language === file.language)}, ${languages} languages`,
    )
    const taken = new Map()
    for (const { got } of code) taken.set(got.contentType, (taken.get(got.contentType) ?? 0) + 1)
    console.log(`taken for          ${[...taken].map(([type, count]) => `${type} ${count}`).join(', ')}`)
  }
  for (const level of ['high', 'medium', 'low']) {
    const all = files.flatMap((file, k) => (found[k].confidence === level ? [{ file, got: found[k] }] : []))
    if (all.length > 0)
      console.log(`${level.padEnd(6)} but wrong   ${share(all, ({ file, got }) => got.contentType !== file.type)}`)
  }
}

/** Counts what came out for each type; the first round warms up, the second is timed by the processor's clock. */
function judge(files, guess) {
  for (const [k, file] of files.slice(0, 200).entries()) guess(file, k)
  const start = process.cpuUsage()
  const guesses = files.map(guess)
  const { user, system } = process.cpuUsage(start)
  const right = files.filter((file, i) => file.type === guesses[i]).length
  return { files, guesses, accuracy: right / files.length, ms: (user + system) / 1000 / files.length }
}

function percents({ files, guesses }, type) {
  const all = files.filter(file => file.type === type).length
  const said = guesses.filter(guess => guess === type).length
  const right = files.filter((file, i) => file.type === type && guesses[i] === type).length
  return [all ? percent(right / all) : '-', said ? percent(right / said) : '-']
}

function line(title, { accuracy, ms }) {
  console.log(
    `${title.padEnd(18)} accuracy ${percent(accuracy).padStart(6)}   ${ms === null ? '' : `${ms.toFixed(3)} ms/file`}`,
  )
}

/** What `file --mime-type` says, in our types; null where it is not installed or there are no files on disk. */
function libmagic(files) {
  const onDisk = files.filter(file => file.file)
  if (onDisk.length === 0) return null
  try {
    const output = execFileSync('file', ['-b', '--mime-type', ...onDisk.map(file => file.file)], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    const guesses = output.trim().split('\n').map(fromMime)
    const right = onDisk.filter((file, i) => file.type === guesses[i]).length
    return { accuracy: right / onDisk.length, ms: null }
  } catch {
    return null
  }
}

function fromMime(mime) {
  if (/ndjson/.test(mime)) return 'jsonl'
  if (/json/.test(mime)) return 'json'
  if (/csv|tab-sep/.test(mime)) return 'structured_data'
  if (/html|xml|svg|troff|tex/.test(mime)) return 'markup'
  if (/^text\/x-|javascript|x-shellscript/.test(mime)) return 'source_code'
  return mime === 'text/plain' ? 'prose' : 'unknown'
}

function percent(share) {
  return `${(share * 100).toFixed(1)}%`
}

function table(head, rows) {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map(row => row[i].length)))
  const spell = row => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  return [head, ...rows].map(spell).join('\n')
}

main()
