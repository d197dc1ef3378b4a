// Links of a document: where they lead inside it, to files and to addresses, and which lead nowhere.

import type { Anchor } from '@shoal/base/model/anchor'
import type { FindingDraft } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import type { Heading, Headings } from './headings.ts'

export interface Link {
  readonly kind: 'inside' | 'reference' | 'footnote' | 'file' | 'url'
  readonly target: string
  readonly line: number
  readonly quote: string
}

/** JSON. */
export interface LinkTally {
  readonly links: readonly Link[]
  readonly total: number
  /** Ids, labels, references and footnotes that the document defines, in small letters. */
  readonly defined: readonly string[]
  /** Not all that it defines is kept. */
  readonly isFull: boolean
}

const MOST = 5_000
const MOST_QUOTE = 200

const INLINE =
  /!?\[([^\][]{0,300})\]\(\s{0,3}<?([^\s()<>]{1,500}(?:\([^\s()]{0,100}\)[^\s()<>]{0,200})?)>?(?:\s+["'(][^"'()]{0,200}["')])?\s{0,3}\)/g
const REFERENCE = /(?<!!)\[([^\][]{1,200})\]\[([^\][]{0,200})\]/g
const FOOTNOTE = /\[\^([^\]\s]{1,60})\](?!:)/g
const DEFINITION = /^\s{0,3}\[(\^?[^\][]{1,200})\]:\s*\S/
const BARE_URL = /(?<![(<"'\w=])https?:\/\/[^\s<>"'`)\]]{1,500}/g
const RST_TARGET = /^\.\. _`?([^`:]{1,200})`?:/
const RST_REF = /:ref:`(?:[^`<]{0,200}<)?([^`<>]{1,200})>?`/g
const ADOC_ID = /^\[\[([\w:.-]{1,200})(?:,[^\]]{0,200})?\]\]|^\[#([\w:.-]{1,200})[\],]/
const ADOC_REF = /<<([\w:.-]{1,200})(?:,[^>]{0,200})?>>/g
/** A file that is named in code: `data/orders.csv`, `/srv/exports`. */
const CODE_PATH =
  /`((?:\.{0,2}\/)?[\w.-]{1,100}(?:\/[\w.-]{1,100}){1,20}\/?|\/[\w.-]{1,100}|[\w-]{1,100}\.(?:csv|tsv|jsonl?|ya?ml|toml|ini|log|txt|md|xml|py|tsx?|jsx?|go|rs|java|sh|sql|db))`/g
const HTML_ID = /\b(?:id|name)\s?=\s?["']([^"'\s]{1,200})["']/g
const CUSTOM_ID = /\{#([\w:.-]{1,200})\}/g

export class LinkReader {
  private readonly links: Link[] = []
  private readonly defined = new Set<string>()
  private total = 0

  constructor(private readonly dialect: string) {}

  /** Lines outside of code only. */
  line(text: string, line: number): void {
    // Most lines hold no link, and a look for the marks of one is cheap.
    if (text.length > 20_000 || !/[[{<:=`]/.test(text)) return
    const bare = text.replace(/`[^`]{1,300}`/g, code => (this.dialect === 'rst' ? code : ' '.repeat(code.length)))
    this.define(bare)
    const add = (kind: Link['kind'], target: string, at: number, length: number): void => {
      this.total++
      if (this.links.length < MOST)
        this.links.push({ kind, target, line, quote: text.slice(at, at + Math.min(length, MOST_QUOTE)) })
    }
    for (const { 0: whole, 1: path, index } of text.matchAll(CODE_PATH)) add('file', path!, index, whole.length)
    if (this.dialect === 'markdown') {
      for (const { 0: whole, 2: target, index } of bare.matchAll(INLINE))
        add(kindOf(target!), target!, index, whole.length)
      for (const { 0: whole, 1: label, 2: id, index } of bare.matchAll(REFERENCE))
        add('reference', (id || label)!.toLowerCase(), index, whole.length)
      if (!DEFINITION.test(bare))
        for (const { 0: whole, 1: id, index } of bare.matchAll(FOOTNOTE))
          add('footnote', `^${id}`.toLowerCase(), index, whole.length)
    } else if (this.dialect === 'rst')
      for (const { 0: whole, 1: id, index } of bare.matchAll(RST_REF))
        add('reference', id!.toLowerCase(), index, whole.length)
    else if (this.dialect === 'asciidoc')
      for (const { 0: whole, 1: id, index } of bare.matchAll(ADOC_REF))
        add('reference', id!.toLowerCase(), index, whole.length)
    for (const { 0: url, index } of bare.matchAll(BARE_URL))
      add('url', url.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''), index, url.replace(/(?<![.,;:!?])[.,;:!?]+$/, '').length)
  }

  finish(): LinkTally {
    return { links: this.links, total: this.total, defined: [...this.defined], isFull: this.defined.size >= MOST * 4 }
  }

  private define(text: string): void {
    if (this.defined.size >= MOST * 4) return
    const own =
      DEFINITION.exec(text)?.[1] ?? RST_TARGET.exec(text)?.[1] ?? ADOC_ID.exec(text)?.[1] ?? ADOC_ID.exec(text)?.[2]
    if (own) this.defined.add(own.toLowerCase())
    for (const pattern of [HTML_ID, CUSTOM_ID])
      for (const [, id] of text.matchAll(pattern)) this.defined.add(id!.toLowerCase())
  }
}

function kindOf(target: string): Link['kind'] {
  if (target.startsWith('#')) return 'inside'
  return /^[a-z][a-z\d+.-]*:|^\/\//i.test(target) ? 'url' : 'file'
}

const SAID: Readonly<Record<string, (target: string) => string>> = {
  inside: target => `The link to ${target} leads to no heading of this document`,
  reference: target => `The reference [${target}] is defined nowhere in this document`,
  footnote: target => `The footnote [${target}] has no text`,
}

/** All that links may lead to is known. */
export function knowsTargets({ isFull }: LinkTally, { isWhole }: Headings): boolean {
  return isWhole && !isFull
}

export function brokenLinks(tally: LinkTally, document: Headings): FindingDraft[] {
  const { links, defined } = tally
  const { headings, dialect } = document
  if (!knowsTargets(tally, document)) return []
  const known = new Set([...defined, ...slugs(headings), 'top', ''])
  if (dialect === 'asciidoc')
    for (const { title } of headings)
      known.add(`_${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')}`).add(title.toLowerCase())
  const broken = links.filter(({ kind, target }) => kind in SAID && !known.has(bare(kind, target)))
  return broken.map(
    ({ kind, target, line, quote }): FindingDraft => ({
      type: 'broken_link',
      key: `prose.broken-link:${target}`,
      summary: lookup(SAID, kind)!(target),
      severity: 'low',
      confidence: dialect === 'markdown' ? 'high' : 'medium',
      nature: 'problem',
      advice: 'Correct the links, or remove them',
      line,
      evidence: quote,
      topics: ['link', target],
    }),
  )
}

