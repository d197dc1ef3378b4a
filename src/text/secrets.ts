// Secrets in any text: found by the shape of the token, or by the name it is assigned to; and hidden.
import { assignedSecret, type SecretSpan, urlSecret } from './secrets/assigned.ts'
import { maskValue } from './secrets/mask-value.ts'
import { shapesByCue } from './secrets/providers.ts'

export type { SecretSpan }

const SHAPES = shapesByCue()
const URL_CUE = '://'
const NAME_CUES = [
  'pass',
  'pwd',
  'secret',
  'token',
  '_auth',
  'cookie',
  'sess(?:ion|id)',
  'connect\\.sid',
  'authorization',
  'credential',
  '(?:api|access|account|private|auth|signing|encryption|master|storage|hmac|session|license|deploy)[-_]?key',
]

/** Finds every place where a secret may begin; linear, and nearly all the work on a text without secrets. */
const CUES = new RegExp(
  [...[...SHAPES.keys()].sort((a, b) => b.length - a.length), URL_CUE].map(literal).join('|') +
    `|${NAME_CUES.map(anyCase).join('|')}`,
  'g',
)

const MOST_ROUNDS = 8

/** In order, none overlapping. Offsets are of the string. */
export function findSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  let seen = 0
  CUES.lastIndex = 0
  for (let cue = CUES.exec(text); cue; cue = CUES.exec(text)) {
    const at = cue.index
    const known = shapedSecret(text, at, cue[0])
    if (known) add(spans, known)
    else if (at >= seen && /^[_a-z]/i.test(cue[0])) {
      const assigned = assignedSecret(text, at, at + cue[0].length)
      seen = assigned.seen
      if (assigned.span) add(spans, assigned.span)
    }
  }
  return spans
}

/** What is assigned may itself have the shape of a token, and that says more. */
function add(spans: SecretSpan[], span: SecretSpan): void {
  const last = spans.at(-1)
  if (!last || span.start >= last.end) spans.push(span)
  else if (span.start === last.start) spans[spans.length - 1] = { ...span, end: Math.max(span.end, last.end) }
  else if (span.end > last.end) spans[spans.length - 1] = { ...last, end: span.end }
}

/** The text with its secrets hidden: `AKIA…[masked]`. Masking twice changes nothing more. */
export function maskSecrets(text: string): string {
  let masked = text
  // What was hidden may have hidden a name: then the next round finds what is assigned to it.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const spans = findSecrets(masked)
    if (spans.length === 0) break
    masked = hide(masked, spans)
  }
  return masked
}

function hide(text: string, spans: readonly SecretSpan[]): string {
  let hidden = ''
  let from = 0
  for (const { start, end } of spans) {
    hidden += `${text.slice(from, start)}${maskValue(text.slice(start, end))}`
    from = end
  }
  return hidden + text.slice(from)
}

function shapedSecret(text: string, at: number, cue: string): SecretSpan | null {
  if (cue === URL_CUE) return urlSecret(text, at + cue.length)
  for (const { pattern, rule, holds, confidence = 'high' } of SHAPES.get(cue) ?? []) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) continue
    const secret = found[1] ?? found[0]
    if (/example|x{6}|\[masked\]/i.test(secret) || new Set(secret.slice(0, 200)).size < 5) continue
    if (holds && !holds(secret)) continue
    const start = at + found[0].lastIndexOf(secret)
    return { rule, start, end: start + secret.length, confidence }
  }
  return null
}

function literal(cue: string): string {
  return cue.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A case-blind flag would slow down the search for all the others. */
function anyCase(words: string): string {
  return words.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}
