// What readers have found so far, the newest first.

import type { LiveFinding, LiveRun } from '@shoal/base/model/live'
import { formatCount } from '@shoal/base/text/printable'
import { useState } from 'preact/hooks'
import { writeAddress } from '../../address.ts'
import { shortPath } from '../../parts/path-parts.ts'
import { SeverityBadge } from '../../parts/severity.tsx'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { findingKey } from '../apply-change.ts'
import { reportPath, taskPath } from '../route.ts'

const STEP = 30
const KINDS = { all: 'Everything', problem: 'Problems', high: 'High only' } as const
type Kind = keyof typeof KINDS

export function FindingsCard({ run }: { readonly run: LiveRun }) {
  const [most, setMost] = useState(STEP)
  const [kind, setKind] = useState<Kind>('all')
  const found = run.findings.filter(finding => isOfKind(finding, kind))
  return (
    <section class="card" aria-labelledby="findings-title">
      <div class="live-card-head">
        <h2 id="findings-title">Findings as they come</h2>
        <label>
          <span class="sr-only">Show</span>
          <select class="field small" value={kind} onChange={event => setKind(event.currentTarget.value as Kind)}>
            {Object.entries(KINDS).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {run.hasReport ? (
        <p class="small muted">
          As readers handed them in. The <a href={writeAddress(reportPath(run.run))}>report</a> has them merged, ordered
          and with their sources.
        </p>
      ) : null}
      {found.length === 0 ? <p class="muted small">Nothing yet.</p> : null}
      <ol class="found-list">
        {found.slice(0, most).map(finding => (
          <FoundItem key={findingKey(finding)} run={run.run} finding={finding} />
        ))}
      </ol>
      {found.length > most ? (
        <button type="button" class="button is-plain small" onClick={() => setMost(most + 100)}>
          Show more
        </button>
      ) : run.findingCount > run.findings.length ? (
        <p class="muted small">
          The newest {formatCount(run.findings.length)} of {formatCount(run.findingCount)}.
        </p>
      ) : null}
    </section>
  )
}

function isOfKind({ nature, severity }: LiveFinding, kind: Kind): boolean {
  return kind === 'all' || (nature === 'problem' && (kind === 'problem' || severity === 'high'))
}

export function FoundItem({ run, finding }: { readonly run: string; readonly finding: LiveFinding }) {
  return (
    <li class="found">
      <SeverityBadge severity={finding.severity} nature={finding.nature} />
      <div class="found-words">
        <p>
          <bdi>
            <Words text={finding.summary} />
          </bdi>{' '}
          {finding.verified ? null : <span class="badge is-medium">not verified</span>}
        </p>
        <p class="small">
          <a
            class="mono"
            href={writeAddress(taskPath(run, finding.task), { line: String(finding.line), path: finding.path })}
          >
            <bdi>{shortPath(finding.path, 60)}</bdi>:{finding.line}
          </a>{' '}
          <code class="found-quote muted">{shown(finding.evidence, 160)}</code>
        </p>
      </div>
    </li>
  )
}
