// One finding, opened: what it says, where it stands in its file, and what is known about it.
import { useEffect, useRef } from 'preact/hooks'
import type { Finding, Panel } from '../../../model/finding.ts'
import type { CrossFinding } from '../../../model/report.ts'
import { modelName } from '../../../stages/report/model-words.ts'
import { formatCount, plural } from '../../../text/printable.ts'
import { ChartView } from '../../charts/chart.tsx'
import { CopyLink } from '../../parts/copy-link.tsx'
import { SeverityBadge } from '../../parts/severity.tsx'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { Quote } from '../quote.tsx'
import type { Row, RowRejected } from './row.ts'

export interface DetailProps {
  readonly row: Row
  readonly address: string
  readonly previous: string | null
  readonly next: string | null
  readonly onClose: () => void
}

const CONTEXT = 3
const PLACES_SHOWN = 4

export function FindingDetail({ row, address, previous, next, onClose }: DetailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // On a narrow screen it covers the list, so that is where reading goes on.
  useEffect(() => {
    if (matchMedia('(max-width: 64rem)').matches) heading.current?.focus()
  }, [row.id])
  return (
    <article class="detail card" aria-labelledby="detail-title">
      <header class="detail-head">
        {row.of === 'rejected' ? (
          <span class="badge is-high">rejected</span>
        ) : (
          <SeverityBadge severity={row.severity} nature={row.nature} />
        )}
        <span class="badge">{shown(row.kind.replaceAll(/[_-]/g, ' '), 60)}</span>
        {row.verified ? <span class="badge is-good">{row.of === 'across' ? 'quotes' : 'quote'} verified</span> : null}
        <span class="detail-moves no-print">
          <StepLink href={previous} label="Previous" />
          <StepLink href={next} label="Next" />
          <CopyLink address={address} />
          <button type="button" class="button is-plain small" onClick={onClose}>
            Close
          </button>
        </span>
      </header>
      <h3 id="detail-title" ref={heading} tabIndex={-1}>
        <Words text={row.summary} />
      </h3>
      {row.of === 'finding' ? <FindingBody finding={row.finding} /> : null}
      {row.of === 'across' ? <Ends evidence={row.cross.evidence} /> : null}
      {row.of === 'rejected' ? <RejectedBody row={row} /> : null}
      <dl class="detail-facts small">
        {factsOf(row).map(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} value`}>{shown(value)}</dd>,
        ])}
      </dl>
    </article>
  )
}

function FindingBody({ finding }: { readonly finding: Finding }) {
  const { path, line, evidence, places, placeCount, rule, panel, distribution } = finding
  const others = places.slice(1, PLACES_SHOWN)
  const unlisted = placeCount - 1 - others.length
  return (
    <>
      <Quote path={path} line={line} quote={evidence} context={CONTEXT} links={false} />
      {others.map((place, k) => (
        <Quote key={k} path={place.path} line={place.line} quote={place.evidence} context={0} links={false} />
      ))}
      {unlisted > 0 ? <p class="small muted">and {plural(unlisted, 'more place')}</p> : null}
      {rule ? (
        <div class="detail-rule">
          <h4>{shown(rule.title)}</h4>
          <p>
            <Words text={rule.explanation} />
          </p>
        </div>
      ) : null}
      {panel ? <ChartView chart={panel} path={path} /> : null}
      {distribution && !panel ? <ChartView chart={distributionOf(distribution)} /> : null}
    </>
  )
}

function Ends({ evidence }: { readonly evidence: CrossFinding['evidence'] }) {
  return (
    <>
      {evidence.slice(0, PLACES_SHOWN).map((end, k) => (
        <Quote key={k} {...end} context={1} />
      ))}
      {evidence.length > PLACES_SHOWN ? (
        <p class="small muted">and {plural(evidence.length - PLACES_SHOWN, 'more place')}</p>
      ) : null}
    </>
  )
}

function RejectedBody({ row }: { readonly row: RowRejected }) {
  return (
    <>
      <p class="mono small">
        {shown(row.path)}:{row.line}
      </p>
      <pre class="detail-quote mono small">{shown(row.evidence)}</pre>
      <p class="detail-rejected">
        {shown(row.reason)}: it is part of no figure of this report, and nobody believes it.
      </p>
    </>
  )
}

function StepLink({ href, label }: { readonly href: string | null; readonly label: string }) {
  return href === null ? null : (
    <a class="button is-plain small" href={href}>
      {label}
    </a>
  )
}

function distributionOf(shares: readonly { readonly value: string; readonly count: number }[]): Panel {
  return { kind: 'bars', title: 'How often', rows: shares.map(({ value, count }) => ({ label: value, value: count })) }
}

function factsOf(row: Row): readonly (readonly [label: string, value: string])[] {
  const { id, by } = row
  const said: readonly (readonly [string, string | undefined])[] =
    row.of === 'rejected' ? [] : [['Said by', by === null ? 'built-in analyst' : modelName(by)]]
  const facts = [...(row.of === 'finding' ? factsOfFinding(row.finding) : []), ...said, ['Id', id] as const]
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
}

function factsOfFinding(finding: Finding): readonly (readonly [string, string | undefined])[] {
  const { rule, confidence, scope, column, jsonPath, count, totalRows, placeCount, contentType } = finding
  return [
    ['Content type', contentType.replaceAll('_', ' ')],
    ['Rule', rule && [rule.id, rule.cwe].filter(Boolean).join(', ')],
    ['In', scope],
    ['Column', column],
    ['Path', jsonPath],
    ['Counts', count > 1 ? formatCount(count) : undefined],
    ['Rows', totalRows === undefined ? undefined : formatCount(totalRows)],
    ['Places', placeCount > 1 ? formatCount(placeCount) : undefined],
    ['Confidence', confidence],
  ]
}
