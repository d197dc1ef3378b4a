// Starts a run: what to read, what to ask, who reads; and what that would take, before it is started.

import type { LivePlan, LiveStart } from '@shoal/base/model/live'
import { useEffect, useRef, useState } from 'preact/hooks'
import { go, writeAddress } from '../address.ts'
import { shown } from '../parts/shown.ts'
import { type LiveFailure, postJson } from './client.ts'
import { FailureNote } from './failure-note.tsx'
import { Field } from './field.tsx'
import { PlanCard } from './plan-card.tsx'
import { runPath } from './route.ts'
import { readStart, type StartForm } from './start-form.ts'
import { asFailure, type RunList, useLoaded } from './use-live.ts'
import { useTitle } from './use-title.ts'
import './new-run.css'

const EMPTY: StartForm = { paths: '', query: '', model: '', maxCost: '', isBuiltIn: false }

export function NewRunView() {
  const [form, setForm] = useState(EMPTY)
  const [plan, setPlan] = useState<{ readonly key: string; readonly plan: LivePlan } | null>(null)
  const [failure, setFailure] = useState<LiveFailure | null>(null)
  const [busy, setBusy] = useState<'plan' | 'start' | null>(null)
  const [isTried, setTried] = useState(false)
  const list = useLoaded<RunList>(['runs'])
  useTitle('New run')
  const { start, problems } = readStart(form)
  const key = JSON.stringify(form)
  const set = (part: Partial<StartForm>) => setForm({ ...form, ...part })

  const planning = useRef<AbortController | null>(null)
  // The server does not go on with a plan that nobody waits for.
  const takeBack = () => planning.current?.abort()
  useEffect(() => takeBack, [])

  const send = async (what: 'plan' | 'start') => {
    setTried(true)
    if (start === null || busy === 'start' || (busy === 'plan' && what === 'plan')) return
    takeBack()
    const { signal } = (planning.current = new AbortController())
    setBusy(what)
    setFailure(null)
    try {
      if (what === 'plan') setPlan({ key, plan: await postJson<LivePlan>(['plan'], start satisfies LiveStart, signal) })
      else go(writeAddress(runPath((await postJson<{ run: string }>(['runs'], start satisfies LiveStart)).run)))
    } catch (error) {
      if (!signal.aborted) setFailure(asFailure(error))
    } finally {
      if (planning.current?.signal === signal) setBusy(null)
    }
  }

  return (
    <div class="live-page">
      <h1>New run</h1>
      <div class="new-run">
        <form
          class="card new-run-form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            send('start')
          }}
        >
          <StartFields
            form={form}
            cwd={list.value?.cwd ?? null}
            configured={list.value?.model ?? null}
            problems={isTried ? problems : {}}
            onChange={set}
          />
          {failure ? <FailureNote failure={failure} /> : null}
          <div class="new-run-buttons">
            <button
              type="button"
              class="button"
              disabled={busy !== null || start?.asks === true}
              onClick={() => send('plan')}
            >
              Preview
            </button>
            <button type="submit" class="button is-main" disabled={busy === 'start'}>
              {busy === 'start' ? 'Starting…' : 'Start'}
            </button>
          </div>
        </form>
        <PlanCard
          plan={plan?.plan ?? null}
          isStale={plan !== null && plan.key !== key}
          onTakeBack={busy === 'plan' ? takeBack : null}
        />
      </div>
    </div>
  )
}

interface StartFieldsProps {
  readonly form: StartForm
  /** Where paths are seen from; null while that is not known. */
  readonly cwd: string | null
  /** The model that the config file names. */
  readonly configured: string | null
  /** What is wrong with each, once that was tried. */
  readonly problems: Partial<ReturnType<typeof readStart>['problems']>
  readonly onChange: (part: Partial<StartForm>) => void
}

function StartFields({ form, cwd, configured, problems, onChange }: StartFieldsProps) {
  return (
    <>
      <Field
        id="paths"
        label="Files and directories"
        hint={cwd === null ? 'One on each line' : `One on each line, seen from ${shown(cwd, 200)}`}
        problem={problems.paths}
      >
        {props => (
          <textarea
            {...props}
            rows={3}
            class="field mono"
            spellcheck={false}
            placeholder="logs/"
            value={form.paths}
            onInput={event => onChange({ paths: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field id="query" label="Question" hint="Left empty, everything that stands out is told" problem={problems.query}>
        {props => (
          <textarea
            {...props}
            rows={2}
            class="field"
            placeholder="Why did requests fail?"
            value={form.query}
            onInput={event => onChange({ query: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="new-run-pair">
        <Field id="model" label="Model" hint={form.isBuiltIn ? 'None is asked' : modelHint(configured)}>
          {props => (
            <input
              {...props}
              class="field mono"
              disabled={form.isBuiltIn}
              spellcheck={false}
              placeholder="provider:name"
              value={form.model}
              onInput={event => onChange({ model: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          id="cost"
          label="At most, in US dollars"
          hint="The run stops before it costs more"
          problem={problems.maxCost}
        >
          {props => (
            <input
              {...props}
              class="field number"
              disabled={form.isBuiltIn}
              inputMode="decimal"
              placeholder="no limit"
              value={form.maxCost}
              onInput={event => onChange({ maxCost: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <div class="form-field">
        <label>
          <input
            type="checkbox"
            checked={form.asks === true && !form.isBuiltIn}
            disabled={form.isBuiltIn}
            aria-describedby="asks-hint"
            onChange={event => onChange({ asks: event.currentTarget.checked })}
          />{' '}
          Let the model look step by step
        </label>
        <p id="asks-hint" class="small muted">
          It searches, queries and reads where it must, in place of everything being read
        </p>
      </div>
      <div class="form-field">
        <label>
          <input
            type="checkbox"
            checked={form.isBuiltIn}
            aria-describedby="built-in-hint"
            onChange={event => onChange({ isBuiltIn: event.currentTarget.checked })}
          />{' '}
          Built-in analysts only (no model)
        </label>
        <p id="built-in-hint" class="small muted">
          Exact, free, offline{configured === null ? '' : ', whatever the config file names'}
        </p>
      </div>
    </>
  )
}

function modelHint(configured: string | null): string {
  return configured === null
    ? 'Left empty, the built-in analysts read alone: exact, free, offline'
    : `Left empty, ${shown(configured, 80)} reads: the config file names it`
}
