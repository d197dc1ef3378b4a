// A comparison as JSON says it, for the command line and for agents.
import type { DiffReport } from '@shoal/base/model/diff'

export function diffDocument(report: DiffReport) {
  const { before, after, same, identical, files, fileDiffs, differences, differenceCount, truncated, skipped } = report
  return {
    before,
    after,
    same,
    identical,
    files,
    file_diffs: fileDiffs.map(({ contentType, ...file }) => ({ ...file, content_type: contentType })),
    differences,
    difference_count: differenceCount,
    truncated,
    skipped,
  }
}
