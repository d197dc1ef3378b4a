// Untrusted values that become dangerous in another file than they come in: what files hand to each other's functions, followed from
// call to call. Only functions that are surely meant are entered: of a file that is imported, or of the only type of that name.
import type { Goal } from '@shoal/base/model/goal'
import { addTo } from '@shoal/base/model/lists'
import { plural } from '@shoal/base/text/printable'
import { dangerKey, type Flow } from '@shoal/flow/flows'
import { familyOf, ruleOf } from '@shoal/flow/languages'
import { RULE_KINDS } from '@shoal/flow/rules/rule-table'
import type { FiledFigures } from './figures.ts'
import type { ImportGraph } from './import-graph.ts'
import type { PathedFinding } from './joined-findings.ts'
import { OpenFunctions } from './open-functions.ts'
import { weigh } from './weigh.ts'

/** Calls from file to file that are followed one after the other. */
const DEEPEST = 6
/** Places of one cause that are named, and listed. */
const NAMED = 3
const MOST_LISTED = 100

interface Placed {
  readonly file: number
  readonly flow: Flow
}

/** An untrusted value on its way: where it came in, what it is, and the functions it went through. */
interface Way extends Placed {
  readonly start: Placed
  readonly label: string
  readonly through: readonly string[]
  readonly safe: number
}

export interface JoinedFlows {
  readonly findings: readonly PathedFinding[]
  /** Dangers of single files whose value a function of another file makes safe, or does not give back. */
  readonly refuted: readonly { readonly path: string; readonly key: string }[]
}

export function joinFlows(files: readonly FiledFigures[], graph: ImportGraph, goals: readonly Goal[]): JoinedFlows {
  const all = files.flatMap(({ figures }, file) => (figures.links.flows ?? []).map((flow): Placed => ({ file, flow })))
  if (all.length === 0) return { findings: [], refuted: [] }
  const functions = new OpenFunctions(files, graph)
  const byParameter = new Map<string, Placed[]>()
  for (const placed of all) {
    const { from } = placed.flow
    if (from.kind !== 'parameter') continue
    const key = `${functions.key(placed.file, from)}:${from.at}`
    addTo(byParameter, key, placed)
  }
  const passes = (placed: Placed, safe: number) => safeAfter(placed, safe, functions, byParameter)
  const ended: Way[] = []
  const seen = new Set<string>()
  let ways = waysIn(files, all, functions)
  for (let step = 0; step <= DEEPEST && ways.length > 0; step++) {
    const next: Way[] = []
    for (const way of ways) {
      const { to } = way.flow
      const safe = passes(way, way.safe)
      if (safe === null) continue
      if (to.kind === 'sink' && way.through.length > 0) ended.push({ ...way, safe })
      const target = to.kind === 'argument' ? functions.find(way.file, to.of) : null
      if (to.kind !== 'argument' || target === null) continue
      // One way from a place into a parameter is enough.
      const once = `${way.start.file}:${way.start.flow.line}:${way.label}:${target}:${to.at}`
      if (seen.has(once)) continue
      seen.add(once)
      for (const { file, flow } of byParameter.get(`${target}:${to.at}`) ?? [])
        next.push({ ...way, file, flow, through: [...way.through, nameOf(to.of)], safe: safe | flow.safe })
    }
    ways = next
  }
  return { findings: oncePerCause(files, ended, goals), refuted: refutedDangers(files, all, functions, byParameter) }
}

function refutedDangers(
  files: readonly FiledFigures[],
  all: readonly Placed[],
  functions: OpenFunctions,
  byParameter: ReadonlyMap<string, readonly Placed[]>,
): JoinedFlows['refuted'] {
  return all.flatMap(placed => {
    const { from, to, safe: before, through } = placed.flow
    const { path, figures } = files[placed.file]!
    const family = familyOf(figures.language ?? '')
    if (from.kind !== 'source' || to.kind !== 'sink' || !through || !family) return []
    // Which of several functions of that name is meant is not known: one that gives its argument back is enough.
    if (
      through.some(
        ({ of, at }) => functions.find(placed.file, of) === null && functions.mayGiveBack(placed.file, of, at),
      )
    )
      return []
    const safe = safeAfter(placed, before, functions, byParameter)
    const isRefuted = safe === null || isSafe({ flow: placed.flow, safe })
    return isRefuted ? [{ path, key: dangerKey(ruleOf(family, to.rule).id, to, through) }] : []
  })
}

/** What a value is safe for behind the functions it went through; null where one of these files' own functions does not give it back. */
function safeAfter(
  { file, flow }: Placed,
  before: number,
  functions: OpenFunctions,
  byParameter: ReadonlyMap<string, readonly Placed[]>,
): number | null {
  let safe = before
  for (const { of, at } of flow.through ?? []) {
    if (!functions.isOwn(file, of)) continue
    const inside = byParameter.get(`${functions.find(file, of)}:${at}`) ?? []
    const back = inside.filter(one => one.flow.to.kind === 'return')
    if (back.length === 0) return null
    safe |= back.reduce((both, one) => both & one.flow.safe, -1)
  }
  return safe
}

