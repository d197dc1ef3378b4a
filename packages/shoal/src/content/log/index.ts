import type { ContentType } from '@shoal/base/model/content-type'
import { masked } from '../facts.ts'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { records } from './records.ts'
import { sniff } from './sniff.ts'

export const log: ContentType = {
  name: 'log',
  title: 'Logs',
  called: /\b(?:log ?files?|logs?|syslog|journal)\b/i,
  extensions,
  fileNames,
  sniff,
  sizing: {
    unit: 'lines',
    min: 200,
    target: 2500,
    max: 5000,
    ladder: [200, 500, 1000, 2000, 2500, 5000],
    overlap: size => (size >= 5000 ? 50 : 20),
  },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'in-place',
  agent: 'rlm-chunk-analyzer',
  analyst: 'general',
  focus,
  extent: 'kinds',
  records,
  facts: masked(async () => (await import('./facts.ts')).entryRows),
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
