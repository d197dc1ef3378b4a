// The reply of a synthesizer: its shape as providers take it, and the tolerant reading of what really comes.

import { severities } from '@shoal/base/model/finding'
import type { JsonSchema } from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'
import { readJson } from '@shoal/base/text/loose-json'
import { z } from 'zod'

/** Sentences that are kept of each list; a synthesis is to be short. */
const MOST_CLAIMS = 12
const MOST_LINKS = 10
const MOST_GROUPS = 200
const MOST_MISSING = 10
const MOST_MISSING_LENGTH = 300

const reference = z.preprocess(asReference, z.string())
const claim = z.preprocess(asClaim, z.object({ text: z.string(), cites: z.array(reference) }))
const claims = listOf(claim, MOST_CLAIMS)
const link = z.preprocess(
  asLink,
  z.object({
    summary: z.string(),
    cites: z.array(reference),
    severity: oneOf(severities, 'low'),
    nature: oneOf(['problem', 'fact'], 'fact'),
  }),
)

const replySchema = z.object({
  answer: claims,
  summary: claims,
  recommendations: claims,
  same: listOf(z.array(reference), MOST_GROUPS),
  links: listOf(link, MOST_LINKS),
  missing: listOf(z.preprocess(clipped, z.string()), MOST_MISSING),
})

export type SynthesisReply = z.infer<typeof replySchema>
export type ReplyClaim = SynthesisReply['answer'][number]

/** What the reply must be. Bounds are told in words and kept by code: not every provider takes them in a schema. */
export function replyJsonSchema({ links }: { readonly links: boolean }): JsonSchema {
  const schema = z.toJSONSchema(links ? replySchema : replySchema.omit({ links: true }), { target: 'draft-7' })
  const { $schema: _, ...plain } = schema
  return plain as JsonSchema
}

/** The reply, or what is wrong with it in words that its writer understands. */
export function readReply(text: string): { readonly reply: SynthesisReply } | { readonly complaint: string } {
  const read = readJson(text)
  if ('complaint' in read) return read
  const value = read.value
  if (!isRecord(value)) return { complaint: 'the reply must be one JSON object' }
  if (!Object.keys(value).some(key => Object.hasOwn(replySchema.shape, key)))
    return { complaint: `the reply has none of the fields ${Object.keys(replySchema.shape).join(', ')}` }
  const parsed = replySchema.safeParse(value)
  if (parsed.success) return { reply: parsed.data }
  const issues = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return { complaint: issues.join('; ') }
}

function listOf<T extends z.ZodType>(item: T, most: number) {
  return z.preprocess(
    value => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]).slice(0, most),
    z.array(item),
  )
}

function oneOf<const T extends readonly string[]>(words: T, otherwise: T[number]) {
  return z.preprocess(value => {
    const word = typeof value === 'string' ? value.toLowerCase() : ''
    return words.includes(word) ? word : otherwise
  }, z.enum(words))
}

/** A plain sentence is a claim too, if it names what it cites; what it names is no part of the sentence. */
function asClaim(value: unknown): unknown {
  if (typeof value === 'string') return asClaim({ text: value })
  if (!isRecord(value) || typeof value.text !== 'string') return value
  const { text, cites } = value
  const named = [...text.matchAll(NAMED)].flatMap(([group]) => group.match(REFERENCE) ?? [])
  return {
    text: text.replace(NAMED, '').replace(/\s+/g, ' ').trim(),
    cites: [...new Set([...asList(cites), ...named])],
  }
}

function asLink(value: unknown): unknown {
  const read = isRecord(value) ? asClaim({ text: value.summary ?? value.text, cites: value.cites }) : value
  return isRecord(value) && isRecord(read) ? { ...value, summary: read.text, cites: read.cites } : value
}

const REFERENCE = /[A-Z]\d{1,6}/g
/** ` [F3, F12]`, ` (A1)`. */
const NAMED = /\s?[[(][A-Z]\d{1,6}(?:[,;] ?[A-Z]\d{1,6}){0,40}[\])]/g

/** `[f3]` means F3. */
function asReference(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase().replace(/[^A-Z0-9]/g, '') : value
}

function asList(value: unknown): unknown[] {
  if (typeof value === 'string') return value.split(/[,;\s]+/).filter(part => part !== '')
  return Array.isArray(value) ? value : []
}

function clipped(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().slice(0, MOST_MISSING_LENGTH) : value
}