function bare(kind: Link['kind'], target: string): string {
  if (kind !== 'inside') return target
  let id = target.slice(1)
  try {
    id = decodeURIComponent(id)
  } catch {
    // It stays as it is written.
  }
  return id.toLowerCase()
}

/** Anchors as the hosts of Markdown make them of headings: the second of the same name gets `-1`. */
function slugs(headings: readonly Heading[]): string[] {
  const seen = new Map<string, number>()
  return headings.map(({ title }) => {
    const plain = title.replace(/\[([^\]]{0,300})\]\([^)]{0,300}\)/g, '$1').replace(/<[^>]{1,200}>/g, '')
    const slug = plain
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** Longer lists of ids are not kept: then it is not known what a document lacks. */
const MOST_IDS = 20_000

/** The ids that other documents may name; none where not all are known. */
export function sectionAnchors(tally: LinkTally, document: Headings, quoteOf: (line: number) => string): Anchor[] {
  const { headings, dialect } = document
  const first = headings[0]
  if (!first || dialect !== 'markdown' || !knowsTargets(tally, document)) return []
  const ids = [...slugs(headings), ...tally.defined.filter(id => !/\s/.test(id))].join(' ')
  const quote = quoteOf(first.line)
  return ids.length > MOST_IDS || quote === ''
    ? []
    : [{ role: 'sections', name: first.title, value: ids, line: first.line, quote }]
}

export function linkAnchors({ links }: LinkTally): Anchor[] {
  return links.flatMap(({ kind, target, line, quote }): Anchor[] => {
    if (quote === '') return []
    if (kind === 'url') return [{ role: 'url', name: target, line, quote }]
    if (kind !== 'file') return []
    const part = /#[^#?]{1,200}$/.exec(target)?.[0]
    return [{ role: 'path', name: target.replace(/[#?].*$/s, ''), ...(part && { value: part }), line, quote }]
  })
}
