import type { ContentType } from '@shoal/base/model/content-type'
import { pickJsonFields } from '../../text/json-pick.ts'
import { lineRecords } from '../../text/line-spans.ts'
import { masked } from '../facts.ts'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { sniff } from './sniff.ts'

export const jsonl: ContentType = {
  name: 'jsonl',
  title: 'JSON lines',
  called: /\b(?:jsonl|ndjson|json lines?)\b/i,
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'lines', min: 500, target: 750, max: 1000, ladder: [500, 750, 1000], overlap: () => 0 },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'file',
  agent: 'rlm-json-analyzer',
  analyst: 'json',
  focus,
  records: lineRecords,
  pickFields: pickJsonFields,
  facts: masked(async () => (await import('./facts.ts')).loggedRows),
  tables: 'json-lines',
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
