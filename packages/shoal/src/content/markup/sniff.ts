// Markup: a declaration that names the format, or tags that open and close as they should.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { readTags, type TagReport } from '../../text/tag-balance.ts'
import { languagesOf } from '../claims.ts'
import { dialectFit } from '../dialect-fit.ts'
import { extensions } from './names.ts'

const OWN = languagesOf(extensions)

export function sniff(probe: Probe): Sniff | null {
  const likeness = dialectFit(probe, OWN)
  const proof = /^\s*</.test(probe.text) ? judge(probe.text) : roff(probe)
  return proof && proof.score > (likeness?.score ?? 0) ? proof : likeness
}

function judge(text: string): Sniff | null {
  const tags = readTags(text)
  if (tags.declared) return { score: 0.97, language: tags.declared, reason: `it declares itself as ${tags.declared}` }
  if (tags.opened < 1 || tags.tagLines < 0.5) return null
  const language = isHtml(tags) ? 'html' : 'xml'
  if (tags.closed >= 1 && tags.matched >= 0.8) {
    return { score: 0.75 + 0.2 * tags.tagLines, language, reason: `${tags.opened} tags, properly closed` }
  }
  return null
}

const HTML_NAMES = ['html', 'head', 'body', 'div', 'p', 'span', 'a', 'table', 'ul', 'script', 'h1', 'h2', 'img', 'form']

function isHtml({ names }: TagReport): boolean {
  return HTML_NAMES.filter(name => names.has(name)).length >= Math.min(2, names.size)
}

/** A manual page: requests at line starts, one of which opens a section. */
function roff({ lines, text }: Probe): Sniff | null {
  if (!/^[.'](?:\\"|TH |Dd |SH |so )/m.test(text.slice(0, 4096))) return null
  const requests = lines.slice(0, 200).filter(line => /^[.'](?:\\"|[A-Za-z]{1,3}\b|\s*$)/.test(line)).length
  const share = requests / Math.min(lines.length, 200)
  if (share < 0.15 || !/^\.(?:TH|Dd|SH|Sh|so)\b/m.test(text)) return null
  return { score: 0.93, language: 'roff', reason: `${requests} lines are roff requests` }
}