/** Of the places that one call leads to, the nearest is told; of the calls that lead to one place or come from one function, the first. */
function oncePerCause(files: readonly FiledFigures[], ways: readonly Way[], goals: readonly Goal[]): PathedFinding[] {
  const told = new Set<string>()
  const causes = new Map<string, [Way, ...Way[]]>()
  for (const way of ways) {
    const { start, flow, through } = way
    if (flow.to.kind !== 'sink' || isSafe(way)) continue
    const place = `${flow.to.rule}:${start.file}:${start.flow.line}:${through[0]}`
    if (told.has(place)) continue
    told.add(place)
    const cause =
      start.flow.from.kind === 'result'
        ? `${flow.to.rule}:${start.flow.from.of}`
        : `${flow.to.rule}:${way.file}:${flow.line}`
    addTo(causes, cause, way)
  }
  return [...causes.values()].flatMap(([first, ...others]) => findingOf(files, first, others, goals) ?? [])
}

function isSafe({ flow: { to }, safe }: Pick<Way, 'flow' | 'safe'>): boolean {
  const use: number = to.kind === 'sink' ? RULE_KINDS[to.rule].use : 0
  return use !== 0 && (safe & use) === use
}

/** Where untrusted values start: those a file takes in itself, and those that a function of another file gives it. */
function waysIn(files: readonly FiledFigures[], all: readonly Placed[], functions: OpenFunctions): Way[] {
  const givers = new Map<string, string>()
  for (const { file, flow } of all)
    if (flow.from.kind === 'source' && flow.to.kind === 'return')
      givers.set(functions.key(file, flow.to), `${flow.from.label}\` (${files[file]!.path}:${flow.from.line}`)
  for (let step = 0; step < DEEPEST; step++) {
    const before = givers.size
    for (const { file, flow } of all) {
      if (flow.from.kind !== 'result' || flow.to.kind !== 'return') continue
      const given = givers.get(functions.find(file, flow.from.of) ?? '')
      const key = functions.key(file, flow.to)
      if (given && !givers.has(key)) givers.set(key, given)
    }
    if (givers.size === before) break
  }
  return all.flatMap((placed): Way[] => {
    const { file, flow } = placed
    const { from, safe } = flow
    if (from.kind === 'source')
      return [{ ...placed, start: placed, label: `${from.label}\` (line ${from.line}`, through: [], safe }]
    const given = from.kind === 'result' ? givers.get(functions.find(file, from.of) ?? '') : undefined
    return given && from.kind === 'result'
      ? [{ ...placed, start: placed, label: given, through: [nameOf(from.of)], safe }]
      : []
  })
}

function findingOf(
  files: readonly FiledFigures[],
  way: Way,
  others: readonly Way[],
  goals: readonly Goal[],
): PathedFinding | null {
  const { start, flow, through, label } = way
  const { path, figures } = files[start.file]!
  const family = familyOf(figures.language ?? '')
  if (flow.to.kind !== 'sink' || !family) return null
  const { title, remote, topics } = RULE_KINDS[flow.to.rule]
  const { line, quote } = start.flow
  const rule = ruleOf(family, flow.to.rule)
  const around = figures.functions.findLast(one => one.line <= line && one.end_line >= line)
  const end = `${files[way.file]!.path}:${flow.line}`
  const also = others.map(
    ({
      start: {
        file,
        flow: { line: at },
      },
    }) => `${files[file]!.path}:${at}`,
  )
  const more =
    also.length === 0
      ? ''
      : ` So do ${plural(also.length, 'other place')}: ${also.slice(0, NAMED).join(', ')}${also.length > NAMED ? ' …' : '.'}`
  const there = way.file === start.file ? '' : ` (${end})`
  return {
    path,
    type: 'vulnerability',
    key: `${rule.id}:${path}:${line}:${through[0]}`,
    summary: `${title}: \`${label}) reaches \`${flow.to.subject}\`${there} through ${through.map(name => `\`${name}\``).join(', ')}.${more}`,
    severity: remote.severity,
    // Files are joined by names.
    confidence: 'medium',
    nature: 'problem',
    line,
    evidence: quote,
    scope: around ? `function:${around.scope ? `${around.scope}.` : ''}${around.name}` : 'module',
    rule,
    ...(also.length > 0 ? { count: also.length + 1 } : {}),
    stats: { ends_at: end, through: [...through], also: also.slice(0, MOST_LISTED) },
    topics: [...new Set(['security', ...topics, ...through])],
    weight: weigh(goals, { security: 0.95, general: 0.75, otherwise: 0.5 }),
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
