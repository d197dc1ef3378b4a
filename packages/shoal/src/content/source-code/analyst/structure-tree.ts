// What one source file is made of: types, their functions and the functions inside these, by lines and complexity.
import type { Tree } from '@shoal/base/model/chart'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel } from '../../../text/chart-label.ts'
import type { CodeFigures } from './figures.ts'

type TreeNode = Tree['nodes'][number]

interface Part {
  readonly label: string
  /** Its full name. */
  readonly path: string
  readonly scope: string
  readonly line: number
  readonly endLine: number
  readonly heat: number | null
  readonly about: string
}

/** Lines without a parser say where things start, not where they end: then there is no picture. */
export function structureTree(figures: CodeFigures): Tree[] {
  const { functions, classes, function_count: ofFunctions, class_count: ofTypes, lines, parser } = figures
  const parts = partsOf(figures)
  if (parser !== 'tree-sitter' || parts.length === 0) return []
  const { nodes, covered } = nested(parts)
  const rest = lines - covered
  if (rest > 0)
    nodes.push({
      label: 'top level',
      parent: null,
      size: rest,
      heat: null,
      about: `${plural(rest, 'line')} outside of all that is shown`,
    })
  const missing = ofFunctions - functions.length + (ofTypes - classes.length)
  return [
    {
      kind: 'tree',
      title: 'Structure',
      size: 'lines',
      heat: 'complexity',
      nodes,
      ...(missing > 0
        ? {
            note: `${formatCount(functions.length)} of ${plural(ofFunctions, 'function')} and ${formatCount(classes.length)} of ${plural(ofTypes, 'type')}; short callbacks without a name are left out.`,
          }
        : {}),
    },
  ]
}

/** In order of their first lines; what holds others comes before them. */
function partsOf({ functions, classes }: CodeFigures): Part[] {
  const types = classes.map(
    ({ name, kind, line, end_line: endLine, methods }): Part => ({
      label: name.slice(name.lastIndexOf('.') + 1),
      path: name,
      scope: name.slice(0, Math.max(0, name.lastIndexOf('.'))),
      line,
      endLine,
      heat: null,
      about: `${kind}, ${plural(endLine - line + 1, 'line')}, ${plural(methods, 'method')}`,
    }),
  )
  const callables = functions.map(
    ({ name, scope, line, end_line: endLine, lines, complexity, nesting, params }): Part => ({
      label: name,
      path: scope === '' ? name : `${scope}.${name}`,
      scope,
      line,
      endLine,
      heat: complexity,
      about: `complexity ${formatCount(complexity)}, ${plural(lines, 'line')}, nesting ${formatCount(nesting)}, ${plural(params, 'parameter')}`,
    }),
  )
  return [...types, ...callables].sort(
    (a, b) => a.line - b.line || b.endLine - a.endLine || a.path.length - b.path.length,
  )
}

function nested(parts: readonly Part[]): { nodes: TreeNode[]; covered: number } {
  const sizes: number[] = []
  const parents: (number | null)[] = []
  const open: number[] = []
  let covered = 0
  let reached = 0
  for (const [k, part] of parts.entries()) {
    while (open.length > 0 && !holds(parts[open.at(-1)!]!, part)) open.pop()
    const parent = open.at(-1) ?? null
    const all = Math.max(1, part.endLine - part.line + 1)
    if (parent !== null) sizes[parent] = Math.max(0, sizes[parent]! - all)
    sizes.push(all)
    parents.push(parent)
    open.push(k)
    covered += Math.max(0, part.endLine - Math.max(reached, part.line - 1))
    reached = Math.max(reached, part.endLine)
  }
  const nodes = parts.map(({ label, heat, line, about }, k) => ({
    label: chartLabel(label),
    parent: parents[k]!,
    size: sizes[k]!,
    heat,
    line,
    about,
  }))
  return { nodes, covered }
}

/** Two on the same lines hold each other only when their names say so. */
function holds(outer: Part, inner: Part): boolean {
  if (inner.line < outer.line || inner.endLine > outer.endLine) return false
  const same = inner.line === outer.line && inner.endLine === outer.endLine
  return same ? inner.scope === outer.path : true
}
