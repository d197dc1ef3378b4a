// Cuts a JSON document between the elements of its array or the members of its object, without ever holding it. Every
// piece can be written as a valid document: what was open where it starts and ends is put around it.
import type { Cutting, Piece } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { describeShape, shapeOf } from '../../text/json-shape.ts'
import { roughTokens } from '../../text/sample.ts'
import { indexBlocks } from '../../text/scan/block-index.ts'
import { endsOpen } from '../../text/unit-cuts.ts'
import { closers, nameOf, openers, pathOf, readUnit, skipSpace } from './containers.ts'
import { cutRegion, type Region, type Start, startsOf, walkRegion } from './regions.ts'

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: 'elements' }
  const at = skipSpace(source, { offset: source.encoding.bom / source.encoding.unit, line: 1 })
  const first = source.bytes(at.offset, Math.min(source.size, at.offset + 1))[0]
  if (first !== 0x5b && first !== 0x7b) return cutScalar(source, request)
  const open = first === 0x5b ? '[' : '{'
  const root = await walkRegion(
    source,
    { offset: at.offset + 1, line: at.line },
    source.size,
    [{ open }],
    request.signal,
  )
  const { starts: found, main } = await cutRegion(source, root, request, roughTokens(source))
  const starts = ascending(found, source.size)
  const broken = root.index.end.a !== 0 || root.index.end.b !== 0
  return {
    lineCount: at.line - 1 + root.index.lines + (endsOpen(source) ? 1 : 0),
    pieces: starts.map((start, k) => toPiece(source, start, k, starts[k + 1], main, broken)),
    overlap: 0,
    method: 'elements',
    facts: {
      root: open === '[' ? 'array' : 'object',
      path: pathOf(main.containers),
      unit_count: main.units,
      ...schema(source, main),
    },
    notes: broken ? ['the document is cut off or its brackets do not balance'] : [],
  }
}

/** Brackets that do not balance can lead to the same place twice, or to the very end. */
function ascending(starts: readonly Start[], end: number): Start[] {
  let last = -1
  return starts.filter(({ offset }) => {
    const keep = offset > last && (last < 0 || offset < end)
    if (keep) last = offset
    return keep
  })
}

/** A document that is one string, number or word, or no JSON at all. */
async function cutScalar(source: SourceText, request: CutRequest): Promise<Cutting> {
  const index = await indexBlocks(source, { kind: 'lines', eol: source.eol }, { signal: request.signal })
  const lineCount = index.lines + (endsOpen(source) ? 1 : 0)
  return { lineCount, pieces: [{ start: 0, line: 1, kind: 'value', label: '$' }], overlap: 0, method: 'elements' }
}

function toPiece(
  source: SourceText,
  start: Start,
  k: number,
  next: Start | undefined,
  main: Region,
  broken: boolean,
): Piece {
  const { containers } = start.region
  const whole = k === 0 && !next
  const wrap = {
    open: k === 0 ? '' : openers(containers),
    close: next ? closers(next.region.containers) : '',
    from: k === 0 ? 0 : start.offset,
    to: next ? beforeComma(source, next.offset) : source.size,
  }
  return {
    start: k === 0 ? 0 : start.offset,
    line: k === 0 ? 1 : start.line,
    kind: containers.at(-1)!.open === '[' ? 'elements' : 'members',
    label: label(source, start, next),
    // It starts inside an element that was too large for one piece.
    ...(k > 0 && containers.length > main.containers.length ? { continuation: true } : {}),
    ...(whole ? {} : { wrap }),
    ...(broken && !next ? { flags: [{ kind: 'cut-off', count: 1, lines: [start.line] }] } : {}),
  }
}

/** `$.data[350-699]` for elements, `$.users: ada … bob` for members. */
function label(source: SourceText, start: Start, next: Start | undefined): string {
  const { region, unit } = start
  const path = pathOf(region.containers)
  // A piece that starts outside the next one's container reaches into it: it is named after what it reaches into.
  if (next && next.region.containers.length > region.containers.length)
    return label(source, { ...next.region.start, region: next.region, unit: 0 }, next)
  const last = (next?.region === region ? next.unit : region.units) - 1
  if (region.containers.at(-1)!.open === '[') return last > unit ? `${path}[${unit}-${last}]` : `${path}[${unit}]`
  const { key } = readUnit(source, start, region.containers.at(-1)!)
  return key === null ? path : `${path}: ${nameOf(key)}${last > unit ? ' …' : ''}`
}

/** The end of the unit before a cut. */
function beforeComma(source: SourceText, cut: number): number {
  const from = Math.max(0, cut - 128)
  return from + source.bytes(from, cut).lastIndexOf(44)
}

const SCHEMA_UNITS = 5
const LONGEST_LOOKED_AT = 256 * 1024

/** Names and types from the first elements or members, where they are small enough to look at. */
function schema(source: SourceText, region: Region): { schema?: Record<string, string> } {
  const last = Math.min(SCHEMA_UNITS, region.units - 1)
  const starts = startsOf(
    source,
    region,
    Array.from({ length: last }, (_, k) => k + 1),
  )
  const values: unknown[] = []
  for (const [k, start] of starts.slice(0, SCHEMA_UNITS).entries()) {
    const next = starts[k + 1]
    const end = next ? beforeComma(source, next.offset) : region.end
    if (end - start.offset > LONGEST_LOOKED_AT) continue
    const value = parseUnit(source.text(start.offset, end), region)
    if (value !== undefined) values.push(value)
  }
  return values.length > 0 ? { schema: describeShape(shapeOf(values)) } : {}
}

/** One unit; behind the last one the brackets around it may still stand. */
function parseUnit(text: string, region: Region): unknown {
  const wrapped = region.containers.at(-1)!.open === '{' ? `{${text}}` : text
  for (const candidate of [wrapped, wrapped.replace(/(?<![\s\]}])[\s\]}]*$/, ''), wrapped.replace(/[\]}]\s*$/, '')]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Try the next reading; a unit that stays unreadable is left out of the schema.
    }
  }
  return undefined
}
