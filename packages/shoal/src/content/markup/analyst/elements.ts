// Collects what a document of tags is made of, and what is wrong with it.
import { MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { decodedUri } from '@shoal/base/text/paths'
import { LeftOut } from '../../../text/left-out.ts'
import type { MarkupVisitor, Tag } from '../../../text/markup-events.ts'
import { IMPLIED_ENDS, VOID_ELEMENTS } from '../../../text/structure/html-elements.ts'
import { type ElementOutline, ElementPaths } from './element-paths.ts'

/** One kind of fault with its first places. */
export interface Faults {
  count: number
  readonly places: { readonly line: number; readonly quote: string; readonly what: string }[]
}

/** JSON. */
export interface MarkupTally {
  readonly html: boolean
  readonly elements: readonly { readonly name: string; readonly count: number }[]
  readonly attributes: readonly { readonly name: string; readonly count: number }[]
  readonly elementTotal: number
  readonly distinct: number
  readonly deepest: number
  readonly root: string | null
  readonly outline: ElementOutline
  readonly headings: readonly { readonly title: string; readonly level: number; readonly line: number }[]
  readonly links: readonly { readonly target: string; readonly line: number; readonly quote: string }[]
  readonly faults: Readonly<Record<string, Faults>>
  /** What is not listed. */
  readonly notes: readonly string[]
}

const MOST_NAMES = 5_000
const MOST_PLACES = MOST_PLACES_IN_A_FILE
const MOST_LINKS = 3_000
const MOST_IDS = 100_000
const DEEPEST = 10_000

/** Elements inside of running text. */
export const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var font'.split(' '),
)

export class ElementCounter implements MarkupVisitor {
  private readonly elements = new Map<string, number>()
  private readonly attributes = new Map<string, number>()
  private readonly ids = new Map<string, number>()
  private readonly stack: Tag[] = []
  private readonly paths: ElementPaths
  private readonly headings: { title: string; level: number; line: number }[] = []
  private readonly links: { target: string; line: number; quote: string }[] = []
  private readonly inside: { id: string; line: number; quote: string }[] = []
  private readonly faults = emptyRecord<Faults>()
  private readonly leftOut = new LeftOut()
  private heading: { title: string; level: number; line: number } | null = null
  private root: string | null = null
  private total = 0
  private deepest = 0
  private depth = 0

  private said = false
  private ended = false

  constructor(private readonly html: boolean) {
    this.paths = new ElementPaths(html ? IMPLIED_ENDS : new Set())
  }

  /** There was text since the last time it was asked. */
  tookText(): boolean {
    const { said } = this
    this.said = false
    return said
  }

  /** An element that stands by itself ended since the last time it was asked. */
  tookEnd(): boolean {
    const { ended } = this
    this.ended = false
    return ended
  }

  tag(tag: Tag): void {
    if (tag.kind === 'end') this.close(tag)
    else this.open(tag)
  }

  text(text: string, _line: number, raw: string | null): void {
    if (raw === 'script' || raw === 'style') return
    if (this.heading) this.heading.title = `${this.heading.title} ${text.trim()}`.trim().slice(0, 200)
    this.said = true
  }

  fault(message: string, line: number, quote: string): void {
    this.note('malformed', line, quote, message)
  }

  finish(): MarkupTally {
    const open = this.stack.filter(({ name }) => !this.html || !IMPLIED_ENDS.has(name))
    for (const { name, line, quote } of open) this.note('unclosed', line, quote, `<${name}> on line ${line}`)
    // Among more ids than are kept any may be meant.
    const isJudged = this.ids.size < MOST_IDS
    for (const { id, line, quote } of isJudged ? this.inside : [])
      if (!this.ids.has(id) && id !== '' && id !== 'top') this.note('broken-link', line, quote, `#${id}`)
    return {
      html: this.html,
      elements: ordered(this.elements).slice(0, 100),
      attributes: ordered(this.attributes).slice(0, 100),
      elementTotal: this.total,
      distinct: this.elements.size,
      deepest: this.deepest,
      root: this.root,
      outline: this.paths.finish(),
      headings: this.headings,
      links: this.links,
      notes: this.leftOut.notes,
      faults: this.faults,
    }
  }

