// A plan that waits to be decided on: what it is, and the two answers to it.

import type { LiveDecided, LiveDecision, LiveTask, LiveTaskPage } from '@shoal/base/model/live'
import { readable } from '@shoal/base/text/prose'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { type LiveFailure, postJson } from '../client.ts'
import { FailureNote } from '../failure-note.tsx'
import { LongText } from '../long-text.tsx'
import { asFailure } from '../use-live.ts'
import { Command } from './command.tsx'
import { decisionWords } from './standing.ts'
import './plan-decision.css'

/** What came of a decision; it is told where the plan was, which is gone by then. */
export interface Said {
  readonly words: string
  readonly failure: LiveFailure | null
}

export function PlanText({ run, page }: { readonly run: string; readonly page: LiveTaskPage }) {
  const plan = page.approval?.plan
  if (plan == null) return null
  return (
    <>
      <LongText text={readable(plan)} label="Plan" />
      {page.isPlanCut ? (
        <p class="small live-warn">
          This is only the beginning of it. All of it: <Command words={['team', 'task', run, page.task.id]} />
        </p>
      ) : null}
    </>
  )
}

export interface PlanDecisionProps {
  readonly run: string
  readonly task: LiveTask
  /** With the plan that is seen; another one may be on its way. */
  readonly page: LiveTaskPage | null
  readonly onSaid: (said: Said) => void
}

export function PlanDecision({ run, task, page, onSaid }: PlanDecisionProps) {
  const id = useId()
  const [feedback, setFeedback] = useState('')
  const [doing, setDoing] = useState<LiveDecision['decision'] | null>(null)
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const round = page?.approval?.status === 'requested' ? page.approval.round : null
  const isSeen = round !== null && round === task.approval?.round
  const isMissing = isTried && feedback.trim() === ''

  const send = async (decision: LiveDecision['decision']) => {
    if (decision === 'reject' && feedback.trim() === '') {
      setTried(true)
      field.current?.focus()
      return
    }
    setDoing(decision)
    try {
      const body: LiveDecision = { decision, round: round!, feedback: feedback.trim() || null }
      const { isRepeated } = await postJson<LiveDecided>(['runs', run, 'tasks', task.id, 'decision'], body)
      onSaid({ words: decisionWords(task, { decision, isRepeated }), failure: null })
    } catch (error) {
      onSaid({ words: '', failure: asFailure(error) })
    } finally {
      setDoing(null)
    }
  }

  return (
    <form class="plan-decision no-print" onSubmit={event => event.preventDefault()}>
      <label for={id} class="small">
        Remark
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        class="field"
        maxLength={10_000}
        aria-describedby={`${id}-hint`}
        aria-invalid={isMissing}
        value={feedback}
        // It must not close what is around it while somebody writes.
        onKeyDown={event => event.key === 'Escape' && event.stopPropagation()}
        onInput={event => setFeedback(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class={isMissing ? 'small live-bad' : 'small muted'}>
        {isMissing ? 'Say what is wrong with it: a plan is not sent back without' : hintFor(task)}
      </p>
      <div class="plan-decision-buttons">
        <button
          type="button"
          class="button is-main"
          disabled={!isSeen || doing !== null}
          onClick={() => send('approve')}
        >
          {doing === 'approve' ? 'Approving…' : 'Approve'}
        </button>
        <button type="button" class="button" disabled={!isSeen || doing !== null} onClick={() => send('reject')}>
          {doing === 'reject' ? 'Sending it back…' : 'Send it back'}
        </button>
      </div>
    </form>
  )
}

function hintFor({ owner }: LiveTask): string {
  return `Goes to ${owner === null ? 'whoever made the plan' : shown(owner)} with the decision; needed to send it back`
}

/** Stays when what it is about has gone, and takes the focus that was there. */
export function DecisionSaid({ said }: { readonly said: Said | null }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said !== null) note.current?.focus()
  }, [said])
  if (said === null) return null
  return (
    <div ref={note} class="decision-said" tabIndex={-1}>
      {said.failure ? (
        <FailureNote failure={said.failure} />
      ) : (
        <p class="live-told is-good" role="status">
          <Words text={said.words} />
        </p>
      )}
    </div>
  )
}
