// What files say about each other: files as points, findings as lines between them.
import { lookup } from '@shoal/base/model/lookup'
import './cross-graph.css'
import type { CrossFinding } from '@shoal/base/model/report'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { shown } from '../parts/shown.ts'
import type { ChartTable } from './layout/as-table.ts'
import { type CrossTone, crossTones, type Graph, type GraphLink, layGraph, toneOf } from './layout/cross-layout.ts'
import { safeLabel } from './layout/label-text.ts'
import { ChartFrame } from './parts/chart-frame.tsx'
import { Legend } from './parts/legend.tsx'
import { useRoom } from './parts/use-room.ts'

export interface CrossGraphProps {
  readonly crossFile: readonly CrossFinding[]
  /** The one that is looked at, by its place in the list; null for none. */
  readonly chosen: number | null
  readonly onChoose: (index: number) => void
}

const COLOURS: Readonly<Record<CrossTone, string>> = {
  high: 'var(--high)',
  medium: 'var(--medium)',
  low: 'var(--low)',
  fact: 'var(--kind-8)',
}

export function CrossGraph({ crossFile, chosen, onChoose }: CrossGraphProps) {
  const { ref, width } = useRoom()
  const fileCount = useMemo(() => new Set(crossFile.flatMap(({ files }) => files)).size, [crossFile])
  const height = fileCount > 30 ? 520 : fileCount > 10 ? 380 : fileCount > 3 ? 260 : 150
  const graph = useMemo(() => (width === null ? null : layGraph(crossFile, width, height)), [crossFile, width, height])
  const table = useCallback(() => tableOf(crossFile), [crossFile])
  const there = crossTones
    .filter(tone => crossFile.some(cross => toneOf(cross) === tone))
    .map(tone => ({ label: tone, colour: COLOURS[tone] }))
  return (
    <ChartFrame title="What files say about each other" table={table} note={graph ? noteOf(graph) : undefined}>
      <Legend items={there} />
      <div ref={ref} class="cross-graph" style={{ minHeight: `${height}px` }}>
        {graph && width !== null && (
          <Drawing
            {...{ graph, crossFile, chosen, onChoose, width, height }}
            label={wordsOf(graph, crossFile.length)}
          />
        )}
      </div>
    </ChartFrame>
  )
}

interface DrawingProps extends CrossGraphProps {
  readonly graph: Graph
  readonly width: number
  readonly height: number
  readonly label: string
}

function Drawing({ graph, crossFile, chosen, onChoose, width, height, label }: DrawingProps) {
  const lines = useRef<SVGGElement>(null)
  const [stop, setStop] = useState(0)
  const [seen, setSeen] = useState<number | null>(null)
  const chosenLinks = new Set(
    graph.links.flatMap((link, k) => (chosen !== null && link.findings.includes(chosen) ? [k] : [])),
  )
  const lit = new Set(
    [...chosenLinks, ...(seen === null ? [] : [seen])].flatMap(k => {
      const link = graph.links[k]
      return link ? [link.source, link.target] : []
    }),
  )
  /** One line may stand for several findings: each press goes to the next. */
  const choose = (findings: readonly number[]) => {
    const at = chosen === null ? -1 : findings.indexOf(chosen)
    const next = findings[(at + 1) % findings.length]
    if (next !== undefined) onChoose(next)
  }
  const onKeyDown = (event: KeyboardEvent, k: number) => {
    const last = graph.links.length - 1
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: k + 1,
      ArrowDown: k + 1,
      ArrowLeft: k - 1,
      ArrowUp: k - 1,
      Home: 0,
      End: last,
    }
    const next = lookup(steps, event.key)
    if (event.key === 'Enter' || event.key === ' ') choose(graph.links[k]!.findings)
    else if (next !== undefined) {
      const target = Math.max(0, Math.min(last, next))
      setStop(target)
      ;(lines.current?.children[target] as SVGElement | undefined)?.focus()
    } else return
    event.preventDefault()
  }
  const tip = seen === null ? undefined : graph.links[seen]
  return (
    <>
      <svg class="cross-graph-picture" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
        <g ref={lines}>
          {graph.links.map((link, k) => (
            <g
              key={k}
              role="button"
              class={`cross-graph-link is-${link.tone} ${chosenLinks.has(k) ? 'is-chosen' : ''}`}
              // In SVG the name counts as it is written.
              tabindex={k === Math.min(stop, graph.links.length - 1) ? 0 : -1}
              aria-pressed={chosenLinks.has(k)}
              aria-label={linkWords(graph, link, crossFile)}
              onClick={() => choose(link.findings)}
              onKeyDown={event => onKeyDown(event, k)}
              onFocus={() => {
                setStop(k)
                setSeen(k)
              }}
              onBlur={() => setSeen(null)}
              onPointerEnter={() => setSeen(k)}
              onPointerLeave={() => setSeen(null)}
            >
              <line class="cross-graph-reach" {...ends(graph, link)} />
              <line {...ends(graph, link)} stroke-width={Math.min(6, 1.5 + Math.sqrt(link.findings.length - 1))} />
            </g>
          ))}
        </g>
        <g aria-hidden="true">
          {graph.files.map(({ path, x, y, radius, findings }, k) => (
            <circle
              key={path}
              class={`cross-graph-file ${lit.has(k) ? 'is-lit' : ''}`}
              cx={x}
              cy={y}
              r={radius}
              onClick={() => choose(findings)}
            >
              <title>{`${safeLabel(path)}: ${plural(findings.length, 'finding')}`}</title>
            </circle>
          ))}
        </g>
        <g aria-hidden="true" class="cross-graph-names">
          {graph.files.map(({ path, name, label: { x, y, anchor }, isNamed }, k) =>
            isNamed || lit.has(k) ? (
              <text
                key={path}
                class={lit.has(k) ? 'is-lit' : ''}
                x={x}
                y={y}
                text-anchor={anchor}
                dominant-baseline="central"
              >
                {name}
              </text>
            ) : null,
          )}
        </g>
      </svg>
      {tip && <LinkTip graph={graph} link={tip} crossFile={crossFile} />}
    </>
  )
}

