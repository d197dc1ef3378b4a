// The options of `shoal search` alone.
import { SEARCH_DEFAULTS, SEARCH_SAID } from '../model/search.ts'
import type { Option } from './option.ts'

export const exactToolOptions = {
  regex: {
    flag: 'regex',
    type: 'boolean',
    default: false,
    commands: ['search'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: SEARCH_SAID.regex,
  },
  words: {
    flag: 'words',
    type: 'boolean',
    default: false,
    commands: ['search'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: SEARCH_SAID.words,
  },
  caseSensitive: {
    flag: 'case-sensitive',
    type: 'boolean',
    default: SEARCH_DEFAULTS.caseSensitive,
    commands: ['search'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: SEARCH_SAID.caseSensitive,
  },
} as const satisfies Record<string, Option>