  private open(tag: Tag): void {
    const { name, attributes, closed, line, quote } = tag
    this.total++
    this.root ??= name
    bump(this.elements, name)
    for (const key of attributes.keys()) bump(this.attributes, key)
    const id = attributes.get('id') ?? attributes.get('xml:id')
    // In other XML an id may name what another element has, and one with a hole in it is filled in later.
    if (id !== undefined && id !== '' && !/[{$<]/.test(id)) {
      const isOne = this.html || attributes.has('xml:id')
      if (this.ids.has(id) && isOne) this.note('duplicate-id', line, quote, `${id} (first on line ${this.ids.get(id)})`)
      else if (this.ids.size < MOST_IDS && !this.ids.has(id)) this.ids.set(id, line)
      this.leftOut.count(Number(this.ids.has(id)), 1, 'ids were compared')
    }
    if (this.html) this.openHtml(tag)
    this.paths.count(name, line)
    if (closed || (this.html && VOID_ELEMENTS.has(name))) return
    this.depth++
    this.deepest = Math.max(this.deepest, this.depth)
    if (this.stack.length < DEEPEST) {
      this.stack.push(tag)
      this.paths.enter(name)
    }
    const level = this.html ? /^h([1-6])$/.exec(name)?.[1] : undefined
    if (level || name === 'title') this.heading = { title: '', level: Number(level ?? 0), line }
  }

  private openHtml({ name, attributes, line, quote }: Tag): void {
    const anchor = name === 'a' ? attributes.get('name') : undefined
    if (anchor) this.ids.set(anchor, line)
    const href = attributes.get('href') ?? attributes.get('src')
    if (href !== undefined) this.link(href.trim(), line, quote)
    if (name === 'img' && !attributes.has('alt')) this.note('no-alt', line, quote, attributes.get('src') ?? '')
    if (
      /^(?:script|link|img|iframe|audio|video|source)$/.test(name) &&
      /^http:\/\//i.test(href ?? '') &&
      !/canonical|alternate/.test(attributes.get('rel') ?? '')
    )
      this.note('http-resource', line, quote, href!)
    if (name === 'form' && /^http:\/\//i.test(attributes.get('action') ?? ''))
      this.note('http-form', line, quote, attributes.get('action')!)
    if (name === 'script' && !attributes.has('src') && !/json|template|importmap/.test(attributes.get('type') ?? ''))
      this.note('inline-script', line, quote, '')
    for (const key of attributes.keys()) if (/^on[a-z]{3,20}$/.test(key)) this.note('event-handler', line, quote, key)
    if (/^javascript:/i.test(href ?? '')) this.note('event-handler', line, quote, 'javascript:')
    if (
      name === 'a' &&
      attributes.get('target') === '_blank' &&
      /^https?:/i.test(href ?? '') &&
      /^(?:opener)$/.test(attributes.get('rel') ?? '')
    )
      this.note('opener', line, quote, href!)
  }

  private link(target: string, line: number, quote: string): void {
    if (target === '') return
    if (target.startsWith('#')) {
      this.keep(
        this.inside,
        { id: decodedUri(target.slice(1)), line, quote },
        'links within the document were looked at',
      )
    } else if (!/[{<%$]/.test(target))
      this.keep(this.links, { target, line, quote }, 'links to other files were looked at')
  }

  private keep<Link>(kept: Link[], link: Link, what: string): void {
    const isKept = kept.length < MOST_LINKS
    if (isKept) kept.push(link)
    this.leftOut.count(Number(isKept), 1, what)
  }

  private close({ name, line, quote }: Tag): void {
    if (!this.html || !INLINE.has(name)) this.ended = true
    if (this.heading && (this.html ? /^h[1-6]$|^title$/.test(name) : name === 'title are listed')) {
      if (this.heading.title !== '' && this.headings.length < 2_000) this.headings.push(this.heading)
      this.heading = null
    }
    if (
      this.html &&
      (VOID_ELEMENTS.has(name) || (IMPLIED_ENDS.has(name) && this.stack.at(-1)?.name !== name && !this.isOpen(name)))
    )
      return
    // What may be left open ends with what stands around it.
    while (
      this.html &&
      this.stack.length > 0 &&
      this.stack.at(-1)!.name !== name &&
      IMPLIED_ENDS.has(this.stack.at(-1)!.name) &&
      this.isOpen(name)
    )
      this.pop()
    const top = this.stack.at(-1)
    if (top?.name === name) this.pop()
    else if (top && this.isOpen(name)) {
      this.note('mismatched', line, quote, `</${name}> on line ${line} comes before </${top.name}> of line ${top.line}`)
      while (this.stack.at(-1)!.name !== name) this.pop()
      this.pop()
    } else this.note('mismatched', line, quote, `</${name}> on line ${line} closes nothing`)
  }

  private pop(): void {
    this.stack.pop()
    this.paths.leave()
    this.depth = Math.max(0, this.depth - 1)
  }

  /** Looks at the innermost elements only, so that broken input stays cheap. */
  private isOpen(name: string): boolean {
    for (let i = this.stack.length - 1; i >= Math.max(0, this.stack.length - 50); i--)
      if (this.stack[i]!.name === name) return true
    return false
  }

  private note(kind: string, line: number, quote: string, what: string): void {
    this.faults[kind] ??= { count: 0, places: [] }
    const faults = lookup(this.faults, kind)!
    faults.count++
    if (faults.places.length < MOST_PLACES && quote.trim() !== '')
      faults.places.push({ line, quote, what: what.slice(0, 200) })
  }
}

function bump(counts: Map<string, number>, name: string): void {
  const count = counts.get(name)
  if (count !== undefined || counts.size < MOST_NAMES) counts.set(name, (count ?? 0) + 1)
}

function ordered(counts: ReadonlyMap<string, number>): { name: string; count: number }[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