interface LinkTipProps {
  readonly graph: Graph
  readonly link: GraphLink
  readonly crossFile: readonly CrossFinding[]
}

const IN_TIP = 3

/** Below the graph: what it is about must be seen. */
function LinkTip({ graph, link, crossFile }: LinkTipProps) {
  return (
    <div class="chart-tip cross-graph-tip" aria-hidden="true">
      <bdi>
        {graph.files[link.source]!.name} – {graph.files[link.target]!.name}
      </bdi>
      {link.findings.slice(0, IN_TIP).map(index => (
        <span key={index} class="muted">
          <bdi>{withNames(crossFile[index]!, graph)}</bdi>
        </span>
      ))}
      {link.findings.length > IN_TIP && <span class="muted">{formatCount(link.findings.length - IN_TIP)} more</span>}
    </div>
  )
}

/** What it says, files by the names that they have in the graph: the whole paths would cover it. */
function withNames({ summary, files }: CrossFinding, graph: Graph): string {
  const names = new Map(graph.files.map(({ path, name }) => [path, name]))
  // The longest first, for one path may be the start of another.
  const paths = files.toSorted((a, b) => b.length - a.length)
  return safeLabel(paths.reduce((text, path) => text.replaceAll(path, names.get(path) ?? path), summary))
}

function ends(graph: Graph, { source, target }: GraphLink) {
  const [a, b] = [graph.files[source]!, graph.files[target]!]
  return { x1: a.x, y1: a.y, x2: b.x, y2: b.y }
}

function linkWords(graph: Graph, { source, target, findings }: GraphLink, crossFile: readonly CrossFinding[]): string {
  const said = findings.length === 1 ? crossFile[findings[0]!]!.summary : plural(findings.length, 'finding')
  return `${safeLabel(graph.files[source]!.path)} and ${safeLabel(graph.files[target]!.path)}: ${safeLabel(said)}`
}

function wordsOf({ files, hidden, single }: Graph, findings: number): string {
  const drawn = plural(findings - hidden.findings - single, 'finding')
  return `Graph of ${drawn} between ${plural(files.length, 'file')}. Arrow keys go from line to line.`
}

function noteOf({ files, hidden, single }: Graph): string | undefined {
  const notes = [
    hidden.files + hidden.findings > 0
      ? `The ${formatCount(files.length)} files with the gravest findings are drawn; ${formatCount(hidden.files)} more and ${plural(hidden.findings, 'finding')} are not.`
      : '',
    single > 0 ? `${plural(single, 'finding')} of one file only ${single === 1 ? 'has' : 'have'} no line.` : '',
  ]
  return notes.filter(note => note !== '').join(' ') || undefined
}

function tableOf(crossFile: readonly CrossFinding[]): ChartTable {
  return {
    columns: ['Files', 'Severity', 'Finding'].map(label => ({ label, isNumber: false })),
    rows: crossFile.slice(0, 500).map(cross => ({
      cells: [cross.files.join(', '), toneOf(cross), shown(cross.summary, 400)],
      place: null,
    })),
    of: crossFile.length,
  }
}
