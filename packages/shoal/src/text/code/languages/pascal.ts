// What is known of Pascal and Delphi.
import type { Language } from './language.ts'

export const pascal: Language = {
  name: 'pascal',
  extensions: '.pas .dpr .lpr',
  sharedExtensions: '.pp',
  aliases: 'delphi objectpascal',
  lexis: {
    line: ['//'],
    block: [
      ['{', '}'],
      ['(*', '*)'],
    ],
    long: [],
    short: ["'"],
    escape: false,
  },
  importLine: /^uses\b/i,
  definitionLines: [
    ['unit', /^(?:unit|program|library)\s+([\w.]+)/i],
    ['function', /^(?:class\s+)?(?:function|procedure|constructor|destructor|operator)\s+([\w.]+)/i],
    ['type', /^(\w+)(?:<[^>]*>)?\s*=\s*(?:packed\s+)?(?:class|record|object|interface)\b(?!\s*(?:of\b|;))/i],
  ],
}
