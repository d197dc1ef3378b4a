// Findings that were counted but are not listed: the most important of each type are kept.
import type { PageReport } from '@shoal/base/model/report-page'

export function unlistedOf({ perType, findings }: Pick<PageReport, 'perType' | 'findings'>): number {
  return Math.max(0, perType.reduce((sum, type) => sum + type.findingCount, 0) - findings.length)
}
