// Work on many things at once rather than on a long text: quotes, findings, files. One of them for every 64 characters of size.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { excerptsOf } from '../../../../build/shoal/run/report-page/excerpts.js'
import { reportHtml } from '../../../../build/shoal/stages/report/html.js'
import { synthesiseCross } from '../../../../build/shoal/stages/synthesise-cross.js'
import { synthesiseType } from '../../../../build/shoal/stages/synthesise-type.js'
import { briefOf } from '../../../../build/shoal/text/question.js'
import { searchQuotes } from '../../../../build/shoal/text/quotes/search.js'
import { openSource } from '../../../../build/shoal/text/source-file.js'
import { findingOf, reportOf } from './reports.mjs'

const { signal } = new AbortController()
const brief = briefOf('What is wrong?')

const many = (size, make) => Array.from({ length: size / 64 }, (_, k) => make(k))

export async function withFile(text, use) {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-growth-'))
  const file = join(directory, 'source.txt')
  writeFileSync(file, text)
  try {
    return await use(file)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A text that repeats, and quotes that nearly fit everywhere in it. */
async function quotes(size) {
  const wanted = many(size, k => ({ text: `${'a'.repeat(100 + (k % 200))}b${k}`, line: 1, onLineOnly: false }))
  await withFile('a'.repeat(size), async file => {
    const source = openSource(file)
    try {
      await searchQuotes(source, wanted, { start: 0, end: source.size, line: 1 }, signal)
    } finally {
      source.close()
    }
  })
}

const located = (k, more) => ({ ...findingOf(`entry ${4 * k + 1} `, k), path: 'a.log', line: 4 * k + 1, ...more })

const NOTHING = {
  run: 'growth',
  query: null,
  goal: 'general',
  engine: 'built-in',
  answer: 'Much is wrong.',
  answerEvidence: [],
  answerPanels: [],
  files: [],
  skipped: [],
  crossFile: [],
  recommendations: [],
  rejected: [],
  failed: [],
  reading: null,
  partial: null,
  warnings: [],
}

/** Findings in one file, each with the lines around it, and the page of them. */
async function page(size) {
  const lines = many(4 * size, k => `2026-01-01 entry ${k + 1} of a log that goes on`)
  const findings = many(size, k => located(k))
  const report = { ...NOTHING, findings, perType: [reportOf(findings)] }
  await withFile(lines.join('\n'), async file => {
    const { size: sizeBytes, mtimeMs } = statSync(file)
    const files = new Map([['a.log', { file, sizeBytes, mtimeMs }]])
    const excerpts = await excerptsOf(report, { files, tasks: [], isTable: () => false, signal })
    const whole = { shoal: '0.0.0', madeAt: 1, report, charts: {}, problems: {}, excerpts }
    for (const _ of reportHtml(whole, { script: 'a', style: 'b' }));
  })
}

/** Files of one type, each with a finding that all have and one of its own. */
async function type(size) {
  const paths = many(size, k => `f${k}.csv`)
  const reports = paths.map((path, k) => ({
    filePath: path,
    chunkId: `${path}#1`,
    index: 1,
    of: 1,
    relevant: true,
    findings: ['shared', `own-${k}`].map(key => ({ ...findingOf('x', k), path, key, id: `${key}-${k}` })),
    anchors: [{ role: 'column', name: `c${k}`, line: 1, quote: 'x' }],
    missing: [],
    suggestedQueries: [],
    completeAnswer: null,
    metadata: {},
    verification: { quotes: 2, verified: 2, relocated: 0, rejected: 0 },
    rejected: [],
    lines: 100,
    bytes: 1000,
    survey: { summary: path, figures: {}, panels: [], answers: [], topics: [], notes: [] },
  }))
  await synthesiseType([{ reports, unread: [] }], {
    type: { name: 'structured_data', title: 'Tables' },
    analyst: { synthesise: () => ({ summary: '', metadata: {}, panels: [], findings: [], answers: [] }) },
    brief,
    files: paths.map(path => ({ path, language: null, sizeBytes: 2000, lineCount: 200 })),
    openSource,
    signal,
  })
}

/** Files of code with names of every kind that others may refer to; none of their quotes stands in a file any more. */
async function across(size) {
  const count = size / 64
  const files = many(size, k => `src/f${k}.py`)
  const anchors = files.map((path, k) => ({
    path,
    contentType: 'source_code',
    language: 'python',
    anchors: [
      ['import', `f${(k + 1) % count}`, `g${k}`],
      ['literal', `LIMIT_${k}`, String(k)],
      ['field-use', `col_${k % 50}`],
      ['config-use', `billing.limit_${k}`],
      ['definition', `f${k}`, 'function'],
      ['log-call', `step ${k} of many is done`, 'info'],
    ].map(([role, name, value], at) => ({ role, name, value, line: at + 1, quote: name })),
  }))
  const report = { ...reportOf([]), files: files.map(fileOf), anchors }
  const missing = () => {
    throw new Error('no such file')
  }
  synthesiseCross([report], { brief, skipped: [], openSource: missing })
}

const fileOf = path => ({ path, summary: '', figures: {}, panels: [], topics: [], notes: [], findings: 1 })

export const lists = Object.entries({ quotes, page, type, across }).map(([name, run]) => ({
  name: `many: ${name}`,
  make: size => size,
  run,
}))
