// Which kind of markup a file holds: tags as HTML or as XML has them, or commands.

import { extname } from 'node:path'
import { lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'
import { MARKS, type Marks } from '../../text/structure/marked-headings.ts'

export type MarkupDialect = 'html' | 'xml' | 'commands'

const HTML = new Set(
  '.html .htm .shtml .vue .svelte .astro .jsp .asp .aspx .cshtml .erb .ejs .hbs .twig .liquid'.split(' '),
)

const TEMPLATES = new Set(
  '.vue .svelte .astro .jsp .jspx .asp .aspx .cshtml .erb .ejs .hbs .twig .liquid .mustache .handlebars .jinja .jinja2 .j2 .ftl .njk .tpl .haml .sgml'.split(
    ' ',
  ),
)

/** Markup made of commands rather than tags has headings. */
const COMMANDS: Readonly<Record<string, Marks>> = {
  '.tex': MARKS.tex,
  '.latex': MARKS.tex,
  '.ltx': MARKS.tex,
  '.dtx': MARKS.tex,
  '.sty': MARKS.tex,
  '.texi': MARKS.texinfo,
  '.texinfo': MARKS.texinfo,
  '.man': MARKS.roff,
  '.mdoc': MARKS.roff,
  '.roff': MARKS.roff,
  tex: MARKS.tex,
  texinfo: MARKS.texinfo,
  roff: MARKS.roff,
}

/** How headings of commands look; null for tags. */
export function commandMarks(source: SourceText, language: string | null): Marks | null {
  const extension = extname(source.path).toLowerCase()
  if (/\.[1-9](?:\.in)?$/.test(source.path)) return MARKS.roff
  return lookup(COMMANDS, extension) ?? lookup(COMMANDS, language ?? '') ?? null
}

export function dialectOf(source: SourceText, language: string | null): MarkupDialect {
  if (commandMarks(source, language)) return 'commands'
  return HTML.has(extname(source.path).toLowerCase()) || looksLikeHtml(source) ? 'html' : 'xml'
}

/** Its tags need not match before it is filled in. */
export function isTemplate(source: SourceText): boolean {
  if (TEMPLATES.has(extname(source.path).toLowerCase())) return true
  return /\{%|<%|\{\{[#/]/.test(source.text(0, Math.min(source.size, 65_536)))
}

function looksLikeHtml(source: SourceText): boolean {
  return /<!doctype html|<html\b/i.test(source.text(0, Math.min(source.size, 2048)))
}
