// Prose: headings and paragraphs, as the statistics see them; sentences are counted for scripts and subjects that the
// statistics never met.

import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { lookup } from '@shoal/base/model/lookup'
import { sentenceShare } from '../../text/sentences.ts'
import { languagesOf } from '../claims.ts'
import { dialectFit } from '../dialect-fit.ts'
import { extensions, fileNames } from './names.ts'

const OWN = languagesOf(extensions, fileNames)

export function sniff(probe: Probe): Sniff | null {
  const found = sniffText(probe)
  return isDocument(probe) && (found?.score ?? 0) < DOCUMENT
    ? { score: DOCUMENT, reason: 'it is written like a document' }
    : found
}

function sniffText(probe: Probe): Sniff | null {
  const likeness = dialectFit(probe, OWN, true)
  if (HEADED.test(probe.text) && (likeness?.score ?? 0) < 0.8) {
    return { score: 0.8, language: 'markdown', reason: 'a heading, then paragraphs' }
  }
  if (!FOREIGN.test(probe.text)) return likeness
  const sentences = sentenceShare(probe.lines)
  const score = sentences < 0.5 ? 0 : 0.5 + sentences * 0.45
  if (score <= (likeness?.score ?? 0)) return likeness
  const reason = `${Math.round(sentences * 100)} % of its lines are sentences`
  return { score, language: likeness?.language ?? 'text', reason }
}

/** `## Introduction`, a blank line, and a sentence that begins. */
const HEADED = /^#{1,6} \S.*\r?\n\s*\r?\n\p{Lu}\p{Ll}+ \p{Ll}[^=:;{}()]*(?:\r?\n|$)/u
/** Words beyond Latin-1, which the statistics do not know. */
const FOREIGN = /[\u0100-\uffff]{3}/

/** A score that, with a name of prose, no statistics reach: only what is proven to be something else may exceed it. */
const DOCUMENT = 0.5
const HEADING = /^(?:[#=]{1,6} \S.*|\S.*\r?\n[=~-]{3,}[ \t]*)$/m
/** What text without headings has of them, at least. */
const SENTENCES = 0.3

/** Under the extension of a markup for documents: they quote code, output, settings and tables, which misleads statistics. */
function isDocument({ extension, text, lines }: Probe): boolean {
  const language = lookup(extensions, extension)?.language ?? 'text'
  if (language === 'text') return false
  // Settings between two lines of dashes may come first.
  return text.startsWith('---') || HEADING.test(text) || sentenceShare(lines) >= SENTENCES
}
