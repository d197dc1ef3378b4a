// The options of `shoal search` and `shoal diff` alone.
import { DIFF_SAID } from '../model/diff.ts'
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
  key: {
    flag: 'key',
    type: 'list',
    placeholder: 'COL[,COL]',
    default: [],
    commands: ['diff'],
    scope: 'face',
    configurable: false,
    group: 'Analysis',
    description: DIFF_SAID.key,
    fallback: DIFF_SAID.keyFallback,
    example: 'id',
  },
} as const satisfies Record<string, Option>
