// What was asked in a call and what came back, turn by turn.

import type { LiveCallPage } from '@shoal/base/model/live'
import { lookup } from '@shoal/base/model/lookup'
import { shown } from '../../parts/shown.ts'
import { LongText } from '../long-text.tsx'
import { indented } from './json-text.ts'
import './calls.css'

const TITLES: Readonly<Record<string, string>> = {
  system: 'System: who the model is told to be',
  user: 'Asked',
  assistant: 'The model',
  tool: 'A tool answered',
  reply: 'Reply',
  failure: 'Failure',
}

export function CallTurns({ call }: { readonly call: LiveCallPage }) {
  return (
    <div class="call-turns">
      {call.turns.map(({ role, text }, index) => (
        <section key={index} class={role === 'reply' || role === 'failure' ? `call-turn is-${role}` : 'call-turn'}>
          <h3 class="small">{lookup(TITLES, role) ?? shown(role)}</h3>
          <LongText text={role === 'reply' ? indented(text) : text} label={lookup(TITLES, role) ?? shown(role)} />
        </section>
      ))}
      {call.tools.length > 0 ? (
        <p class="small">
          <strong>Tools it could use:</strong> {shown(call.tools.join(', '))}
        </p>
      ) : null}
      {call.schema === null ? null : (
        <details>
          <summary class="small">The schema it had to keep to</summary>
          <LongText text={JSON.stringify(call.schema, null, 2)} label="Schema" />
        </details>
      )}
      {call.verdictJson === null ? null : (
        <details>
          <summary class="small">What was made of the reply</summary>
          <LongText text={JSON.stringify(call.verdictJson, null, 2)} label="What was made of the reply" />
        </details>
      )}
    </div>
  )
}
