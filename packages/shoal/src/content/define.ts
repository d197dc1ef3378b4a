// A content type of the user's own: says what is special about it, and takes the rest from a built-in type.
import {
  type ContentType,
  extents,
  type Focus,
  type NameClaim,
  type Probe,
  type Sniff,
} from '@shoal/base/model/content-type'
import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import { OutOfTime, withinTime } from '@shoal/base/text/within-time'
import { builtInTypes } from './registry.ts'

/** What a user may say; all but the name is optional. */
export interface ContentTypeDefinition
  extends Partial<Omit<ContentType, 'name' | 'extensions' | 'fileNames' | 'sizing' | 'sniff' | 'facts'>> {
  readonly name: string
  /** The built-in type that fills what is left open. Default: `unknown`, which is cut by lines. */
  readonly extends?: string
  /** With their dot: `['.tf']`, or with a claim each: `{ '.tf': { language: 'hcl', confidence: 'high' } }`. */
  readonly extensions?: readonly string[] | Readonly<Record<string, NameClaim>>
  readonly fileNames?: readonly string[] | Readonly<Record<string, NameClaim>>
  /** The language given to files that are claimed by a plain list of names. */
  readonly language?: string
  /** Sniffs by content. A pattern that must match the text is the simple form, also as a string. Default: by name only. */
  readonly sniff?: RegExp | string | ((probe: Probe) => Sniff | null)
  /** The overlap may be a plain number of lines. */
  readonly sizing?: Partial<Omit<ContentType['sizing'], 'overlap'>> & {
    readonly overlap?: number | ContentType['sizing']['overlap']
  }
}

/** A pattern that the user wrote for this very purpose outweighs statistics, but not a document that parses. */
const PATTERN_SCORE = 0.9
/** For one file; honest patterns take milliseconds for the text that is looked at. */
const PATIENCE_MS = 2_000

/** A content type of one's own, for `types` of a config file or of the options of a function. */
export function defineContentType(definition: ContentTypeDefinition): ContentType {
  const { name, extends: baseName = 'unknown', extensions, fileNames, language, sniff, sizing, ...rest } = definition
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error(`a content type's name is lower case with underscores, not ${JSON.stringify(name)}`)
  }
  checkDefinition(definition)
  const base = builtInTypes.find(type => type.name === baseName)
  if (!base) {
    const names = builtInTypes.map(type => type.name).join(', ')
    throw new Error(`content type ${name} extends ${baseName}, which is none of ${names}`)
  }
  // What others call the base type, and that a name knows better, does not hold for it.
  const { called: _called, isShapeless: _isShapeless, ...inherited } = base
  return {
    ...inherited,
    title: name,
    ...(language === undefined ? {} : { hasLanguage: true }),
    // Who is told to be an agent of another type is asked for what that type is.
    focus: (builtInTypes.findLast(({ agent }) => agent === (rest.agent ?? base.agent) && agent !== base.agent) ?? base)
      .focus,
    ...rest,
    name,
    extensions: claimsOf(extensions, language ?? null, toExtension),
    fileNames: claimsOf(fileNames, language ?? null, fileName => fileName),
    sniff: toSniff(definition, language ?? null),
    sizing: toSizing(base, sizing),
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

function toSniff({ name, sniff }: ContentTypeDefinition, language: string | null): ContentType['sniff'] {
  if (typeof sniff === 'function') return sniff
  if (!sniff) return () => null
  const pattern =
    typeof sniff === 'string' ? new RegExp(sniff, 'm') : new RegExp(sniff.source, sniff.flags.replace(/[gy]/g, ''))
  const isFound = (text: string): boolean => {
    try {
      return withinTime(() => pattern.test(text), PATIENCE_MS)
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error
      const message = `the pattern ${pattern} of the type ${name} takes too long; avoid repetition inside repetition`
      throw new ShoalError('config-invalid', message, { cause: error })
    }
  }
  return ({ text }) => (isFound(text) ? { score: PATTERN_SCORE, language, reason: `it matches ${pattern}` } : null)
}

function toSizing(base: ContentType, sizing: ContentTypeDefinition['sizing'] = {}): ContentType['sizing'] {
  const { overlap, ...sizes } = sizing
  // One size that is given sets the others: ranges of the base type would contradict it.
  const target = sizes.target
  const around = target === undefined ? {} : { min: Math.ceil(target / 2), max: target * 2, ladder: [target] }
  const lent = typeof overlap === 'number' ? () => overlap : (overlap ?? base.sizing.overlap)
  return { ...base.sizing, ...around, ...sizes, overlap: lent }
}

/** What each part must be; a JSON config file can say anything. */
const EXPECTED: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  name: ['a string', isString],
  title: ['a string', isString],
  extends: ['a string', isString],
  language: ['a string', isString],
  agent: ['a string', isString],
  analyst: ['a string', isString],
  focus: ['an object with "types" and "goals"', isFocus],
  delivery: ['"file" or "in-place"', value => value === 'file' || value === 'in-place'],
  extensions: ['a list of strings, or claims by extension', isNames],
  fileNames: ['a list of strings, or claims by name', isNames],
  sniff: [
    'a pattern or a function',
    value => isString(value) || value instanceof RegExp || typeof value === 'function',
  ],
  extent: ['"all", "kinds" or "figures"', value => extents.some(extent => extent === value)],
  tables: [
    '"delimited", "json" or "json-lines"',
    value => value === 'delimited' || value === 'json' || value === 'json-lines',
  ],
  records: ['a function', value => typeof value === 'function'],
  pickFields: ['a function', value => typeof value === 'function'],
  cut: ['a function', value => typeof value === 'function'],
  builtIn: ['a function', value => typeof value === 'function'],
  sizing: ['an object of sizes', isSizing],
  called: ['a pattern', value => value instanceof RegExp],
  hasPassages: ['true or false', value => typeof value === 'boolean'],
  isShapeless: ['true or false', value => typeof value === 'boolean'],
  parses: ['true or false', value => typeof value === 'boolean'],
  hasLanguage: ['true or false', value => typeof value === 'boolean'],
}

function checkDefinition(definition: ContentTypeDefinition): void {
  for (const [key, value] of Object.entries(definition)) {
    const expected = lookup(EXPECTED, key)
    const keys = Object.keys(EXPECTED).join(', ')
    if (!expected) throw new Error(`content type ${definition.name} has an unknown key "${key}"; the keys are ${keys}`)
    if (value !== undefined && !expected[1](value))
      throw new Error(`content type ${definition.name}: "${key}" must be ${expected[0]}`)
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isFocus(value: unknown): boolean {
  const { types, goals } = (value ?? {}) as Partial<Focus>
  return Array.isArray(types) && types.every(isString) && isString(goals?.general)
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isString) : typeof value === 'object' && value !== null
}

function isSizing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([key, size]) => {
    if (key === 'unit') return size === 'lines' || size === 'rows' || size === 'elements'
    if (key === 'ladder') return Array.isArray(size) && size.length > 0 && size.every(step => step > 0)
    if (key === 'overlap' && typeof size === 'function') return true
    return ['min', 'target', 'max', 'overlap'].includes(key) && typeof size === 'number' && size >= 0
  })
}
