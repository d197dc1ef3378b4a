// Untrusted values that become dangerous in another file than they come in: what files hand to each other's functions, followed from
// call to call. Only functions that are surely meant are entered: of a file that is imported, or of the only type of that name.
import type { Goal } from '../../../model/goal.ts'
import type { Flow } from '../../../text/code/dangers/flows.ts'
import { familyOf, ruleOf } from '../../../text/code/dangers/languages.ts'
import { RULE_KINDS } from '../../../text/code/dangers/rules/rule-table.ts'
import type { FiledFigures } from './figures.ts'
import type { ImportGraph } from './import-graph.ts'
import type { PathedFinding } from './joined-findings.ts'
import { OpenFunctions } from './open-functions.ts'
import { weigh } from './weigh.ts'

/** Calls from file to file that are followed one after the other. */
const DEEPEST = 6

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

export function flowFindings(
  files: readonly FiledFigures[],
  graph: ImportGraph,
  goals: readonly Goal[],
): PathedFinding[] {
  const all = files.flatMap(({ figures }, file) => (figures.links.flows ?? []).map((flow): Placed => ({ file, flow })))
  if (all.length === 0) return []
  const functions = new OpenFunctions(files, graph)
  const byParameter = new Map<string, Placed[]>()
  for (const placed of all) {
    const { from } = placed.flow
    if (from.kind !== 'parameter') continue
    const key = `${functions.key(placed.file, from)}:${from.at}`
    byParameter.set(key, [...(byParameter.get(key) ?? []), placed])
  }
  const found = new Map<string, PathedFinding>()
  const seen = new Set<string>()
  let ways = waysIn(files, all, functions)
  for (let step = 0; step <= DEEPEST && ways.length > 0; step++) {
    const next: Way[] = []
    for (const way of ways) {
      const { to } = way.flow
      if (to.kind === 'sink' && way.through.length > 0) {
        const finding = findingOf(files, way, goals)
        if (finding && !found.has(finding.key)) found.set(finding.key, finding)
      }
      const target = to.kind === 'argument' ? functions.find(way.file, to.of) : null
      if (to.kind !== 'argument' || target === null) continue
      // One way from a place into a parameter is enough.
      const once = `${way.start.file}:${way.start.flow.line}:${way.label}:${target}:${to.at}`
      if (seen.has(once)) continue
      seen.add(once)
      for (const { file, flow } of byParameter.get(`${target}:${to.at}`) ?? [])
        next.push({ ...way, file, flow, through: [...way.through, nameOf(to.of)], safe: way.safe | flow.safe })
    }
    ways = next
  }
  return [...found.values()]
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

function findingOf(files: readonly FiledFigures[], way: Way, goals: readonly Goal[]): PathedFinding | null {
  const { start, flow, through, label, safe } = way
  const { path, figures } = files[start.file]!
  const family = familyOf(figures.language ?? '')
  if (flow.to.kind !== 'sink' || !family) return null
  const { title, use, remote, topics } = RULE_KINDS[flow.to.rule]
  if (use !== 0 && (safe & use) === use) return null
  const { line, quote } = start.flow
  const rule = ruleOf(family, flow.to.rule)
  const around = figures.functions.findLast(one => one.line <= line && one.end_line >= line)
  const end = `${files[way.file]!.path}:${flow.line}`
  const there = way.file === start.file ? '' : ` (${end})`
  return {
    path,
    type: 'vulnerability',
    // Of the places that one call leads to, the nearest is told.
    key: `${rule.id}:${path}:${line}:${through[0]}`,
    summary: `${title}: \`${label}) reaches \`${flow.to.subject}\`${there} through ${through.map(name => `\`${name}\``).join(', ')}.`,
    severity: remote.severity,
    // Files are joined by names.
    confidence: 'medium',
    nature: 'problem',
    line,
    evidence: quote,
    scope: around ? `function:${around.scope ? `${around.scope}.` : ''}${around.name}` : 'module',
    rule,
    stats: { ends_at: end, through: [...through] },
    topics: [...new Set(['security', ...topics, ...through])],
    weight: weigh(goals, { security: 0.95, general: 0.75, otherwise: 0.5 }),
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
