import type { ContentType } from '@shoal/base/model/content-type'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { pickFields, records } from './records.ts'
import { sniff } from './sniff.ts'

export const structuredData: ContentType = {
  name: 'structured_data',
  title: 'Tables (CSV, TSV)',
  called: /\b(?:csv|tsv|tables?|tabular|spreadsheets?)\b/i,
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'rows', min: 500, target: 2000, max: 5000, ladder: [500, 1000, 2000, 5000], overlap: () => 0 },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'file',
  extent: 'figures',
  agent: 'rlm-data-analyzer',
  analyst: 'data',
  focus,
  records,
  pickFields,
  tables: 'delimited',
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
