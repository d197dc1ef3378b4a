import type { ContentType } from '@shoal/base/model/content-type'
import { pickJsonFields } from '../../text/json-pick.ts'
import { extensions, fileNames } from './names.ts'
import { records } from './records.ts'
import { sniff } from './sniff.ts'

export const json: ContentType = {
  name: 'json',
  title: 'JSON documents',
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'elements', min: 200, target: 350, max: 500, ladder: [200, 350, 500], overlap: () => 0 },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'file',
  agent: 'rlm-json-analyzer',
  analyst: 'json',
  records,
  pickFields: pickJsonFields,
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
