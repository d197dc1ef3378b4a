// Says what a file is: by what the user ordered, by its name, or by what is inside; and why.
import type { Confidence } from '@shoal/base/model/confidence'
import type { ContentType, Detection, Probe, Sniff } from '@shoal/base/model/content-type'
import type { Claim, Registry } from '@shoal/base/model/registry'
import { globMatcher } from '@shoal/base/text/glob'
import { withoutCodec } from '@shoal/base/text/packed-name'

/** Given by the user for a file or a glob, e.g. from `--type 'data/*.txt=structured_data'`. The last that fits wins. */
export interface TypeOverride {
  readonly glob: string
  readonly type: string
}

/** Finds the type of one file. Pure and total: any name, any prefix. */
export function detect(probe: Probe, registry: Registry, overrides: readonly TypeOverride[] = []): Detection {
  const order = overrides.findLast(override => matches(override.glob, probe.path))
  if (order) return ordered(order, probe, registry)
  const claim = registry.claim(probe.name)
  if (!claim) return sniffed(probe, registry)
  if (claim.confidence === 'high' && !SAYS_LITTLE.has(claim.by) && !OPENS_OTHERWISE.test(probe.text)) {
    return believed(claim, probe)
  }
  return weighed(claim, probe, registry)
}

/** Whether the user has said what a file is. */
export function orderedTypes(overrides: readonly TypeOverride[]): (path: string) => boolean {
  return path => overrides.some(({ glob }) => matches(glob, path))
}

/** The line that tells people: `Detected content type: log (via sniffing)`. */
export function detectionLine(detection: Pick<Detection, 'contentType' | 'via'>): string {
  return `Detected content type: ${detection.contentType} (via ${detection.via})`
}

/** A problem in the overrides as one clause, or null. */
export function checkOverrides(overrides: readonly TypeOverride[], registry: Registry): string | null {
  const bad = overrides.find(override => !registry.get(override.type))
  if (!bad) return null
  return `no content type is called ${bad.type}; there are ${registry.types.map(type => type.name).join(', ')}`
}

/** Extensions that people give to anything: always looked into. */
const SAYS_LITTLE: ReadonlySet<string> = new Set(['.txt', '.text', '.log'])

