// What kind of problem a rule is about, whoever wrote it: by its CWE, or by the words of its name where it has none.
import type { Rule } from '@shoal/base/model/finding'

/** Weaknesses that scanners tell of one and the same line, and the words that name them in rules without a CWE. */
const KINDS: readonly (readonly [cwes: string, words: RegExp])[] = [
  ['94 95 96 913', /\beval\b|code-injection|dynamic-code|new-func/],
  ['77 78 88', /command-injection|child-process|os-command|shell-injection|subprocess/],
  ['89 564 943', /sql-?injection|sqli\b|hardcoded-sql/],
  ['79 80 116', /\bxss\b|cross-site-scripting/],
  ['22 23 36 73', /path-traversal|directory-traversal|non-literal-fs-filename|zip-slip/],
  ['502', /deserializ|unserialize|pickle|yaml-load/],
  ['259 321 522 798', /hard-?coded-(?:password|secret|credential|key)|secret/],
  ['326 327 328 916', /weak-(?:crypto|hash|cipher)|\bmd5\b|\bsha1\b|insecure-(?:hash|cipher)/],
  ['330 331 338', /insecure-random|pseudo-?random|weak-random/],
  ['295 297', /cert(?:ificate)?-validation|tls-verify|ssl-verify/],
  ['601', /open-redirect|url-redirect/],
  ['611 776 827', /\bxxe\b|external-entit/],
  ['918', /\bssrf\b|request-forgery/],
  ['400 1333', /redos|unsafe-regex|non-literal-regexp/],
  ['561 563', /unused|dead-code/],
]

/** The rule without its family, its CWE, and the kind both belong to. */
export function kindsOf({ id, cwe }: Rule): string[] {
  const name = id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('/')) + 1).toLowerCase()
  const number = cwe?.replace('CWE-', '')
  const kind = KINDS.findIndex(([cwes, words]) =>
    number === undefined ? words.test(name.slice(0, 100)) : cwes.split(' ').includes(number),
  )
  return [name, ...(cwe === undefined ? [] : [cwe]), ...(kind === -1 ? [] : [`kind ${kind}`])]
}
