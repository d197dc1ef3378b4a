import type { ContentType } from '@shoal/base/model/content-type'
import { masked } from '../facts.ts'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { records } from './records.ts'
import { sniff } from './sniff.ts'

export const prose: ContentType = {
  name: 'prose',
  title: 'Prose and documentation',
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'lines', min: 100, target: 250, max: 400, ladder: [250, 400], overlap: () => 25, overlapsFlat: true },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'in-place',
  agent: 'rlm-chunk-analyzer',
  analyst: 'general',
  focus,
  hasPassages: true,
  isShapeless: true,
  records,
  facts: masked(async () => (await import('./facts.ts')).proseRows),
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
