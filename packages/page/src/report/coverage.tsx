// What all of it rests on: what was read, what was left out, what failed, quote verification and what it cost.
import { rejectedClaims, usageSentence } from '@shoal/base/report/model-words'
import {
  coverageSentence,
  failedByReason,
  inputSentences,
  skippedByReason,
  verificationSentence,
} from '@shoal/base/report/words'
import { formatCount, plural } from '@shoal/base/text/printable'
import { Section } from '../parts/section.tsx'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'
import { usePage } from './context.ts'
import './coverage.css'

const MOST_LISTED = 100

export function CoverageSection() {
  const { page, address } = usePage()
  const { report, shoal, madeAt } = page
  const { coverage, skipped, failed, verification, rejected, warnings, usage } = report
  const left = skippedByReason(skipped)
  const lost = failedByReason(failed)
  const notKept = rejectedClaims(report)
  const changed = Object.values(page.excerpts).filter(({ isChanged }) => isChanged).length
  return (
    <Section id="coverage" title="Coverage, verification and usage">
      <div class="coverage">
        <div class="card">
          <h3>What was read</h3>
          <p>{coverageSentence(coverage, skipped.length)}</p>
          {inputSentences(report.files).map((said, k) => (
            <p key={k}>
              <Words text={said} />
            </p>
          ))}
          <Meter label="lines read" value={coverage.linesRead} max={coverage.lines} />
          <Meter label="tasks completed" value={coverage.tasksCompleted} max={coverage.tasks} />
          {warnings.map((warning, k) => (
            <p key={k} class="coverage-warning">
              <Words text={warning} />
            </p>
          ))}
          {lost.length > 0 ? (
            <>
              <h4>Failed</h4>
              <ul>
                {lost.slice(0, MOST_LISTED).map(({ what, reason }, k) => (
                  <li key={k}>
                    {shown(what)}: <Words text={reason} />
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          {left.length > 0 ? (
            <details>
              <summary>{plural(skipped.length, 'path')} left out</summary>
              <ul>
                {left.slice(0, MOST_LISTED).map(({ reason, count, example }, k) => (
                  <li key={k}>
                    {shown(reason)}: <span class="mono small">{shown(example)}</span>
                    {count > 1 ? ` and ${formatCount(count - 1)} more` : ''}
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
        <div class="card">
          <h3>Quote verification</h3>
          <p>{verificationSentence(verification)}</p>
          <Meter label="quotes verified" value={verification.verified} max={verification.quotes} />
          {changed > 0 ? (
            <p>Verified when they were read: since then {plural(changed, 'quoted file')} changed or disappeared.</p>
          ) : null}
          {rejected.length > 0 ? (
            <p>
              <a href={address('findings', { verified: 'no' })}>
                {plural(rejected.length, 'rejected quote')}, with the reason
              </a>
            </p>
          ) : null}
          {notKept.length > 0 ? (
            <details>
              <summary>{plural(notKept.length, 'sentence')} of models not kept</summary>
              <ul>
                {notKept.slice(0, MOST_LISTED).map(({ text, reason }, k) => (
                  <li key={k}>
                    {shown(text, 400)}{' '}
                    <span class="muted">
                      (<Words text={reason} />)
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
        <div class="card">
          <h3>What it took</h3>
          <p>{usageSentence(report)}</p>
          <dl class="coverage-facts small">
            <dt>Engine</dt>
            <dd>{shown(report.engine)}</dd>
            <dt>Model calls</dt>
            <dd>{formatCount(usage.calls)}</dd>
            <dt>Paid for before</dt>
            <dd>{formatCount(usage.cached)}</dd>
            <dt>Run</dt>
            <dd class="mono">{shown(report.run)}</dd>
            <dt>Made by</dt>
            <dd>
              shoal {shown(shoal)}
              {madeAt === null ? '' : `, ${new Date(madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`}
            </dd>
          </dl>
        </div>
      </div>
    </Section>
  )
}

function Meter({ label, value, max }: { readonly label: string; readonly value: number; readonly max: number }) {
  if (max === 0) return null
  return (
    <p class="coverage-meter small">
      <meter min={0} max={max} value={value} aria-label={label} />
      <span>
        {formatCount(value)} of {formatCount(max)} {label}
      </span>
    </p>
  )
}
