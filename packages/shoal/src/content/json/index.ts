import type { ContentType } from '@shoal/base/model/content-type'
import { pickJsonFields } from '../../text/json-pick.ts'
import { masked } from '../facts.ts'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { records } from './records.ts'
import { sniff } from './sniff.ts'

export const json: ContentType = {
  name: 'json',
  title: 'JSON documents',
  called: /\bjson\b(?! lines?)/i,
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'elements', min: 200, target: 350, max: 500, ladder: [200, 350, 500], overlap: () => 0 },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'file',
  agent: 'rlm-json-analyzer',
  analyst: 'json',
  focus,
  records,
  pickFields: pickJsonFields,
  facts: masked(async () => (await import('./facts.ts')).jsonSettings),
  tables: 'json',
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
