// Tables, JSON, logs and Markdown, cut to the same budget: what each splitter breaks.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMarkdown, madeLog, makeInput } from './partition-inputs.mjs'
import { runChild } from './partition-jobs.mjs'
import { blocksOf, entryStarts, leafCount, recordStarts } from './partition-oracle.mjs'
import { BUDGET } from './partition-peers.mjs'
import { cutOf, isHeld, lostIn } from './partition-ranges.mjs'
import { count, NONE, percent, printTable } from './partition-table.mjs'

const MEGABYTES = 2
const PAGES = 60
const SHARED = fileURLToPath(new URL('../../shared/data', import.meta.url))

/** What is looked at, by kind: the columns of its table and how one file is judged. */
const PARTS = [
  {
    kind: 'csv',
    title: 'tables',
    files: csvFiles,
    judge: judgeTable,
    columns: ['without header', 'mid-row starts', 'characters lost'],
  },
  {
    kind: 'json',
    title: 'JSON documents',
    files: jsonFiles,
    judge: judgeJson,
    columns: ['invalid JSON', 'leaves', 'leaves not readable'],
  },
  {
    kind: 'log',
    title: 'a log with stack traces',
    files: logFiles,
    judge: judgeLog,
    columns: ['starts in an entry', 'characters lost'],
  },
  {
    kind: 'markdown',
    title: 'Markdown pages',
    files: markdownFiles,
    judge: judgeMarkdown,
    columns: ['fences', 'fences cut', 'tables', 'tables cut', 'altered', 'characters lost'],
  },
]

export function measureData({ directory, trees, peers }) {
  for (const { kind, title, files, judge, columns } of PARTS) {
    const paths = files(directory, trees)
    const sources = paths
      .map(path => ({ path, text: readFileSync(path, 'utf8') }))
      .filter(({ path, text }) => Buffer.byteLength(text) === statSync(path).size)
    const step = sources.map(({ path }) => ({ path, language: kind }))
    const names = ['shoal', ...peers.filter(peer => peer.kinds.includes(kind)).map(peer => peer.name)]
    const rows = names.map(name => {
      const { cut, steps, error } = runChild(directory, {
        splitter: name,
        kind,
        request: 'budgeted',
        steps: [step],
        limit: 120,
        wantsChunks: true,
      })
      if (!cut) return [name, error ?? NONE]
      return [name, count(steps.at(-1).chunks), ...total(sources, cut, judge, columns), steps.at(-1).failed ?? 0]
    })
    const size = sources.reduce((sum, { text }) => sum + text.length, 0)
    printTable(
      `Quality: ${title}, ${sources.length} files, ${(size / 1e6).toFixed(1)} MB, ${count(BUDGET)} characters (shoal: 2,000 tokens)`,
      ['', 'chunks', ...columns, 'files refused'],
      rows,
    )
  }
}

function total(sources, cut, judge, columns) {
  const sums = columns.map(() => 0)
  let characters = 0
  for (const [k, { text }] of sources.entries()) {
    if (cut[k].error) continue
    characters += text.length
    const part = judge(text, cutOf(text, cut[k], BUDGET))
    for (const [i, value] of part.entries()) sums[i] += value
  }
  return columns.map((name, i) =>
    name === 'characters lost' ? `${count(sums[i])} (${percent(sums[i], characters, 2)})` : count(sums[i]),
  )
}

function judgeTable(text, cut) {
  const starts = recordStarts(text)
  const header = text.slice(0, text.indexOf('\n')).trim()
  const headless = cut.texts.filter(chunk => !chunk.trimStart().startsWith(header)).length
  return [headless, cut.ranges.filter(([start]) => !starts.has(start)).length, lostIn(text, cut).all]
}

function judgeJson(text, cut) {
  const leaves = leafCount(JSON.parse(text))
  let invalid = 0
  let held = 0
  for (const chunk of cut.texts) {
    try {
      held += leafCount(JSON.parse(chunk))
    } catch {
      invalid++
    }
  }
  return [invalid, leaves, Math.max(0, leaves - held)]
}

function judgeLog(text, cut) {
  const starts = entryStarts(text)
  return [cut.ranges.filter(([start]) => !starts.has(start)).length, lostIn(text, cut).all]
}

/** A block that fits the budget and stands whole in no chunk is cut. */
function judgeMarkdown(text, cut) {
  const { fences, tables } = blocksOf(text)
  const parts = [fences, tables].flatMap(blocks => {
    const fitting = blocks.filter(([start, end]) => end - start <= BUDGET)
    return [fitting.length, fitting.filter(([start, end]) => !isHeld(text, cut, start, end)).length]
  })
  return [...parts, cut.altered.length, lostIn(text, cut).all]
}

function csvFiles(directory) {
  return [makeInput(directory, 'csv', MEGABYTES), ...sharedFiles('tables', /\.csv$/)]
}

function jsonFiles(directory) {
  return [
    makeInput(directory, 'json', MEGABYTES),
    makeInput(directory, 'json-pretty', MEGABYTES),
    ...sharedFiles('json', /\.json$/),
  ]
}

function logFiles(directory) {
  const path = join(directory, 'quality.log')
  writeFileSync(path, madeLog(MEGABYTES))
  return [path]
}

function markdownFiles(_, trees) {
  return findMarkdown(trees, PAGES, BUDGET).map(({ path }) => path)
}

function sharedFiles(folder, pattern) {
  const path = join(SHARED, folder)
  return existsSync(path)
    ? readdirSync(path)
        .filter(name => pattern.test(name))
        .sort()
        .map(name => join(path, name))
    : []
}
