// TEMPORARY: stands in for analysts that are not written yet. Delete this file when all are.
import type { BuiltInAnalyst } from '../model/analyst.ts'

export const placeholder: BuiltInAnalyst = {
  version: 0,
  splitFrom: null,
  read: async (source, _stretch, { onRead }) => onRead(source.sizeBytes),
  survey: async (_tallies, _source, { about }) => ({
    summary: `${about.lineCount} lines`,
    figures: { lines: about.lineCount },
    panels: [],
    findings: [],
    anchors: [],
    answers: [],
    topics: [],
    notes: [],
  }),
  synthesise: files => ({ summary: `${files.length} files`, metadata: {}, panels: [], findings: [], answers: [] }),
}
