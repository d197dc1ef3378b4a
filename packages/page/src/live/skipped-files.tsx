// What a run would leave out, by reason, as `shoal plan` says it; the names of each reason when it is opened.
import type { LiveSkipped, LiveSkipReason } from '@shoal/base/model/live'
import { skippedTotal } from '@shoal/base/report/plan-skipped'
import { formatCount, plural } from '@shoal/base/text/printable'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'

/** Reasons that are seen at once. */
const AT_ONCE = 8
const LONGEST = 300

export function SkippedFiles({ skipped }: { readonly skipped: LiveSkipped }) {
  if (skipped.count === 0) return null
  const first = skipped.reasons.slice(0, AT_ONCE)
  const others = skipped.reasons.slice(AT_ONCE)
  const left = skipped.count - sum(first)
  return (
    <section class="skipped-files small" aria-label="Left out">
      <p>{skippedTotal(skipped.count)} would be left out:</p>
      <Reasons reasons={first} />
      {left > 0 ? (
        <details>
          <summary>
            and {formatCount(left)} for {plural(skipped.reasonCount - first.length, 'other reason')}
          </summary>
          <Reasons reasons={others} />
          {left > sum(others) ? <p class="muted">The rest: {skippedTotal(left - sum(others))}.</p> : null}
        </details>
      ) : null}
    </section>
  )
}

function Reasons({ reasons }: { readonly reasons: readonly LiveSkipReason[] }) {
  return (
    <>
      {reasons.map(({ reason, count, paths }, at) => (
        <details key={at}>
          <summary>
            <span class="skipped-count number">{formatCount(count)}</span>{' '}
            <bdi>
              <Words text={reason} most={LONGEST} />
            </bdi>
          </summary>
          <div class="skipped-paths" role="group" aria-label={`Left out: ${shown(reason, 80)}`} tabIndex={0}>
            <ul>
              {paths.map((one, k) => (
                <li key={k}>
                  <bdi class="mono">{shown(one.path)}</bdi>
                  {one.reason === null ? null : (
                    <>
                      {': '}
                      <bdi class="muted">
                        <Words text={one.reason} most={LONGEST} />
                      </bdi>
                    </>
                  )}
                </li>
              ))}
              {count > paths.length ? <li class="muted">and {formatCount(count - paths.length)} more</li> : null}
            </ul>
          </div>
        </details>
      ))}
    </>
  )
}

function sum(reasons: readonly LiveSkipReason[]): number {
  return reasons.reduce((all, { count }) => all + count, 0)
}
