// What a run would read and cost.
import { BUILT_IN, type LivePlan } from '@shoal/base/model/live'
import { formatBytes, formatCount } from '@shoal/base/text/printable'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'
import { Figure } from './figure.tsx'
import { SkippedFiles } from './skipped-files.tsx'
import { dollars } from './wording.ts'

export interface PlanCardProps {
  readonly plan: LivePlan | null
  /** The form was changed since. */
  readonly isStale: boolean
  /** While another is being made. */
  readonly onTakeBack: (() => void) | null
}

export function PlanCard({ plan, isStale, onTakeBack }: PlanCardProps) {
  return (
    <section class="card plan-card" aria-label="Preview" aria-live="polite">
      <h2>Preview</h2>
      {onTakeBack ? (
        <p>
          Planning: every file is looked at once…{' '}
          <button type="button" class="button small" onClick={onTakeBack}>
            Take it back
          </button>
        </p>
      ) : plan === null ? (
        <p class="muted">
          What it would read, in how many tasks, and what that would cost. Nothing is sent to a model.
        </p>
      ) : (
        <div class={isStale ? 'is-stale' : ''}>
          {isStale ? <p class="small live-warn">The form has changed since; preview it again.</p> : null}
          <dl class="live-figures plan-figures">
            <Figure label="Files" value={formatCount(plan.files)} note={formatBytes(plan.bytes)} />
            <Figure label="Tasks" value={formatCount(plan.tasks)} note={`read by ${readers(plan)}`} />
            {plan.engine === BUILT_IN ? (
              <Figure label="Cost" value="nothing" note="the built-in analysts call no model" />
            ) : (
              <>
                <Figure label="Input" value={`about ${formatCount(plan.inputTokens)}`} note="tokens" />
                <Figure
                  label="Cost"
                  value={plan.costUsd === null ? 'not known' : `about ${dollars(plan.costUsd)}`}
                  note="an estimate"
                />
              </>
            )}
          </dl>
          {plan.warnings.map(warning => (
            <p key={warning} class="small live-warn">
              <Words text={warning} />
            </p>
          ))}
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col" class="number">
                  Files
                </th>
                <th scope="col" class="number">
                  Size
                </th>
              </tr>
            </thead>
            <tbody>
              {plan.byType.map(({ contentType, files, bytes }) => (
                <tr key={contentType}>
                  <td>{shown(contentType).replaceAll('_', ' ')}</td>
                  <td class="number">{formatCount(files)}</td>
                  <td class="number">{formatBytes(bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <SkippedFiles skipped={plan.skipped} />
        </div>
      )}
    </section>
  )
}

function readers({ engine }: LivePlan): string {
  return engine === BUILT_IN ? 'the built-in analysts' : shown(engine, 80)
}
