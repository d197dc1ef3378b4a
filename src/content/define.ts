// A content type of the user's own: says what is special about it, and takes the rest from a built-in type.
import type { ContentType, NameClaim, Probe, Sniff } from '../model/content-type.ts'
import { builtInTypes } from './registry.ts'

/** What a user may say; all but the name is optional. */
export interface ContentTypeDefinition
  extends Partial<Omit<ContentType, 'name' | 'extensions' | 'fileNames' | 'sizing' | 'sniff'>> {
  readonly name: string
  /** The built-in type that fills what is left open. Default: `unknown`, which is cut by lines. */
  readonly extends?: string
  /** With their dot: `['.tf']`, or with a claim each: `{ '.tf': { language: 'hcl', confidence: 'high' } }`. */
  readonly extensions?: readonly string[] | Readonly<Record<string, NameClaim>>
  readonly fileNames?: readonly string[] | Readonly<Record<string, NameClaim>>
  /** The language given to files that are claimed by a plain list of names. */
  readonly language?: string
  /** Sniffs by content. A pattern that must match the text is the simple form. Default: by name only. */
  readonly sniff?: RegExp | ((probe: Probe) => Sniff | null)
  readonly sizing?: Partial<ContentType['sizing']>
}

/** A pattern that the user wrote for this very purpose outweighs statistics, but not a document that parses. */
const PATTERN_SCORE = 0.9

export function defineContentType(definition: ContentTypeDefinition): ContentType {
  const { name, extends: baseName = 'unknown', extensions, fileNames, language, sniff, sizing, ...rest } = definition
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error(`a content type's name is lower case with underscores, not ${JSON.stringify(name)}`)
  }
  const base = builtInTypes.find(type => type.name === baseName)
  if (!base) {
    const names = builtInTypes.map(type => type.name).join(', ')
    throw new Error(`content type ${name} extends ${baseName}, which is none of ${names}`)
  }
  return {
    ...base,
    title: name,
    ...(language === undefined ? {} : { hasLanguage: true }),
    ...rest,
    name,
    extensions: claimsOf(extensions, language ?? null, toExtension),
    fileNames: claimsOf(fileNames, language ?? null, fileName => fileName),
    sniff: toSniff(sniff, language ?? null),
    sizing: { ...base.sizing, ...sizing },
  }
}

function claimsOf(
  given: ContentTypeDefinition['extensions'],
  language: string | null,
  spell: (name: string) => string,
): Readonly<Record<string, NameClaim>> {
  if (!given) return {}
  const entries: (readonly [string, NameClaim])[] = isList(given)
    ? given.map(name => [name, { language, confidence: 'high' }])
    : Object.entries(given)
  return Object.fromEntries(entries.map(([name, claim]) => [spell(name), claim]))
}

function isList(given: NonNullable<ContentTypeDefinition['extensions']>): given is readonly string[] {
  return Array.isArray(given)
}

function toExtension(name: string): string {
  return (name.startsWith('.') ? name : `.${name}`).toLowerCase()
}

function toSniff(sniff: ContentTypeDefinition['sniff'], language: string | null): ContentType['sniff'] {
  if (typeof sniff === 'function') return sniff
  if (!sniff) return () => null
  const pattern = new RegExp(sniff.source, sniff.flags.replace(/[gy]/g, ''))
  return ({ text }) => (pattern.test(text) ? { score: PATTERN_SCORE, language, reason: `it matches ${pattern}` } : null)
}
