// What is known of R.
import { HASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const r: Language = {
  name: 'r',
  extensions: '.r',
  interpreters: /^(?:Rscript|r)$/,
  lexis: HASHED,
  endsWithLine: true,
  importLine: /^(?:suppressPackageStartupMessages\()?(?:library|require|requireNamespace|source|box::use)\s*\(/,
  definitionLines: [
    ['type', /^(?:[\w.]+\s*(?:<-|=)\s*)?(?:methods::)?(?:setClass|setRefClass|(?:R6::)?R6Class)\(\s*["']([\w.]+)/],
    ['method', /^(?:methods::)?set(?:Method|Generic|ReplaceMethod)\(\s*["']([^"']+)/],
    ['function', /^["'`]?([\w.<-]*\w)["'`]?\s*(?:<<?-|=)\s*(?:function\b|\\\()/],
    // The word `function` may stand on the next line.
    ['function', /^["'`]?([\w.]+)["'`]?\s*<<?-\s*$/],
  ],
}
