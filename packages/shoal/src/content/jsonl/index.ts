import type { ContentType } from '@shoal/base/model/content-type'
import { pickJsonFields } from '../../text/json-pick.ts'
import { lineRecords } from '../../text/line-spans.ts'
import { extensions, fileNames } from './names.ts'
import { sniff } from './sniff.ts'

export const jsonl: ContentType = {
  name: 'jsonl',
  title: 'JSON lines',
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'lines', min: 500, target: 750, max: 1000, ladder: [500, 750, 1000], overlap: () => 0 },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'file',
  agent: 'rlm-json-analyzer',
  analyst: 'json',
  records: lineRecords,
  pickFields: pickJsonFields,
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
