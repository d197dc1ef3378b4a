// A question that a model answers step by step: the answer or what there is of it, what is noted, what is open, and every step.
import type { AskNote, AskProgress, AskQuote, AskStep } from '@shoal/base/model/asking'
import type { LiveAsking, LiveRun } from '@shoal/base/model/live'
import { inputText } from '@shoal/base/report/input-text'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { serverAddress } from '../client.ts'
import { FailureNote } from '../failure-note.tsx'
import { RunFigures } from '../run/run-figures.tsx'
import { useLoaded } from '../use-live.ts'
import { dollars } from '../wording.ts'
import './ask.css'

export function AskView({ run }: { readonly run: LiveRun }) {
  const { completed, inProgress } = run.tasks
  const { value, failure } = useLoaded<LiveAsking>(
    ['runs', run.run, 'asking'],
    {},
    `${completed} ${inProgress} ${run.status}`,
  )
  if (value === null) return failure ? <FailureNote failure={failure} /> : <p class="muted">Reading the steps…</p>
  return (
    <div class="run-view">
      <RunFigures run={run} />
      <Answer run={run} asking={value} />
      <div class="run-columns">
        <Steps run={run} asking={value} />
        <div class="run-side ask-side">
          <Notes asking={value} />
          <Rivals asking={value} />
        </div>
      </div>
    </div>
  )
}

interface Asked {
  readonly asking: LiveAsking
}

function Answer({ run, asking: { report } }: Asked & { readonly run: LiveRun }) {
  if (report === null) return null
  const { sentences, missing, rival, stopped, status } = report
  return (
    <section class="card" aria-labelledby="ask-answer">
      <div class="live-card-head">
        <h2 id="ask-answer">
          {status === 'answered' ? 'Answer' : status === 'partial' ? 'Answer, in part' : 'No answer'}
        </h2>
        <a class="button small no-print" href={serverAddress(['runs', run.run, 'answer.html'])} download>
          Download as one file
        </a>
      </div>
      {sentences.map(({ text, cites, objection }, k) => (
        <p key={k}>
          <bdi>
            <Words text={text} />
          </bdi>{' '}
          <span class="muted small">{cites.join(', ')}</span>
          {objection === null ? null : <Said label="The sceptic objects" text={objection} />}
        </p>
      ))}
      {stopped === null ? null : <Said label="It ended early" text={stopped} />}
      {rival === null ? null : <Said label="Another explanation fits as well" text={rival} />}
      {missing.map((one, k) => (
        <Said key={k} label="Missing" text={one} />
      ))}
    </section>
  )
}

/** The newest at the end, where the next will be. */
function Steps({ run, asking: { turns, working } }: Asked & { readonly run: LiveRun }) {
  const isAtWork = run.status === 'running'
  return (
    <section class="card" aria-labelledby="ask-steps">
      <h2 id="ask-steps">Steps</h2>
      <ol class="ask-turns">
        {turns.map((turn, k) => (
          <Turn key={turn.number} turn={turn} before={turns[k - 1]?.usage.costUsd ?? 0} />
        ))}
      </ol>
      {isAtWork || turns.length === 0 ? (
        <p class="muted small" aria-live="polite">
          {!isAtWork
            ? 'Nothing was asked yet.'
            : working === null
              ? 'The model thinks…'
              : `Now: ${shown(working, 200)}`}
        </p>
      ) : null}
    </section>
  )
}

/** `before`: what was spent until then. */
function Turn({ turn, before }: { readonly turn: AskProgress; readonly before: number }) {
  const { said, steps, notes, refused, sceptic, usage } = turn
  const isBare = said === '' && steps.length + notes.length + refused.length === 0 && sceptic === null
  return (
    <li class="ask-turn">
      <span class="muted small ask-cost">
        {usage.costUsd === null ? '' : dollars(Math.max(0, usage.costUsd - before))}
      </span>
      {isBare ? <span class="small">answered</span> : null}
      {said === '' ? null : (
        <p class="small muted">
          <bdi>{shown(said, 300)}</bdi>
        </p>
      )}
      {steps.map(step => (
        <Step key={step.number} step={step} />
      ))}
      {notes.map(({ id, claim }) => (
        <Said key={id} label={`Noted ${id}`} text={claim} />
      ))}
      {refused.map((text, k) => (
        <Said key={k} label="Refused" text={text} />
      ))}
      {sceptic === null ? null : sceptic.objections.length === 0 ? (
        <Said label="The sceptic" text="nothing against it" />
      ) : (
        sceptic.objections.map(({ sentence, why }) => (
          <Said key={sentence} label={`The sceptic, of sentence ${sentence}`} text={why} />
        ))
      )}
      {sceptic?.rival ? <Said label="Fits as well" text={sceptic.rival} /> : null}
    </li>
  )
}

function Step({ step }: { readonly step: AskStep }) {
  return (
    <details class="ask-step">
      <summary>
        <b>{shown(step.tool, 40)}</b> <code class="mono small">{inputText(step).slice(0, 300)}</code>{' '}
        <span class="small muted">
          {step.result ?? 'refused'}: {shown(step.text.split('\n').join(' · '), 140)}
        </span>
      </summary>
      <pre class="mono small">
        {step.text
          .split('\n')
          .map(line => shown(line))
          .join('\n')}
      </pre>
    </details>
  )
}

function Notes({ asking: { turns, report } }: Asked) {
  const notes = report?.notes ?? turns.flatMap(turn => turn.notes)
  return (
    <section class="card" aria-labelledby="ask-notes">
      <h2 id="ask-notes">Notes</h2>
      {notes.length === 0 ? <p class="muted small">None yet.</p> : null}
      {notes.map(note => (
        <Note key={note.id} note={note} />
      ))}
    </section>
  )
}

function Note({ note: { id, claim, quotes, results } }: { readonly note: AskNote }) {
  return (
    <div class="ask-note">
      <p>
        <span class="muted small">{id}</span>{' '}
        <bdi>
          <Words text={claim} />
        </bdi>{' '}
        <span class="muted small">{results.join(', ')}</span>
      </p>
      {quotes.map((quote, k) => (
        <Quote key={k} quote={quote} />
      ))}
    </div>
  )
}

function Quote({ quote: { path, line, quote } }: { readonly quote: AskQuote }) {
  return (
    <p class="small">
      <span class="mono">
        <bdi>{shown(path, 120)}</bdi>:{line}
      </span>{' '}
      <code class="muted">{shown(quote, 300)}</code>
    </p>
  )
}

/** As the model named them last. */
function Rivals({ asking: { turns, report } }: Asked) {
  const rivals = turns.findLast(turn => turn.rivals !== null)?.rivals
  if (report !== null || !rivals?.length) return null
  return (
    <section class="card" aria-labelledby="ask-rivals">
      <h2 id="ask-rivals">Still open</h2>
      <ul>
        {rivals.map(rival => (
          <li key={rival}>
            <bdi>{shown(rival)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Said({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <span class="ask-said small">
      <b>{label}:</b>{' '}
      <bdi>
        <Words text={text} />
      </bdi>
    </span>
  )
}
