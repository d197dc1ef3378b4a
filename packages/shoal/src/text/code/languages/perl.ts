// What is known of Perl.
import { HASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const perl: Language = {
  name: 'perl',
  extensions: '.pm .plx',
  sharedExtensions: '.pl .t',
  interpreters: /^perl[\d.]*$/,
  lexis: { ...HASHED, heredoc: true },
  importLine: /^(?:use|require|no)\s+[\w:]/,
  definitionLines: [
    ['package', /^(?:package|class|role)\s+([\w:]+)\s*(?:[;{v\d]|$)/],
    ['function', /^(?:my\s+|async\s+)?(?:sub|method)\s+([\w:']+)\s*(?:[{(:;#]|$)/],
  ],
}
