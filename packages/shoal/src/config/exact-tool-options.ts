// The options of `shoal search` and `shoal diff` alone.
import { DIFF_SAID } from '@shoal/base/model/diff'
import type { Option } from '@shoal/base/model/option'
import { SEARCH_DEFAULTS, SEARCH_SAID } from '@shoal/base/model/search'

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