/** A text that opens like a document of another format puts even a trusted name in doubt. */
const OPENS_OTHERWISE = /^\s*(?:[{[]|<(?:\?xml|!doctype|html|svg)\b)/i

/** What a name adds to the score of the type it claims. */
const NAME_WEIGHT: Readonly<Record<Confidence, number>> = { high: 0.7, medium: 0.4, low: 0.2 }

/** A score that needs no comparison: the first type, in order of precedence, that reaches it is the one. */
const PROVEN = 0.95

/** Below this, a text fits nothing. */
const LIKELY = 0.15

const HIGH = 0.9
/** A text that names its own format, or that a parser has read to the end. */
const BEYOND_DOUBT = 0.97
/** The score of another type from which on a verdict is not sure. */
const DOUBT = 0.5

interface Candidate {
  readonly type: ContentType
  readonly sniff: Sniff
}

function ordered(order: TypeOverride, probe: Probe, registry: Registry): Detection {
  const type = registry.get(order.type)
  const claim = registry.claim(probe.name)
  const named = claim?.type === type ? (claim?.language ?? null) : null
  return {
    contentType: order.type,
    language: type ? languageOf(type, named, () => type.sniff(probe)) : null,
    confidence: 'high',
    via: 'override',
    reason: `${order.glob} was set to ${order.type}`,
  }
}

function believed(claim: Claim, probe: Probe): Detection {
  return {
    contentType: claim.type.name,
    language: languageOf(claim.type, claim.language, () => claim.type.sniff(probe)),
    confidence: claim.confidence,
    via: claim.via,
    reason: `the ${claim.via} ${claim.by}`,
  }
}

/** Name and content together: the name's type gets a bonus, and the best score wins. */
function weighed(claim: Claim, probe: Probe, registry: Registry): Detection {
  const own = claim.type.sniff(probe)
  // `Orders.Json.sln`: what stands before an unknown ending is believed where the text does not speak against it.
  if (!own && claim.via === 'extension' && !probe.name.toLowerCase().endsWith(claim.by)) return sniffed(probe, registry)
  const mark = Math.max(LIKELY, (own?.score ?? 0) + NAME_WEIGHT[claim.confidence])
  // No score exceeds 1: what has reached it needs no comparison.
  const others = mark >= 1 ? [] : registry.types.filter(type => type !== claim.type)
  const trusted = claim.confidence === 'high' || (claim.confidence === 'medium' && !SAYS_LITTLE.has(claim.by))
  const rival = best(sniffAll(probe, others).filter(({ sniff }) => !trusted || !sniff.shapeless))
  if (rival && rival.sniff.score > mark) {
    return fromSniff(rival, `despite the ${claim.via} ${claim.by}, ${rival.sniff.reason}`)
  }
  const reason = own ? `the ${claim.via} ${claim.by}, and ${own.reason}` : `the ${claim.via} ${claim.by}`
  return {
    contentType: claim.type.name,
    language: languageOf(claim.type, claim.language, () => own),
    confidence: claim.confidence,
    via: claim.via,
    reason,
  }
}

function sniffed(probe: Probe, registry: Registry): Detection {
  const found = best(sniffAll(probe, registry.types))
  if (found && found.sniff.score >= LIKELY) {
    const detection = fromSniff(found, found.sniff.reason)
    return isDoubted(found, probe, registry) ? { ...detection, confidence: 'medium' } : detection
  }
  const rest = registry.types.at(-1)!
  return { contentType: rest.name, language: null, confidence: 'low', via: 'sniffing', reason: 'nothing fits' }
}

/** What only looks like its type, and is like another in the words, too, is not sure without a name. */
function isDoubted({ type, sniff }: Candidate, probe: Probe, registry: Registry): boolean {
  if (sniff.score < HIGH || sniff.score >= BEYOND_DOUBT) return false
  const others = registry.types.filter(other => other !== type)
  return others.some(other => (other.sniff(probe)?.score ?? 0) >= DOUBT)
}

function fromSniff({ type, sniff }: Candidate, reason: string): Detection {
  const confidence = sniff.score >= HIGH ? 'high' : sniff.score >= 0.6 ? 'medium' : 'low'
  return { contentType: type.name, language: languageOf(type, null, () => sniff), confidence, via: 'sniffing', reason }
}

/** A name may leave the language open (`.h`): then the text is asked. */
function languageOf(type: ContentType, named: string | null, sniff: () => Sniff | null): string | null {
  return type.hasLanguage ? (named ?? sniff()?.language ?? null) : null
}

function sniffAll(probe: Probe, types: readonly ContentType[]): Candidate[] {
  const found: Candidate[] = []
  for (const type of types) {
    const sniff = type.sniff(probe)
    if (sniff) found.push({ type, sniff })
    if (sniff && sniff.score >= PROVEN) break
  }
  return found
}

/** The highest score; of equals the first, for the registry stands in order of precedence. */
function best(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (top, next) => (!top || next.sniff.score > top.sniff.score ? next : top),
    undefined,
  )
}

const matchers = new Map<string, (path: string) => boolean>()

/** A glob without a slash matches base names anywhere, as in an ignore file; one with a slash, the end of a path too. */
function matches(glob: string, path: string): boolean {
  let matcher = matchers.get(glob)
  if (!matcher) {
    const deep = glob.includes('/')
    matcher = globMatcher(deep && !glob.startsWith('/') ? [glob, `**/${glob}`] : glob, { dot: true, basename: !deep })
    matchers.set(glob, matcher)
  }
  const shown = path.replace(/^\.\//, '')
  return path === glob || matcher(shown) || matcher(withoutCodec(shown))
}
