import type { ContentType } from '@shoal/base/model/content-type'
import { masked } from '../facts.ts'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { sniff } from './sniff.ts'

export const sourceCode: ContentType = {
  name: 'source_code',
  title: 'Source code',
  called: /\b(?:source code|source files?|code)\b/i,
  extensions,
  fileNames,
  sniff,
  sizing: {
    unit: 'lines',
    min: 150,
    target: 200,
    max: 300,
    ladder: [150, 200, 250, 300],
    overlap: () => 20,
    overlapsFlat: true,
  },
  hasLanguage: true,
  parses: true,
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'file',
  agent: 'rlm-code-analyzer',
  analyst: 'code',
  focus,
  facts: masked(async () => (await import('./facts.ts')).codeRows),
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
