// What members said to each other, the newest first.

import type { LiveRun } from '@shoal/base/model/live'
import type { Message } from '@shoal/base/model/message'
import { plural } from '@shoal/base/text/printable'
import { clock } from '@shoal/base/text/times'
import { useState } from 'preact/hooks'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { FailureNote } from '../failure-note.tsx'
import { LongText } from '../long-text.tsx'
import { taskPath } from '../route.ts'
import { useLoaded } from '../use-live.ts'
import { saysNothingFound } from '../wording.ts'

const STEP = 20

export function MessagesCard({ run }: { readonly run: LiveRun }) {
  const [most, setMost] = useState(STEP)
  const [isAll, setAll] = useState(false)
  const telling = run.messages.filter(message => !saysNothingFound(message))
  const hidden = run.messages.length - telling.length
  const listed = isAll ? run.messages : telling
  return (
    <section class="card" aria-labelledby="messages-title">
      <div class="live-card-head">
        <h2 id="messages-title">Messages</h2>
        {hidden > 0 ? (
          <label class="small">
            <input type="checkbox" checked={isAll} onChange={event => setAll(event.currentTarget.checked)} /> Show all,
            also {plural(hidden, 'report')} of no findings
          </label>
        ) : null}
      </div>
      {listed.length === 0 ? <p class="muted small">{hidden > 0 ? 'No others yet.' : 'None yet.'}</p> : null}
      <ol class="messages-list">
        {listed.slice(0, most).map(message => (
          <MessageItem key={message.number} run={run.run} message={message} />
        ))}
      </ol>
      {listed.length > most ? (
        <button type="button" class="button is-plain small" onClick={() => setMost(most + 100)}>
          Show more
        </button>
      ) : null}
    </section>
  )
}

function MessageItem({ run, message }: { readonly run: string; readonly message: Message }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="message small">
      <p class="muted">
        <time dateTime={new Date(message.at).toISOString()}>{clock(message.at)}</time> <bdi>{shown(message.from)}</bdi>{' '}
        to {message.to === null ? 'all' : <bdi>{shown(message.to)}</bdi>}
        {message.task === null ? null : (
          <>
            {' on '}
            <a href={writeAddress(taskPath(run, message.task))}>{shown(message.task)}</a>
          </>
        )}
      </p>
      <p>
        <Words text={message.line} />
      </p>
      {message.hasMore ? (
        <button
          type="button"
          class="button is-plain small live-inline"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'All of it'}
        </button>
      ) : null}
      {isOpen ? <WholeMessage run={run} number={message.number} /> : null}
    </li>
  )
}

function WholeMessage({ run, number }: { readonly run: string; readonly number: number }) {
  const { value, failure } = useLoaded<{ readonly text: string }>(['runs', run, 'messages', number])
  if (failure) return <FailureNote failure={failure} />
  return value ? <LongText text={value.text} label="The whole message" /> : <p class="muted">Reading…</p>
}
