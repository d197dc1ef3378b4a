// Computes the expected answer of every question by hand-written SQL over the data, or by construction, and writes
// seen/ and unseen/. The reader of shoal is never asked. Do not read sets/ when you build the reader: it holds the unseen ones.
// node bench/questions/truth.mjs DIR [--check] [--show SET]
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { writeData } from './data.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const shared = process.env.SHOAL_DATA ?? join(here, '../../../shared/data')
const [directory, ...flags] = process.argv.slice(2)
if (!directory) throw new Error('usage: node bench/questions/truth.mjs DIR [--check] [--show SET]')
const check = flags.includes('--check')
const show = flags.includes('--show') ? flags[flags.indexOf('--show') + 1] : undefined

/** These data sets are held back whole; of the others a part, drawn by the hash of the question. */
const HELD_BACK = [
  'grades',
  'payments',
  'jobs',
  'weather',
  'penguins',
  'ssh',
  'shipping',
  'releases',
  'scheduler',
  'manual',
  'pricelist',
  'outage',
]
const SHARE = 0.2

writeData(directory)
const written = { seen: {}, unseen: {} }
for (const file of readdirSync(join(here, 'sets')).sort())
  for (const set of Object.values(await import(`./sets/${file}`))) await compute(set)
for (const half of ['seen', 'unseen']) settle(half)

async function compute(set) {
  const root = set.source === 'shared' ? shared : directory
  if (!set.data.every(path => existsSync(join(root, path)))) {
    if (!check) throw new Error(`${set.name}: its data are not here, and without them its questions would be lost`)
    console.error(`${set.name}: no data`)
    process.exitCode = 1
    return
  }
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run('set threads = 1')
  for (const statement of set.setup?.(path => `'${join(root, path)}'`) ?? []) await connection.run(statement)
  let number = 0
  for (const [kind, question, answer, options = {}] of set.questions) {
    const expect = await expectation(connection, root, answer, { kind, ...options }, `${set.name}: ${question}`)
    const id = `${set.name}-${String(++number).padStart(2, '0')}`
    const drawn =
      Number.parseInt(
        createHash('sha256')
          .update(set.name + question)
          .digest('hex')
          .slice(0, 6),
        16,
      ) /
      2 ** 24
    const half = HELD_BACK.includes(set.name) || drawn < SHARE ? 'unseen' : 'seen'
    const file = (written[half][set.name] ??= { data: set.data, source: set.source ?? 'generated', questions: [] })
    file.questions.push({ id, kind, type: options.type ?? set.type, question, expect })
    if (show === set.name || show === 'all')
      console.log(`${id} ${half} [${kind}] ${question}\n   ${JSON.stringify(expect)}`)
  }
}

async function expectation(connection, root, answer, options, name) {
  if (typeof answer === 'object' && answer.places)
    return {
      ...answer,
      places: places(root, answer.places, name),
      ...(answer.also && { also: places(root, answer.also, name) }),
    }
  if (typeof answer === 'object' && answer.any)
    return { any: await Promise.all(answer.any.map(one => expectation(connection, root, one, options, name))) }
  if (typeof answer === 'object') return answer
  const rows = (await connection.runAndReadAll(answer)).getRows().map(row => row.map(plain))
  if (!options.ordered) rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (rows.length === 0) throw new Error(`${name}: no rows`)
  if (rows.length > 10) throw new Error(`${name}: ${rows.length} rows`)
  const extra = Object.fromEntries(
    ['percent', 'unit', 'ordered', 'tolerance'].filter(key => key in options).map(key => [key, options[key]]),
  )
  if (options.kind === 'compare' && rows.length === 2 && rows[0].length === 2)
    return {
      any: [
        { rows, ...extra },
        { rows: [rows.map(row => row[1])], ...extra },
      ],
    }
  if (options.either) return { any: [{ rows }, { rows: rows[0].map(cell => [cell]) }] }
  if (rows.length === 1 && rows[0].length === 1) return { value: rows[0][0], ...extra }
  return { rows, ...extra }
}

function plain(value) {
  if (typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object')
    return typeof value === 'number' ? Number(value.toPrecision(12)) : value
  if ('items' in value) return value.items.map(plain)
  const text = value.toString()
  return 'scale' in value ? Number(text) : text
}

/** Each place is a path and a pattern: every line that matches, or the one line given by number. */
function places(root, list, name) {
  return list.flatMap(([path, pattern]) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    const found = lines.flatMap((line, i) => (pattern.test(line) ? [{ path, line: i + 1 }] : []))
    if (found.length === 0) throw new Error(`${name}: ${pattern} is not in ${path}`)
    return found
  })
}

function settle(half) {
  const folder = join(here, half)
  if (check) {
    for (const [name, file] of Object.entries(written[half])) {
      const path = join(folder, `${name}.json`)
      const same =
        existsSync(path) && isDeepStrictEqual(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(JSON.stringify(file)))
      if (!same) {
        console.error(`${half}/${name}.json differs from what the data say`)
        process.exitCode = 1
      }
    }
  } else {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const [name, file] of Object.entries(written[half]))
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`)
  }
  const questions = Object.values(written[half]).flatMap(file => file.questions)
  const counts = key => {
    const found = {}
    for (const question of questions) found[question[key]] = (found[question[key]] ?? 0) + 1
    return Object.entries(found)
      .sort()
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  }
  const refused = questions.filter(question => question.expect.refuse).length
  console.log(
    `${half}: ${questions.length} questions, ${Object.keys(written[half]).length} data sets, ${refused} to be refused`,
  )
  console.log(`  by type: ${counts('type')}\n  by kind: ${counts('kind')}`)
}
