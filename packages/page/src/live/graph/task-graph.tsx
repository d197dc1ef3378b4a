// The tasks of a run as a graph: stages as columns, tasks as cells with their state, the edges of the one that is looked at.

import type { LiveStage, LiveTask } from '@shoal/base/model/live'
import { lookup } from '@shoal/base/model/lookup'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { shown } from '../../parts/shown.ts'
import { type TaskState, taskState, taskStates } from '../wording.ts'
import { BLOCK, TaskBlock } from './task-block.tsx'
import { TaskGlance } from './task-glance.tsx'
import { edgePath, type GraphLayout, layOut, neighbour, type Step } from './task-layout.ts'
import { TaskList } from './task-list.tsx'
import './graph.css'

export interface TaskGraphProps {
  readonly run: string
  readonly tasks: readonly LiveTask[]
  readonly stages: readonly LiveStage[]
  readonly total: number
  readonly now: number
  /** The task that is open. */
  readonly chosen: string | null
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
}

export function TaskGraph({ run, tasks, stages, total, now, chosen }: TaskGraphProps) {
  const [view, setView] = useState<'graph' | 'list'>('graph')
  return (
    <section class="card" aria-labelledby="tasks-title">
      <div class="live-card-head">
        <h2 id="tasks-title">Tasks</h2>
        <Legend tasks={tasks} />
        <button
          type="button"
          class="button small no-print"
          aria-pressed={view === 'list'}
          onClick={() => setView(view === 'list' ? 'graph' : 'list')}
        >
          As a list
        </button>
      </div>
      {tasks.length < total ? (
        <p class="muted small">
          The first {formatCount(tasks.length)} of {plural(total, 'task')}.
        </p>
      ) : null}
      {view === 'list' ? (
        <TaskList run={run} tasks={tasks} stages={stages} chosen={chosen} />
      ) : (
        <Drawn run={run} tasks={tasks} stages={stages} now={now} chosen={chosen} />
      )}
    </section>
  )
}

function Legend({ tasks }: Pick<TaskGraphProps, 'tasks'>) {
  const counts = new Map<TaskState, number>()
  for (const task of tasks) counts.set(taskState(task), (counts.get(taskState(task)) ?? 0) + 1)
  return (
    <ul class="graph-legend small">
      {taskStates
        .filter(state => counts.has(state))
        .map(state => (
          <li key={state}>
            <svg width="12" height="12" aria-hidden="true">
              <rect class={`graph-cell is-${state}`} x="1" y="1" width="10" height="10" rx="2" />
            </svg>
            {formatCount(counts.get(state)!)} {state}
          </li>
        ))}
    </ul>
  )
}

function Drawn({ run, tasks, stages, now, chosen }: Omit<TaskGraphProps, 'total'>) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const shape = `${stages.length}:${tasks.map(({ stage }) => stage).join()}`
  const layout = useMemo(() => (width === 0 ? null : layOut(tasks, stages, width)), [shape, width])
  const indexOf = useMemo(() => new Map(tasks.map(({ id }, index) => [id, index])), [shape])
  const [hovered, setHovered] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const [stop, setStop] = useState(0)
  const open = chosen === null ? null : (indexOf.get(chosen) ?? null)
  const looked = hovered ?? focused ?? open
  const pointed = hovered ?? focused

  const last = useRef<number | null>(null)
  useEffect(() => {
    const closed = last.current
    last.current = open
    if (open !== null) setStop(open)
    else if (closed !== null && !isElsewhere(document.activeElement)) focusTask(box.current, closed)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = lookup(STEPS, event.key)
    if (!step || !layout || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = neighbour(layout, focused ?? stop, step)
    setStop(next)
    focusTask(box.current, next)
  }

  return (
    <div ref={box} class="graph">
      {layout ? (
        <svg
          class={layout.isNamed ? 'graph-svg is-named' : 'graph-svg'}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          onPointerOver={event => setHovered(taskAt(event.target))}
          onPointerLeave={() => setHovered(null)}
          onFocusIn={event => {
            const at = taskAt(event.target)
            setFocused(at)
            if (at !== null) setStop(at)
          }}
          onFocusOut={() => setFocused(null)}
          onKeyDown={onKeyDown}
        >
          <title>{`Tasks by stage: ${plural(tasks.length, 'task')}; arrow keys go from one to the next`}</title>
          {layout.stages.map(({ x, y, width: each }, index) => (
            <StageTitle key={index} x={x} y={y} width={each} stage={stages[index]} />
          ))}
          {Array.from({ length: Math.ceil(tasks.length / BLOCK) }, (_, block) => (
            <TaskBlock
              key={block}
              run={run}
              tasks={tasks}
              from={block * BLOCK}
              layout={layout}
              stop={Math.min(stop, tasks.length - 1)}
              open={open}
            />
          ))}
          {looked !== null && tasks[looked] ? (
            <Edges layout={layout} tasks={tasks} at={looked} indexOf={indexOf} />
          ) : null}
        </svg>
      ) : null}
      <TaskGlance task={(pointed === null ? null : tasks[pointed]) ?? null} now={now} />
    </div>
  )
}

function StageTitle({ x, y, width, stage }: { x: number; y: number; width: number; stage: LiveStage | undefined }) {
  const most = Math.max(4, Math.floor(width / 7.2))
  return (
    <text class="graph-stage" x={x} y={y + 14}>
      {shown(stage?.title ?? 'Tasks', most)}
    </text>
  )
}

/** From so many on, lines would hide what they lead to: the tasks themselves are outlined. */
const EDGES = 40

/** What it waits for, and what waits for it, in one path: there may be thousands. */
function Edges(props: { layout: GraphLayout; tasks: readonly LiveTask[]; at: number; indexOf: Map<string, number> }) {
  const { layout, tasks, at, indexOf } = props
  const { cells, cell } = layout
  const here = cells[at]!
  const before = tasks[at]!.blockedBy.flatMap(id => indexOf.get(id) ?? [])
  const after = tasks.flatMap(({ blockedBy }, index) => (blockedBy.includes(tasks[at]!.id) ? [index] : []))
  const outline = (index: number) =>
    `M${cells[index]!.x - 0.5} ${cells[index]!.y - 0.5}h${cell.width + 1}v${cell.height + 1}h${-cell.width - 1}z`
  const paths = [
    ...before.map(index => (before.length > EDGES ? outline(index) : edgePath(cells[index]!, here, layout))),
    ...after.map(index => (after.length > EDGES ? outline(index) : edgePath(here, cells[index]!, layout))),
  ]
  return (
    <g class="graph-edges">
      <path d={paths.join('')} />
      <rect class="graph-looked" x={here.x - 2} y={here.y - 2} width={cell.width + 4} height={cell.height + 4} rx="4" />
    </g>
  )
}

/** What had the focus is gone, and nothing else was given it. */
function isElsewhere(active: Element | null): boolean {
  return active !== null && active !== document.body && active.tagName !== 'MAIN'
}

function focusTask(box: HTMLElement | null, index: number): void {
  box?.querySelector<SVGAElement>(`[data-task="${index}"]`)?.focus()
}

function taskAt(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest('[data-task]') : null
  return cell === null ? null : Number(cell.getAttribute('data-task'))
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return width
}
