// What is known of Perl.
import { HASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const perl: Language = {
  name: 'perl',
  extensions: '.pm .plx',
  likelyExtensions: '.pl',
  sharedExtensions: '.t',
  interpreters: /^perl[\d.]*$/,
  lexis: { ...HASHED, heredoc: true },
}
