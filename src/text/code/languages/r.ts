// What is known of R.
import { HASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const r: Language = {
  name: 'r',
  extensions: '.r',
  interpreters: /^(?:Rscript|r)$/,
  lexis: HASHED,
  endsWithLine: true,
}
