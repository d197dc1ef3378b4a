// What is known of Nim.
import { HASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const nim: Language = {
  name: 'nim',
  extensions: '.nim .nims',
  interpreters: /^nim$/,
  lexis: { ...HASHED, ...TRIPLE, block: [['#[', ']#']], short: ['"'] },
  endsWithLine: true,
  importLine: /^(?:import|include|export|from\s+\S+\s+import)\b/,
  definitionLines: [
    ['function', /^(?:proc|func|method|iterator|converter)\s+(`[^`]+`|\w+)/],
    ['macro', /^(?:template|macro)\s+(`[^`]+`|\w+)/],
    [
      'type',
      /^(?:type +)?(\w+)\*?(?:\[[^\]]*\])? *(?:\{\.[^}]*\} *)?= *(?:(?:ref|ptr) +)?(?:object|enum|tuple|distinct|concept)\b/,
    ],
  ],
}
