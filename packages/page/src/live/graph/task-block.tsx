// A block of cells. Drawn again only when one of its own has changed, so that thousands of tasks cost little.

import type { LiveTask } from '@shoal/base/model/live'
import { Component } from 'preact'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { taskPath } from '../route.ts'
import { placeOf, shortName, taskState } from '../wording.ts'
import type { GraphLayout } from './task-layout.ts'

export const BLOCK = 25

export interface TaskBlockProps {
  readonly run: string
  readonly tasks: readonly LiveTask[]
  readonly from: number
  readonly layout: GraphLayout
  /** The one cell that the tab key stops at. */
  readonly stop: number
  readonly open: number | null
}

export class TaskBlock extends Component<TaskBlockProps> {
  override shouldComponentUpdate(next: TaskBlockProps): boolean {
    const { run, tasks, from, layout, stop, open } = this.props
    if (next.run !== run || next.layout !== layout) return true
    const isHere = (index: number | null) => index !== null && index >= from && index < from + BLOCK
    if (next.stop !== stop && (isHere(stop) || isHere(next.stop))) return true
    if (next.open !== open && (isHere(open) || isHere(next.open))) return true
    for (let index = from; index < from + BLOCK; index++) if (tasks[index] !== next.tasks[index]) return true
    return false
  }

  override render({ run, tasks, from, layout, stop, open }: TaskBlockProps) {
    return (
      <g>
        {tasks.slice(from, from + BLOCK).map((task, k) => (
          <Cell
            key={task.id}
            run={run}
            task={task}
            index={from + k}
            layout={layout}
            isStop={from + k === stop}
            isOpen={from + k === open}
          />
        ))}
      </g>
    )
  }
}

interface CellProps {
  readonly run: string
  readonly task: LiveTask
  readonly index: number
  readonly layout: GraphLayout
  readonly isStop: boolean
  readonly isOpen: boolean
}

function Cell({ run, task, index, layout, isStop, isOpen }: CellProps) {
  const { width, height } = layout.cell
  const { x, y } = layout.cells[index]!
  const state = taskState(task)
  const place = placeOf(task) ?? shown(task.subject)
  const name = fitted(shortName(task), Math.floor((width - 26) / 7.3), task.path !== null)
  return (
    <a
      class={isOpen ? 'graph-task is-open' : 'graph-task'}
      href={writeAddress(taskPath(run, task.id))}
      data-task={index}
      // In SVG the name counts as it is written.
      tabindex={isStop ? 0 : -1}
      // What is read must also be heard, for those who say it to a machine.
      aria-label={layout.isNamed ? `${name}: ${state}, ${place}` : `${place}: ${state}`}
      aria-current={isOpen ? 'true' : undefined}
    >
      {layout.isNamed ? (
        <>
          <rect class="graph-box" x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx="4" />
          <rect class={`graph-cell is-${state}`} x={x + 6} y={y + height / 2 - 5} width="10" height="10" rx="2" />
          {mark(state, x + 11, y + height / 2, 3)}
          <text class="graph-name" x={x + 22} y={y + height / 2 + 4}>
            {name}
          </text>
        </>
      ) : (
        <>
          <rect class={`graph-cell is-${state}`} x={x} y={y} width={width} height={height} rx={width > 10 ? 3 : 1.5} />
          {mark(state, x + width / 2, y + height / 2, width / 4)}
        </>
      )}
    </a>
  )
}

/** A cross for what failed: colour alone does not tell. */
function mark(state: ReturnType<typeof taskState>, x: number, y: number, arm: number) {
  if (state !== 'failed') return null
  return (
    <path
      class="graph-cross"
      d={`M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`}
    />
  )
}

/** Its end tells chunks of one file apart, its start tells files apart: the middle goes. */
function fitted(name: string, letters: number, isFile: boolean): string {
  if (name.length <= letters) return name
  const lines = isFile ? name.length - name.lastIndexOf(' ') : 0
  const tail = lines <= letters - 4 ? lines : 0
  return `${name.slice(0, Math.max(1, letters - 1 - tail))}…${name.slice(name.length - tail)}`
}
