import type { ContentType } from '@shoal/base/model/content-type'
import { masked } from '../facts.ts'
import { focus } from './focus.ts'
import { extensions, fileNames } from './names.ts'
import { sniff } from './sniff.ts'

export const config: ContentType = {
  name: 'config',
  title: 'Configuration',
  called: /\b(?:ya?ml|toml|ini file|config(?:uration)? files?)\b/i,
  extensions,
  fileNames,
  sniff,
  sizing: { unit: 'lines', min: 100, target: 200, max: 400, ladder: [200, 400], overlap: () => 20, overlapsFlat: true },
  cut: async (source, request) => (await import('./cut.ts')).cut(source, request),
  delivery: 'in-place',
  agent: 'rlm-chunk-analyzer',
  analyst: 'general',
  focus,
  hasPassages: true,
  facts: masked(async () => (await import('./facts.ts')).settingRows),
  builtIn: async () => (await import('./analyst.ts')).analyst,
}
