// One task, opened: what it reads, what it found, what it asked its model, what came of it.

import type { LiveFinding, LiveRun, LiveTask, LiveTaskPage } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { readable } from '@shoal/base/text/prose'
import { useEffect, useRef, useState } from 'preact/hooks'
import { go, useAddress, writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { FailureNote } from '../failure-note.tsx'
import { LongText } from '../long-text.tsx'
import { runPath } from '../route.ts'
import { FoundItem } from '../run/findings-card.tsx'
import { DecisionSaid, PlanDecision, PlanText, type Said } from '../run/plan-decision.tsx'
import { TaskBadge } from '../status-badge.tsx'
import { useLoaded } from '../use-live.ts'
import { taskState } from '../wording.ts'
import { PieceText } from './piece-text.tsx'
import { TaskCalls } from './task-calls.tsx'
import { TaskFacts } from './task-facts.tsx'
import './task.css'

export interface TaskPanelProps {
  readonly run: LiveRun
  readonly task: string
  readonly now: number
}

export function TaskPanel({ run, task, now }: TaskPanelProps) {
  const live = run.taskList.find(({ id }) => id === task)
  // Read again whenever it has moved: results, calls and findings come with its end.
  const { value, failure } = useLoaded<LiveTaskPage>(['runs', run.run, 'tasks', task], {}, moveOf(live))
  const close = () => go(writeAddress(runPath(run.run)))
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const shownTask = live ?? value?.task
  const isReady = shownTask !== undefined
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isReady])
  return (
    <aside class="task-panel card" aria-label="Task" onKeyDown={event => event.key === 'Escape' && close()}>
      <div class="task-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{shown(shownTask?.subject ?? task)}</bdi> {shownTask ? <TaskBadge state={taskState(shownTask)} /> : null}
        </h2>
        <button type="button" class="button small no-print" onClick={close}>
          Close
        </button>
      </div>
      {failure ? <FailureNote failure={failure} /> : null}
      {shownTask ? <TaskFacts run={run} task={shownTask} page={value} now={now} /> : null}
      <DecisionSaid said={said} />
      {value && shownTask ? (
        <Opened run={run.run} page={value} task={shownTask} onSaid={setSaid} />
      ) : failure ? null : (
        <p class="muted small">Reading…</p>
      )}
    </aside>
  )
}

function moveOf(task: LiveTask | undefined): string {
  const { status, attempts, endedAt, approval } = task ?? {}
  return task ? `${status} ${attempts} ${endedAt} ${approval?.status} ${approval?.round}` : ''
}

interface OpenedProps {
  readonly run: string
  readonly page: LiveTaskPage
  readonly task: LiveTask
  readonly onSaid: (said: Said) => void
}

function Opened({ run, page, task, onSaid }: OpenedProps) {
  const { params } = useAddress()
  const quote = quoted(page.findings, params)
  const findingCount = page.findingCount ?? page.findings.length
  return (
    <>
      {page.description === null ? null : <LongText text={page.description} label="Description" />}
      {page.findings.length > 0 ? (
        <section aria-label="Findings of the task">
          <h3>{plural(findingCount, 'finding')}</h3>
          {page.findings.length < findingCount ? (
            <p class="muted small">The first {formatCount(page.findings.length)} of them.</p>
          ) : null}
          <ol class="found-list">
            {page.findings.map(finding => (
              <FoundItem key={finding.id} run={run} finding={finding} />
            ))}
          </ol>
        </section>
      ) : null}
      {page.pieces.length > 0 ? <Pieces run={run} page={page} quote={quote} /> : null}
      <TaskCalls run={run} calls={page.calls} count={page.callCount ?? page.calls.length} />
      {page.approval?.plan == null ? null : (
        <Part title={`Plan, ${page.approval.status}`} isOpen={page.approval.status === 'requested'}>
          <PlanText run={run} page={page} />
          {page.approval.feedback === null ? null : (
            <p class="small">
              {page.approval.status === 'requested' ? 'The one before was sent back: ' : 'Said with the decision: '}
              <bdi>{shown(page.approval.feedback)}</bdi>
            </p>
          )}
          {task.approval?.status === 'requested' ? (
            <PlanDecision run={run} task={task} page={page} onSaid={onSaid} />
          ) : null}
        </Part>
      )}
      {page.result === null ? null : (
        <Part title="Result">
          <LongText text={readable(page.result)} label="Result" />
        </Part>
      )}
      {page.log === null ? null : (
        <Part title="Log">
          <LongText text={page.log} label="Log" />
        </Part>
      )}
    </>
  )
}

function Pieces({ run, page, quote }: { run: string; page: LiveTaskPage; quote: LiveFinding | null }) {
  const { pieces, pieceCount = pieces.length, task } = page
  return (
    <section aria-label="What it reads">
      <h3>What it reads</h3>
      {pieces.length < pieceCount ? (
        <p class="muted small">
          The first {formatCount(pieces.length)} of {plural(pieceCount, 'piece')}.
        </p>
      ) : null}
      {pieces.map((piece, index) => {
        const isOfQuote = quote !== null && quote.path === piece.path && holds(piece, quote.line)
        const isOpen = pieces.length === 1 || isOfQuote || (quote === null && index === 0)
        return (
          // A finding elsewhere opens another piece, and this one anew.
          <details key={`${index} ${isOpen}`} open={isOpen}>
            <summary class="mono small">
              <bdi>{shown(piece.path)}</bdi>{' '}
              <span class="muted">
                {formatCount(piece.startLine)}–{formatCount(piece.endLine)}
              </span>
            </summary>
            <PieceText
              run={run}
              task={task.id}
              piece={piece}
              quote={isOfQuote ? { line: quote.line, text: quote.evidence } : null}
            />
          </details>
        )
      })}
    </section>
  )
}

interface PartProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: preact.ComponentChildren
}

function Part({ title, isOpen = false, children }: PartProps) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** The finding that the address names by its place. */
function quoted(findings: readonly LiveFinding[], params: URLSearchParams): LiveFinding | null {
  const line = Number(params.get('line'))
  const path = params.get('path')
  return findings.find(finding => finding.line === line && finding.path === path) ?? null
}

function holds({ startLine, endLine }: { startLine: number; endLine: number }, line: number): boolean {
  return line >= startLine && line <= endLine
}
