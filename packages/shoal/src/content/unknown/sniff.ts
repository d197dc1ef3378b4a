// None of the other kinds, yet known when seen: nothing at all, armoured keys, patches, dumps of bytes.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { plural } from '@shoal/base/text/printable'
import { listShape } from '../../text/list-lines.ts'
import { languagesOf } from '../claims.ts'
import { dialectFit } from '../dialect-fit.ts'
import { extensions } from './names.ts'

const OWN = languagesOf(extensions)

/** How such a text opens, or what all its lines look like. */
const OPENINGS: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*-----BEGIN [A-Z0-9 ]+-----/, 'pem', 'it opens with PEM armour'],
  [/^(?:diff --git |diff -|Index: \S+\r?\n=+|--- \S.*\r?\n\+\+\+ \S)/, 'diff', 'it opens like a patch'],
  [/^From [0-9a-f]{40} Mon Sep 17 00:00:00 2001/, 'diff', 'it opens like a mailed patch'],
  [/^%!PS/, 'postscript', 'it opens like PostScript'],
  [/^\{\\rtf/, 'rtf', 'it opens like RTF'],
  [/^BEGIN:V(?:CALENDAR|CARD)/, 'vcard', 'it opens like a calendar or an address card'],
  [/^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\S+) AAAA/, 'pem', 'it is a public key'],
  [/^(?:WEBVTT|\d+\r?\n\d{2}:\d{2}:\d{2}[,.]\d{3} -->)/, 'subtitles', 'it opens like subtitles'],
]

/** Barely anything: an empty file is what its name says. */
const EMPTY = 0.18

/** More than statistics may say, less than what proves a format. Of a few words they are only the better guess. */
const LIST = 0.9
const GUESS = 0.46
const FEW = 3

const DUMPED =
  /^(?:[0-9a-fA-F]{4,8}:?\s+(?:[0-9a-fA-F]{2,8}\s+){4}|[0-9a-fA-F\s]{24,}$|[A-Za-z0-9+/]{40,}={0,2}$|:[0-9A-F]{10,}$)/

export function sniff(probe: Probe): Sniff | null {
  const { text } = probe
  if (!/\S/.test(text)) return { score: EMPTY, reason: text === '' ? 'it is empty' : 'it holds nothing but blanks' }
  for (const [pattern, language, reason] of OPENINGS) if (pattern.test(text)) return { score: 0.96, language, reason }
  const lines = probe.lines.slice(0, 100).filter(line => line.trim() !== '')
  const dumped = lines.filter(line => DUMPED.test(line)).length
  if (dumped / lines.length > 0.9)
    return { score: 0.94, language: 'encoded', reason: `${dumped} lines of encoded bytes` }
  const list = listShape(probe.lines)
  if (list && !list.values) {
    const score = list.items < FEW ? GUESS : LIST
    return { score, shapeless: true, reason: `one word a line (${plural(list.items, 'line')}): a list` }
  }
  return dialectFit(probe, OWN, true)
}
