// Secrets in any text: found by where they stand — under a name, behind a flag, in a block — or by the shape of the token;
// and hidden.

import { pushAll } from '../model/lists.ts'
import { assignedSecret, type Named, type SecretSpan } from './assigned.ts'
import { listedSecrets, secretsBelow } from './below.ts'
import { pairSecret, secondArgument, secretBeside } from './beside.ts'
import { BLOCK_CUES, type Block, blockSecrets, isSecretKind, kindSecrets } from './blocks.ts'
import { CALL_CUES, calledSecret } from './calls.ts'
import { COLUMN_CUES, columnSecrets } from './columns.ts'
import { COMMAND_CUES, commandSecrets } from './commands.ts'
import { maskValue } from './mask-value.ts'
import { nameAround } from './named.ts'
import { kindOfMany, NAME_STEMS } from './names.ts'
import { shapesByCue } from './providers.ts'
import { saidSecret } from './said.ts'
import { URL_CUE, urlSecret } from './url-secret.ts'
import type { Syntax } from './value.ts'

export type { SecretSpan }

const SHAPES = shapesByCue()
const COMMANDS: ReadonlySet<string> = new Set(COMMAND_CUES)
const BLOCKS: ReadonlySet<string> = new Set(BLOCK_CUES)
const CALLS: ReadonlySet<string> = new Set(CALL_CUES)
const COLUMNS: ReadonlySet<string> = new Set(COLUMN_CUES)

/** Finds every place where a secret may begin; linear, and nearly all the work on a text without secrets. */
const CUES = new RegExp(
  `${[...new Set([...SHAPES.keys(), ...COMMANDS, ...BLOCKS, ...CALLS, ...COLUMNS, URL_CUE])]
    .sort((a, b) => b.length - a.length)
    .map(literal)
    .join('|')}|${NAME_STEMS.map(anyCase).join('|')}`,
  'g',
)

const MOST_ROUNDS = 8

/** In order, none overlapping. Offsets are of the string. `syntax` says what a bare word is, where the file is known. */
export function findSecrets(text: string, syntax?: Syntax): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  const state = { spans, syntax, blockEnd: 0 }
  let seen = 0
  CUES.lastIndex = 0
  for (let cue = CUES.exec(text); cue; cue = CUES.exec(text)) {
    const at = cue.index
    const shaped = shapedSecret(text, at, cue[0])
    if (shaped) spans.push(shaped)
    else if (CALLS.has(cue[0]))
      pushAll(
        spans,
        [calledSecret(text, at, cue[0])].filter(span => span !== null),
      )
    else if (COLUMNS.has(cue[0])) {
      if (at >= state.blockEnd) addBlock(state, columnSecrets(text, at))
    } else if (COMMANDS.has(cue[0])) pushAll(spans, commandSecrets(text, at, cue[0]))
    else if (BLOCKS.has(cue[0])) {
      if (at >= state.blockEnd) addBlock(state, blockSecrets(text, at, cue[0]))
    } else if (at >= seen) seen = namedSecrets(text, ...lettersOf(at, cue[0]), state)
    // A longer cue may hide the stem of a name inside of it.
    CUES.lastIndex = Math.max(at + 1, Math.min(CUES.lastIndex, at + 3))
  }
  return inOrder(spans)
}

/** Marks at the end of a cue are not of the name. */
function lettersOf(at: number, cue: string): [number, number] {
  return [at, at + cue.replace(/[^\p{L}]$/u, '').length]
}

const NEAR_PASS = /\b(?:user(?:name)?|login|auth|e?mail|smtp|host|account)\b["']?\s{0,3}[:=]/i

interface State {
  readonly spans: SecretSpan[]
  readonly syntax: Syntax | undefined
  /** The last block was read so far. */
  blockEnd: number
}

function addBlock(state: State, { spans, end }: Block): void {
  pushAll(state.spans, spans)
  state.blockEnd = Math.max(state.blockEnd, end)
}

/** Adds what stands under the name around a cue, and says how far the text is done with. */
function namedSecrets(text: string, at: number, end: number, state: State): number {
  const { spans, syntax } = state
  const around = nameAround(text, at, end)
  const { first, last } = around
  const name = text.slice(first, last)
  // `?key=x`: of an address.
  const kind = around.kind ?? (/^key$/i.test(name) && /[?&]/.test(text[first - 1] ?? '') ? 'noun' : null)
  // `arn:…:secret:prod/db`, `!PSK:!RC4`: of an address, of a list of ciphers.
  if (/(?:arn:[\w:/-]{1,80}:|!)$/.test(text.slice(Math.max(0, first - 90), first))) return last
  if (isSecretKind(text, first, last)) {
    if (first >= state.blockEnd) addBlock(state, kindSecrets(text, first, state.blockEnd))
    return last
  }
  const pair = pairSecret(text, { name, first, last, syntax })
  if (pair) {
    spans.push(pair)
    return pair.end
  }
  const second = secondArgument(text, { name, first, last, syntax })
  if (second) spans.push(second)
  if (second || kind === null) {
    const many = second ? null : kindOfMany(name)
    const listed = many === null ? [] : listedSecrets(text, { name, kind: many, first, last, syntax })
    pushAll(spans, listed)
    return Math.max(at + 1, second?.end ?? listed.at(-1)?.end ?? last)
  }
  // A test has a `pass` too: it is a password where a user, a host or a mailbox is near.
  const isBarePass =
    /^pass$/i.test(name) &&
    !/char ?\[\] ?$/.test(text.slice(Math.max(0, first - 10), first)) &&
    !/^["']\][ \t]{0,4}=/.test(text.slice(last, last + 8)) &&
    !(syntax === 'data' && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, first - 20), first))) &&
    !NEAR_PASS.test(text.slice(Math.max(0, first - 120), last + 120))
  const named: Named = { name, kind: isBarePass ? 'noun' : kind, first, last, syntax }
  const beside = secretBeside(text, named)
  if (beside) {
    spans.push(beside)
    return last
  }
  const assigned = assignedSecret(text, named)
  const span = assigned?.span ?? saidSecret(text, named)
  const found = span ? [span, ...(assigned?.more ?? [])] : secretsBelow(text, named)
  pushAll(spans, found)
  return Math.max(last, assigned?.seen ?? 0, found.at(-1)?.end ?? 0)
}

/** What is assigned may itself have the shape of a token, and that says more: of spans that overlap one is made. */
function inOrder(spans: readonly SecretSpan[]): SecretSpan[] {
  const out: SecretSpan[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1)
    if (!last || span.start >= last.end) out.push(span)
    else if (span.start === last.start && span.rule.id !== last.rule.id)
      out[out.length - 1] = { ...surer(last, span), start: last.start, end: Math.max(span.end, last.end) }
    else if (span.end > last.end) out[out.length - 1] = { ...last, end: span.end }
  }
  return out
}

const BY_NAME = /\.(?:password|generic-token|weak-password|session-cookie)$/

function surer(a: SecretSpan, b: SecretSpan): SecretSpan {
  return BY_NAME.test(a.rule.id) ? b : a
}

/** The text with its secrets hidden: `AKIA…[masked]`. Masking twice changes nothing more. */
export function maskSecrets(text: string, syntax?: Syntax): string {
  let masked = text
  // What was hidden may have hidden a name: then the next round finds what is assigned to it.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const spans = findSecrets(masked, syntax)
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
    if (/example|x{6}|\[masked\]|(.)\1{7}/i.test(secret) || new Set(secret.slice(0, 200)).size < 5) continue
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
  return literal(words).replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}
