// Files with the problems that stand in each, for the map: all that were found, and more than are listed when they are many.

import { severities } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import type { PageReport, ReportPage } from '@shoal/base/model/report-page'
import type { MappedFile } from '../charts/file-map.tsx'
import { filesOf, type Row } from './findings/row.ts'

export function mappedFiles(
  files: PageReport['files'],
  found: ReportPage['problems'],
  rows: readonly Row[],
): readonly MappedFile[] {
  const listed = new Map<string, { high: number; medium: number; low: number }>()
  for (const row of rows) {
    if (row.nature !== 'problem') continue
    for (const path of filesOf(row)) {
      const of = listed.get(path) ?? { high: 0, medium: 0, low: 0 }
      of[row.severity]++
      listed.set(path, of)
    }
  }
  return files.map(({ path, sizeBytes, lineCount, detection }) => {
    const counts = { high: 0, medium: 0, low: 0 }
    for (const severity of severities)
      counts[severity] = Math.max(lookup(found, path)?.[severity] ?? 0, listed.get(path)?.[severity] ?? 0)
    return { path, contentType: detection.contentType, sizeBytes, lineCount, ...counts }
  })
}
