// What is known of Swift.
import { SLASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const swift: Language = {
  name: 'swift',
  extensions: '.swift',
  interpreters: /^swift$/,
  lexis: { ...SLASHED, ...TRIPLE, short: ['"'] },
  endsWithLine: true,
  importLine: /^(?:@\w+\s+)?import\b/,
  bareMembers: true,
}
