// Files with the problems that stand in each, for the map: the same that are listed when a file is chosen there.
import type { PageReport } from '../../model/report-page.ts'
import type { MappedFile } from '../charts/file-map.tsx'
import { filesOf, type Row } from './findings/row.ts'

export function mappedFiles(files: PageReport['files'], rows: readonly Row[]): readonly MappedFile[] {
  const counts = new Map<string, { high: number; medium: number; low: number }>()
  for (const row of rows) {
    if (row.nature !== 'problem') continue
    for (const path of filesOf(row)) {
      const of = counts.get(path) ?? { high: 0, medium: 0, low: 0 }
      of[row.severity]++
      counts.set(path, of)
    }
  }
  return files.map(({ path, sizeBytes, lineCount, detection }) => ({
    path,
    contentType: detection.contentType,
    sizeBytes,
    lineCount,
    ...(counts.get(path) ?? { high: 0, medium: 0, low: 0 }),
  }))
}
