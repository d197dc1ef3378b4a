// What is known of Dart.
import { SLASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const dart: Language = {
  name: 'dart',
  extensions: '.dart',
  interpreters: /^dart$/,
  lexis: {
    ...SLASHED,
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  },
  typedHeads: true,
  importLine: /^(?:import|export|part|library)\s/,
}
