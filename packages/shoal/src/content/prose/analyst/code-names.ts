// Names of code and files that a text sets as code: what it speaks of, for others to compare with what there is.
import type { Anchor } from '@shoal/base/model/anchor'

export const MOST_NAMES = 500
const SPAN = /(?<!`)(`{1,2})([^`\s][^`\n]{0,78}?)\1(?!`)/g
const FILE = /^(?:\.{0,2}\/)?[\w.@+-]+(?:\/[\w.@+-]+)*\.[A-Za-z][A-Za-z0-9]{0,5}$|^[\w.@+-]+(?:\/[\w.@+-]+)+$/
/** Something only code would be called: with an underscore, a hump inside, or called. */
const NAME = /^(?:[A-Za-z_]\w*\.)*(?:[A-Za-z][A-Za-z\d]*_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Za-z_]\w*\(\))$/

/** "write `scripts/mine.js`", "to `config.js`": the reader is told to make it. */
const MAKES =
  /\b(?:write|create|make|add|save|generate|copy|put|touch|to|into)[^\w.;]{1,4}(?:(?:a|an|your|own|new|file|named|called)\s){0,3}$/i

/** What a listing of the text itself defines. */
const DEFINES = /\b(?:function|def|class|func|fn|const|let|var)[ \t]{1,4}\*?([A-Za-z_$][\w$]{0,79})/g

export class CodeNameReader {
  private readonly anchors = new Map<string, Anchor>()
  private readonly defined = new Set<string>()
  private isCut = false

  line(text: string, line: number): void {
    if (this.isCut) return
    for (const { 0: quote, 2: inside, index } of text.matchAll(SPAN)) {
      const role = FILE.test(inside!) && !/^\d/.test(inside!) ? 'path' : NAME.test(inside!) ? 'reference' : null
      if (role === null || this.anchors.has(inside!)) continue
      if (role === 'path' && MAKES.test(text.slice(Math.max(0, index - 60), index))) continue
      if (this.anchors.size >= MOST_NAMES) {
        this.isCut = true
        return
      }
      this.anchors.set(inside!, { role, name: inside!.replace(/\(\)$/, ''), line, quote })
    }
  }

  /** Any line, those of listings too. */
  listing(text: string): void {
    if (this.defined.size >= MOST_NAMES) return
    for (const [, name] of text.matchAll(DEFINES)) this.defined.add(name!)
  }

  finish(): { readonly codeNames: readonly Anchor[]; readonly areCodeNamesCut: boolean } {
    const others = [...this.anchors.values()].filter(
      ({ role, name }) => role !== 'reference' || !this.defined.has(name),
    )
    return { codeNames: others, areCodeNamesCut: this.isCut }
  }
}
