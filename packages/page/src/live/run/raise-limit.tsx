// Goes on with a run that stopped at its limit: what was spent, what the rest may take, and a higher limit.

import type { LiveLimit, LiveRun } from '@shoal/base/model/live'
import { useEffect, useState } from 'preact/hooks'
import { type LiveFailure, postJson } from '../client.ts'
import { FailureNote } from '../failure-note.tsx'
import { Field } from '../field.tsx'
import { asFailure } from '../use-live.ts'
import { limitWords, proposedLimit, readLimit } from './limit-form.ts'
import './raise-limit.css'

export interface RaiseLimitProps {
  readonly run: Pick<LiveRun, 'run'>
  readonly limit: LiveLimit
  readonly isConnected: boolean
}

export function RaiseLimit({ run, limit, isConnected }: RaiseLimitProps) {
  const [typed, setTyped] = useState(() => proposedLimit(limit))
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<LiveFailure | null>(null)
  const read = readLimit(limit, typed)
  const problem = isTried && 'problem' in read ? read.problem : undefined
  // It was resumed, here or elsewhere, and has stopped again.
  const { limit: at, used } = limit
  useEffect(() => {
    setTyped(proposedLimit(limit))
    setTried(false)
    setBusy(false)
  }, [at, used])

  const resume = async () => {
    setTried(true)
    if ('problem' in read || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await postJson(['runs', run.run, 'resume'], read.resume)
    } catch (error) {
      setFailure(asFailure(error))
      setBusy(false)
    }
  }

  return (
    <section class="live-told raise-limit no-print" aria-label="Stopped at its limit">
      <p>{limitWords(limit)}</p>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          resume()
        }}
      >
        <Field
          id="new-limit"
          label={limit.unit === 'tokens' ? 'New limit, in tokens' : 'New limit, in US dollars'}
          hint="For the run as a whole, with what was used so far"
          problem={problem}
        >
          {props => (
            <input
              {...props}
              class="field number"
              inputMode={limit.unit === 'tokens' ? 'numeric' : 'decimal'}
              value={typed}
              onInput={event => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button is-main" disabled={!isConnected || isBusy}>
          {isBusy ? 'Resuming…' : 'Resume'}
        </button>
      </form>
      {failure ? <FailureNote failure={failure} /> : null}
    </section>
  )
}
