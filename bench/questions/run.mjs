// Asks the built program every question, one process each, and scores the answers: right, partial, refused, wrong.
// node bench/questions/run.mjs [seen|held|unseen] [--only SUBSTRING] [--json FILE]
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeData } from './data.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const shared = process.env.SHOAL_DATA ?? join(here, '../../../shared/data')
const program = join(here, '../../bin/shoal.mjs')
const TIMEOUT = 120_000
const TOLERANCE = 0.005
const HALVES = ['seen', 'held', 'unseen']
const VERDICTS = ['right', 'partial', 'refused', 'wrong']

async function main(args) {
  const option = name => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const halves = HALVES.filter(half => args[0] === half || !HALVES.includes(args[0]))
  const work = mkdtempSync(join(tmpdir(), 'shoal-questions-'))
  try {
    writeData(join(work, 'data'))
    const questions = halves
      .flatMap(half => load(half, join(work, 'data')))
      .filter(({ id, kind, question }) => `${id} ${kind} ${question}`.includes(option('--only') ?? ''))
    const results = []
    const next = async () => {
      for (let one = questions.shift(); one; one = questions.shift()) {
        const got = await ask(one, join(work, 'home'))
        results.push({ ...one, ...got, verdict: score(one.expect, got) })
        if (process.stderr.isTTY) process.stderr.write(`\r${results.length} asked, ${questions.length} left `)
      }
    }
    await Promise.all([next(), next()])
    results.sort((a, b) => (a.id < b.id ? -1 : 1))
    report(results)
    if (option('--json')) writeFileSync(option('--json'), `${JSON.stringify(results, null, 2)}\n`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function load(half, generated) {
  return readdirSync(join(here, half)).flatMap(file => {
    const { data, source, questions } = JSON.parse(readFileSync(join(here, half, file), 'utf8'))
    const paths = data.map(path => join(source === 'shared' ? shared : generated, path))
    if (paths.every(path => existsSync(path))) return questions.map(question => ({ ...question, half, paths }))
    console.log(`${half}/${file}: its data are not here; ${questions.length} questions left out`)
    return []
  })
}

function ask({ paths, question }, home) {
  return new Promise(resolve => {
    const options = { timeout: TIMEOUT, maxBuffer: 256 << 20, env: { ...process.env, SHOAL_HOME: home } }
    execFile(process.execPath, [program, 'analyze', ...paths, question, '--json'], options, (error, stdout, stderr) => {
      try {
        const { answer, question: read } = JSON.parse(stdout)
        resolve({ answer, read })
      } catch {
        resolve({ failed: error?.killed ? 'no answer in time' : stderr.trim().split('\n')[0] || String(error) })
      }
    })
  })
}

/** The verdict on one answer. An answer of an old build, without `question`, is judged by the figures in its text. */
export function score(expect, { answer, read, failed }) {
  if (failed) return 'wrong'
  if (!read) return scoreText(expect, typeof answer === 'string' ? answer : JSON.stringify(answer ?? ''))
  if (read.status === 'partial') return 'partial'
  if (read.status === 'unanswered') return expect.refuse ? 'right' : 'refused'
  return meets(expect, read.rows ?? [], answer) ? 'right' : 'wrong'
}

function meets(expect, rows, answer) {
  if (expect.any) return expect.any.some(one => meets(one, rows, answer))
  if (expect.refuse) return false
  if (expect.contains) {
    const text = `${textOf(answer).slice(0, 800)} ${JSON.stringify(rows.slice(0, 3))}`.toLowerCase()
    return expect.contains.every(part => text.includes(part.toLowerCase()))
  }
  if (expect.places) return meetsPlaces(expect, rows)
  if (expect.rows) return meetsRows(expect, rows.map(valuesOf))
  return rows.length > 0 && valuesOf(rows[0]).some(value => same(expect.value, value, expect))
}

function meetsRows(expect, rows) {
  if (rows.length !== expect.rows.length) return false
  const fits = (expected, row) => expected.every(cell => row.some(value => same(cell, value, expect)))
  if (expect.ordered) return expect.rows.every((expected, i) => fits(expected, rows[i]))
  const left = [...rows]
  return expect.rows.every(expected => {
    const at = left.findIndex(row => fits(expected, row))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** All places (or so many) must be named, and no more than as many others beside them and those that may be named `also`. */
function meetsPlaces({ places, also = [], at_least = places.length }, rows) {
  const hits = ({ path, line }, row) => {
    const [a, b] = [`/${path}`, `/${row.path ?? ''}`]
    return (a.endsWith(b) || b.endsWith(a)) && Number(row.line) === line
  }
  const found = places.filter(place => rows.some(row => hits(place, row))).length
  const others = rows.filter(row => ![...places, ...also].some(place => hits(place, row))).length
  return found >= at_least && others <= places.length
}

const textOf = answer => (typeof answer === 'string' ? answer : JSON.stringify(answer ?? ''))
const valuesOf = row => (row && typeof row === 'object' ? Object.values(row).flatMap(valuesOf) : [row])

/** A list of expected spellings is met by any of them. */
function same(expected, value, options = {}) {
  if (Array.isArray(expected)) return expected.some(one => same(one, value, options))
  if (expected === null) return value === null
  if (value === null || value === undefined) return false
  if (typeof value === 'boolean' && /^(y|n|yes|no|0|1)$/i.test(expected)) return value === /^(y|yes|1)$/i.test(expected)
  const wanted = asNumber(expected)
  if (wanted === undefined) return sameText(String(expected), String(value))
  if (options.unit)
    return durations(value).some(seconds =>
      close(wanted * (options.unit === 'days' ? 86_400 : 1), seconds, options.tolerance ?? TOLERANCE),
    )
  const number = asNumber(value)
  if (number === undefined) return sameText(String(expected), String(value))
  return (
    close(wanted, number, options.tolerance) || (options.percent === true && close(wanted, number * 100, TOLERANCE))
  )
}

/**
 * Dates are met by their beginning ("2024-03" by "2024-03-01T00:00:00Z"), times also when given to the second only; "****" is
 * a year that the data do not tell. Other text is met whatever its case.
 */
function sameText(expected, value) {
  const year = expected.startsWith('****') ? value.slice(0, 4) : '****'
  const [a, b] = [expected.replace('****', year), value].map(text =>
    text
      .trim()
      .toLowerCase()
      .replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1t')
      .replace(/(?<=\d)z$/, ''),
  )
  if (a === b) return true
  if (!/^\d{4}(-\d\d)*(t[\d:.]+)?$/.test(a)) return false
  return b.startsWith(a) || (b.length >= 19 && a.startsWith(b)) || a === `${b}t00:00:00`
}

function asNumber(value) {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?%?$/i.test(value.trim())) return undefined
  return Number.parseFloat(value)
}

/** Whole numbers are counts or exact sums and must be met exactly; others to half a percent. */
function close(wanted, number, tolerance) {
  if (tolerance === undefined && Number.isInteger(wanted))
    return Math.abs(wanted - number) < 1e-6 * Math.max(1, Math.abs(wanted))
  return Math.abs(wanted - number) <= (tolerance ?? TOLERANCE) * Math.abs(wanted)
}

/** What a value can mean as a duration in seconds: a figure in any usual unit, an interval, or words. */
function durations(value) {
  const units = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600, hour: 3600, d: 86_400, day: 86_400 }
  const number = asNumber(value)
  if (number !== undefined) return [0.001, 1, 60, 3600, 86_400].map(unit => number * unit)
  const text = String(value)
  const clock = /(\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(text)
  let seconds = clock ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]) : 0
  for (const [, amount, word] of text.matchAll(/(\d+(?:\.\d+)?) ?(ms|sec|s|min|m|hour|h|day|d)/g))
    seconds += Number(amount) * units[word]
  return [seconds]
}

function scoreText(expect, text) {
  if (expect.refuse) return /\d/.test(text) ? 'wrong' : 'right'
  if (expect.any) return expect.any.some(one => scoreText(one, text) === 'right') ? 'right' : 'wrong'
  const numbers = [...text.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => Number(figure.replaceAll(',', '')))
  const says = cell =>
    [cell]
      .flat()
      .some(
        one =>
          text.toLowerCase().includes(String(one).toLowerCase()) || numbers.some(number => same(one, number, expect)),
      )
  const cells = expect.contains ??
    expect.rows?.flat() ??
    expect.places?.map(({ path, line }) => [`${path}:${line}`]) ?? [expect.value]
  return cells.every(says) ? 'right' : 'wrong'
}

function report(results) {
  const table = (title, key) => {
    const names = [...new Set(results.map(key))].sort()
    console.log(`\n${title.padEnd(14)}${['all', ...VERDICTS].map(name => name.padStart(9)).join('')}`)
    for (const name of names) {
      const some = results.filter(result => key(result) === name)
      const counts = VERDICTS.map(verdict => some.filter(result => result.verdict === verdict).length)
      console.log(
        `${name.padEnd(14)}${[some.length, ...counts].map(count => String(count || '').padStart(9)).join('')}`,
      )
    }
  }
  for (const result of results.filter(({ verdict }) => verdict !== 'right')) {
    const { id, verdict, kind, question, expect, read, answer, failed } = result
    console.log(`\n${verdict.toUpperCase()} ${id} [${kind}] ${question}`)
    console.log(
      `  read as:  ${failed ?? read?.read_as ?? '(not said)'}${read?.unused?.length ? `  unused: ${read.unused.join(', ')}` : ''}`,
    )
    console.log(`  expected: ${JSON.stringify(expect).slice(0, 300)}`)
    if (verdict === 'wrong')
      console.log(`  got:      ${(read ? JSON.stringify(read.rows) : textOf(answer))?.slice(0, 300)}`)
  }
  table('kind', ({ kind }) => kind)
  table('type', ({ type }) => type)
  table('half', ({ half }) => half)
  const share = verdict =>
    `${verdict} ${((100 * results.filter(result => result.verdict === verdict).length) / results.length).toFixed(1)} %`
  console.log(`\n${results.length} questions: ${VERDICTS.map(share).join(', ')}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))
