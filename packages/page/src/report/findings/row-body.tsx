// What stands behind a row: the lines that are quoted, with other places, the rule and the figures.
import type { Finding, Panel } from '@shoal/base/model/finding'
import type { CrossFinding } from '@shoal/base/model/report'
import { ChartView } from '../../charts/chart.tsx'
import { Boundary } from '../../parts/boundary.tsx'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { Quote } from '../quote.tsx'
import { Objection } from '../sentences.tsx'
import { MorePlaces } from './more-places.tsx'
import type { Row, RowRejected } from './row.ts'

const CONTEXT = 3
const PLACES_SHOWN = 4

export function RowBody({ row }: { readonly row: Row }) {
  if (row.of === 'finding') return <FindingBody finding={row.finding} />
  return row.of === 'across' ? <Ends cross={row.cross} context={1} /> : <RejectedBody row={row} />
}

function FindingBody({ finding }: { readonly finding: Finding }) {
  const { path, line, evidence, places, placeCount, rule, panel, distribution, objection, results = [] } = finding
  const others = places.slice(1, PLACES_SHOWN)
  const more = places.slice(PLACES_SHOWN).map(place => ({ ...place, quote: place.evidence }))
  const chart = panel ?? (distribution ? distributionOf(distribution) : null)
  return (
    <>
      <Quote path={path} line={line} quote={evidence} context={CONTEXT} links={false} />
      {others.map((place, k) => (
        <Quote key={k} path={place.path} line={place.line} quote={place.evidence} context={1} links={false} />
      ))}
      <MorePlaces places={more} total={placeCount - 1 - others.length} />
      {results.map(({ asked }, k) => (
        <p key={k} class="small mono">
          <Words text={`Worked out by ${asked}`} />
        </p>
      ))}
      <Objection of={objection} />
      {rule ? (
        <div class="detail-rule">
          <h4>{shown(rule.title)}</h4>
          <p>
            <Words text={rule.explanation} />
          </p>
        </div>
      ) : null}
      {chart ? (
        <Boundary what="The chart">
          <ChartView chart={chart} path={path} />
        </Boundary>
      ) : null}
    </>
  )
}

/** Every end of a link between files. */
export function Ends({ cross, context }: { readonly cross: CrossFinding; readonly context: number }) {
  const { evidence, evidenceCount = evidence.length, objection } = cross
  return (
    <>
      {evidence.slice(0, PLACES_SHOWN).map((end, k) => (
        <Quote key={k} {...end} context={context} />
      ))}
      <MorePlaces places={evidence.slice(PLACES_SHOWN)} total={evidenceCount - PLACES_SHOWN} />
      <Objection of={objection} />
    </>
  )
}

/** Shown as words: it has no line. */
export function RejectedBody({ row }: { readonly row: RowRejected }) {
  return (
    <>
      <p class="mono small">
        {shown(row.path)}, said to be at line {row.line}
      </p>
      <pre class="detail-quote mono small">{shown(row.evidence)}</pre>
      <p class="detail-rejected">
        <Words text={row.reason} />: it is part of no figure of this report, and nobody believes it.
      </p>
    </>
  )
}

function distributionOf(shares: readonly { readonly value: string; readonly count: number }[]): Panel {
  return { kind: 'bars', title: 'How often', rows: shares.map(({ value, count }) => ({ label: value, value: count })) }
}
