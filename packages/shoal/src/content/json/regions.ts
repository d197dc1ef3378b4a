// Finds the cuts of a JSON container: even numbers of units, a container that dominates or exceeds the budget entered.
import type { CutRequest } from '@shoal/base/model/content-type'
import { pushAll } from '@shoal/base/model/lists'
import type { SourceText } from '@shoal/base/model/source'
import { roughTokens } from '../../text/sample.ts'
import { type BlockIndex, indexBlocks, type Place } from '../../text/scan/block-index.ts'
import { pieceCount } from '../../text/sizing.ts'
import { type Container, readUnit } from './containers.ts'

/** The inside of one container, walked. */
export interface Region {
  readonly start: Place
  readonly end: number
  readonly containers: readonly Container[]
  readonly index: BlockIndex
  /** Elements or members. */
  readonly units: number
}

/** Where a piece may start: at a unit (from 0) of a region. */
export interface Start extends Place {
  readonly region: Region
  readonly unit: number
}

export interface RegionCuts {
  /** The first is that of the region's first unit. */
  readonly starts: readonly Start[]
  /** The container the document is about: the region, or the one inside that fills it. */
  readonly main: Region
}

/** A container is entered where it makes up this share of the one around it, and is larger than this. */
const DOMINATING = 0.8
const WORTH_ENTERING = 16 * 1024
/** What stands around a container that is entered goes with its first and last piece, if it is small. */
const SMALL_REST = 16 * 1024
/** Containers with more units than this are not searched for one that dominates. */
const FEW_UNITS = 64
/** Containers are entered this deep; what is nested deeper is cut like any text. */
const DEEPEST = 16

export async function walkRegion(
  source: SourceText,
  start: Place,
  end: number,
  containers: readonly Container[],
  signal: AbortSignal,
): Promise<Region> {
  const options = { from: start, to: end, initial: { a: 0, b: 1 }, signal }
  const index = await indexBlocks(source, { kind: 'json', eol: source.eol, base: 1 }, options)
  return { start, end, containers, index, units: index.events + 1 }
}

/** `tokens` is the rough size of the region. */
export async function cutRegion(
  source: SourceText,
  region: Region,
  request: CutRequest,
  tokens: number,
): Promise<RegionCuts> {
  const entered = region.units <= FEW_UNITS ? await enterDominating(source, region, request, tokens) : null
  if (entered) return entered
  const size = Math.ceil(region.units / pieceCount(region.units, tokens, request))
  const even = startsOf(source, region, every(size, region.units))
  const starts: Start[] = []
  for (const [k, start] of even.entries()) {
    const end = even[k + 1]?.offset ?? region.end
    // A token is a byte at least, so a look is needed only at what has more bytes than the budget tokens.
    const exceeds =
      end - start.offset > request.maxTokens && roughTokens(source, start.offset, end) > request.maxTokens * 0.9
    if (exceeds) pushAll(starts, await fitBudget(source, start, even[k + 1]?.unit ?? region.units, end, request))
    else starts.push(start)
  }
  return { starts, main: region }
}

/** The starts of the given units, behind that of the first unit. A cut takes the rest of its line along. */
export function startsOf(source: SourceText, region: Region, units: readonly number[]): Start[] {
  const places = region.index.behindEvents(units).map(place => restOfLine(source, place))
  return [{ ...region.start, region, unit: 0 }, ...places.map((place, k) => ({ ...place, region, unit: units[k]! }))]
}

/** If one container makes up most of this one, its inside is what the document is about. */
async function enterDominating(
  source: SourceText,
  region: Region,
  request: CutRequest,
  tokens: number,
): Promise<RegionCuts | null> {
  const starts = startsOf(source, region, every(1, region.units))
  const length = region.end - region.start.offset
  for (const [k, start] of starts.entries()) {
    const end = starts[k + 1]?.offset ?? region.end
    const size = end - start.offset
    if (size < Math.max(WORTH_ENTERING, length * DOMINATING) || length - size > SMALL_REST) continue
    const inner = await enter(source, start, end, request.signal)
    if (!inner) return null
    const cuts = await cutRegion(source, inner, request, (tokens * size) / length)
    return { starts: [starts[0]!, ...cuts.starts.slice(1)], main: cuts.main }
  }
  return null
}

/** Units [first.unit, unitEnd) that together exceed the budget: runs that fit; one that alone exceeds it is entered. */
async function fitBudget(
  source: SourceText,
  first: Start,
  unitEnd: number,
  end: number,
  request: CutRequest,
): Promise<Start[]> {
  const { region } = first
  const rest = every(1, unitEnd).filter(unit => unit > first.unit)
  const starts = [first, ...startsOf(source, region, rest).slice(1)]
  const room = request.maxTokens * 0.9
  const out: Start[] = []
  let filled = Number.POSITIVE_INFINITY
  for (const [k, start] of starts.entries()) {
    const next = starts[k + 1]?.offset ?? end
    const tokens = roughTokens(source, start.offset, next)
    if (filled + tokens > room) {
      out.push(start)
      filled = 0
    }
    filled += tokens
    if (tokens <= room) continue
    const inner = await enter(source, start, next, request.signal)
    if (!inner) continue
    const cuts = await cutRegion(source, inner, request, tokens)
    pushAll(out, cuts.starts.slice(1))
    filled = Number.POSITIVE_INFINITY
  }
  return out
}

/** The inside of the unit at `start`, if that is a container. */
async function enter(source: SourceText, start: Start, end: number, signal: AbortSignal): Promise<Region | null> {
  const outer = start.region.containers.at(-1)!
  const unit = readUnit(source, start, outer)
  if (unit.open === null || start.region.containers.length >= DEEPEST) return null
  const around: Container =
    unit.key === null ? { open: outer.open, at: start.unit } : { open: outer.open, key: unit.key }
  const containers = [...start.region.containers.slice(0, -1), around, { open: unit.open }]
  return walkRegion(source, { offset: unit.value.offset + 1, line: unit.value.line }, end, containers, signal)
}

function restOfLine(source: SourceText, place: Place): Place {
  const bytes = source.bytes(place.offset, Math.min(source.size, place.offset + 64))
  for (const [k, byte] of bytes.entries()) {
    if (byte === source.eol) return { offset: place.offset + k + 1, line: place.line + 1 }
    if (byte !== 32 && byte !== 9 && byte !== 13) break
  }
  return place
}

/** step, 2 × step … below a limit. */
function every(step: number, below: number): number[] {
  const out: number[] = []
  for (let n = step; n < below; n += step) out.push(n)
  return out
}
