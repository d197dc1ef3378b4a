// Files with the problems found in each, for the map.
import type { PageReport } from '../../model/report-page.ts'
import type { MappedFile } from '../charts/file-map.tsx'

export function mappedFiles({ files, findings }: Pick<PageReport, 'files' | 'findings'>): readonly MappedFile[] {
  const counts = new Map<string, { high: number; medium: number; low: number }>()
  for (const { path, severity, nature } of findings) {
    if (nature !== 'problem') continue
    const of = counts.get(path) ?? { high: 0, medium: 0, low: 0 }
    of[severity]++
    counts.set(path, of)
  }
  return files.map(({ path, sizeBytes, lineCount, detection }) => ({
    path,
    contentType: detection.contentType,
    sizeBytes,
    lineCount,
    ...(counts.get(path) ?? { high: 0, medium: 0, low: 0 }),
  }))
}
