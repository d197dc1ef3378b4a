// Source code: a shebang or an opening tag names its language; else declarations at line starts and the statistics of
// its words decide. Also finds the language where the name leaves it open.

import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { LANGUAGES, listed } from '../../text/code/languages/registry.ts'
import { dialectShares } from '../../text/dialects.ts'
import { wording } from '../../text/list-lines.ts'
import { shebangLanguage } from '../../text/shebang.ts'
import { dialectFit } from '../dialect-fit.ts'

const OWN: ReadonlySet<string> = new Set(LANGUAGES.map(({ name }) => name))

export function sniff(probe: Probe): Sniff | null {
  const { text } = probe
  if (probe.extension === '.h') return { score: 0.3, language: headerLanguage(text), reason: 'a C header' }
  const named = shebangLanguage(text)
  if (named && OWN.has(named)) return { score: 0.98, language: named, reason: `its shebang names ${named}` }
  if (/^\s*<\?php/.test(text)) return { score: 0.99, language: 'php', reason: 'it opens with <?php' }
  if (/^\s*<(?!\?xml)/.test(text) && /<\?(?:php|=)\s/.test(text)) {
    return { score: 0.975, language: 'php', reason: 'it embeds PHP' }
  }
  if (/^\s*<(?:template|script)\b/.test(text) && /\bexport default\b|<script setup/.test(text)) {
    return { score: 0.96, language: 'vue', reason: 'a component of template and script' }
  }
  const shared = LANGUAGES.filter(one => listed(one.sharedExtensions ?? '').includes(probe.extension))
  const likeness = likenessOf(probe)
  const found = declarations(probe.lines)
  if (shared.length > 0)
    return {
      score: Math.max(likeness?.score ?? 0, found.score),
      language: likeliest(
        probe,
        shared.map(({ name }) => name),
      ),
      reason: found.reason,
    }
  if (found.score <= (likeness?.score ?? 0)) return likeness
  return {
    ...found,
    language:
      LANGUAGES.find(({ decisive }) => decisive && followEachOther(decisive, text))?.name ?? likeness?.language ?? null,
  }
}

/** Code without a single mark of syntax is rare: of bare words the statistics must be sure. */
const SURE_OF_WORDS = 0.6

function likenessOf(probe: Probe): Sniff | null {
  const likeness = dialectFit(probe, OWN)
  const doubtful = likeness !== null && likeness.score < SURE_OF_WORDS && wording(probe.lines) !== 'marked'
  if (likeness === null || doubtful) return null
  if (C_FAMILY.has(likeness.language ?? '')) return { ...likeness, language: headerLanguage(probe.text) }
  return likeness.language === 'typescript' && JSX.test(probe.text) ? { ...likeness, language: 'tsx' } : likeness
}

/** Whether each sign stands behind the first place of the one before: one search each, however often the first stands. */
function followEachOther(signs: readonly RegExp[], text: string): boolean {
  let rest = text
  return signs.every(sign => {
    const found = sign.exec(rest)
    rest = found === null ? '' : rest.slice(found.index + found[0].length)
    return found !== null
  })
}

/** A line that closes a tag. */
const JSX = /^[ \t]*<\/[A-Za-z][\w.]*>/m

/** Of the same words, for the most part. */
const C_FAMILY: ReadonlySet<string> = new Set(['c', 'cpp', 'objective-c'])

/** What tells the three apart is plain to see: no statistics for them. */
function headerLanguage(text: string): string {
  if (/^[ \t]*(?:@(?:interface|protocol|class|implementation)\b|#import\b)/m.test(text)) return 'objective-c'
  const cpp =
    /^[ \t]*(?:class\s+\w+(?!.*;)|namespace\b|template\s*<|(?:public|private|protected)\s*:|using\s+\w|#[ \t]*include[ \t]*<[a-z]+>|[A-Za-z][\w:<>*& ]*\w::~?\w+\()|\bstd::|\b(?:static|const|dynamic|reinterpret)_cast</m
  // `extern "C"` guards a C header for the use of C++: what it hides says nothing about the rest.
  return cpp.test(text.replace(/#ifdef\s+__cplusplus[\s\S]*?(?:#endif|$)/g, '')) ? 'cpp' : 'c'
}

function likeliest(probe: Probe, languages: readonly string[]): string {
  const [{ names, shares }] = dialectShares(probe)
  const shareOf = (language: string) => shares[names.indexOf(language)] ?? 0
  return languages.reduce((best, next) => (shareOf(next) > shareOf(best) ? next : best))
}

/** Lines that can hardly be anything but a declaration or an import, in any of the common languages. */
const DECLARATION = new RegExp(
  [
    String.raw`^\s*(?:async\s+)?def\s+\w+[!?]?\s*(?:\([^)]*\).*:\s*$|\(.*\)\s*$|$)`,
    String.raw`^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b\*?\s*(?:\w+\s*)?\(`,
    String.raw`^(?:(?:public|private|abstract|final|sealed|data|export|default|static|internal)\s+)*class\s+\w.*[:{(]\s*$`,
    String.raw`^(?:import|export)\s.*\bfrom\s+['"]|^import\s+['"]|^import\s+[\w.*]+;?\s*$|^from\s+[\w.]+\s+import\s`,
    String.raw`^\s*#\s*(?:include\s*[<"]|define\s+\w|ifn?def\s+\w|pragma\s)`,
    String.raw`^package\s+[\w.]+;?\s*$|^namespace\s+[\w.\\]+\s*[;{]`,
    String.raw`^(?:pub(?:\([a-z]+\))?\s+)?(?:fn|struct|enum|trait|impl|mod|use)\s+[\w:<>].*[{;(,]\s*$`,
    String.raw`^func\s+(?:\(\w+\s+\S+\)\s*)?\w+\(`,
    String.raw`^(?:const|let|var)\s+(?:\w+|\{.*\}|\[.*\])\s*(?::[^=]{1,200})?=\s`,
    String.raw`^using\s+[\w.]+;\s*$|^module\s+[\w.]+\s*(?:(?:where|\()\s*)?$|^defmodule\s`,
    String.raw`^(?:public|private|protected|static)\s[\w<>[\],\s]+\(.*\)\s*(?:\{\s*)?$`,
    String.raw`^(?:SELECT|INSERT INTO|CREATE (?:TABLE|INDEX|VIEW)|ALTER TABLE|DROP TABLE)\b`,
  ].join('|'),
)

function declarations(lines: readonly string[]): { readonly score: number; readonly reason: string } {
  const seen = lines.slice(0, 80).filter(line => line.trim() !== '')
  const found = seen.filter(line => DECLARATION.test(line)).length
  const share = found / (seen.length || 1)
  const score = found === 0 ? 0 : Math.min(0.82, 0.3 + share * 2)
  return { score: share < 0.08 ? 0 : score, reason: `${found} of ${seen.length} lines declare or import` }
}
