// Surveys a table with the built-in analyst and says which cells its problems name.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { structuredData } from '../../build/shoal/content/structured-data/index.js'
import { partition } from '../../build/shoal/stages/partition.js'
import { surveySource } from '../../build/shoal/stages/survey.js'
import { briefOf } from '../../build/shoal/text/question.js'
import { openSource } from '../../build/shoal/text/source-file.js'
import { csvLine } from '../tables-input.mjs'

export async function surveyText(text, name = 'table.csv') {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-dirty-'))
  try {
    const path = join(directory, name)
    writeFileSync(path, text)
    return await surveyPath(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

export async function surveyPath(path) {
  const source = openSource(path)
  try {
    const signal = new AbortController().signal
    const cut = await partition(source, structuredData, {
      mode: 'single',
      sizing: structuredData.sizing,
      maxTokens: 400_000,
      language: null,
      signal,
    })
    const about = {
      path,
      contentType: 'structured_data',
      language: null,
      sizeBytes: cut.sizeBytes,
      lineCount: cut.lineCount,
      chunks: cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation })),
    }
    return await surveySource(await structuredData.builtIn(), source, {
      about,
      brief: briefOf(null),
      signal,
      onRead: () => {},
    })
  } finally {
    source.close()
  }
}

export const csvOf = ({ header, rows }) => csvLine(header) + rows.map(csvLine).join('')

/** Cells that problems name: `row:column` to the key of the finding and what it expects. */
export function namedCells({ findings }, firstLine = 2) {
  const cells = new Map()
  for (const { key, nature, column, more = [], line, cell } of findings) {
    if (nature !== 'problem') continue
    for (const place of [{ line, cell }, ...more]) {
      const name = place.cell?.column ?? column
      if (name === undefined || place.line < firstLine) continue
      const id = `${place.cell ? place.cell.row - 1 : place.line - firstLine}:${name}`
      if (!cells.has(id)) cells.set(id, { key, expected: place.cell?.expected })
    }
  }
  return cells
}
