// Findings on paper: one below the other with their quotes.
import { formatCount } from '../../../text/printable.ts'
import { SeverityBadge } from '../../parts/severity.tsx'
import { Words } from '../../parts/words.tsx'
import { Quote } from '../quote.tsx'
import type { Row } from './row.ts'

const MOST_PRINTED = 500

export function PrintedFindings({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <>
      {rows.slice(0, MOST_PRINTED).map(row => (
        <div key={row.id} class="printed-one">
          <p>
            <SeverityBadge severity={row.severity} nature={row.nature} /> <Words text={row.summary} />
          </p>
          <Quote path={row.path} line={row.line} quote={row.evidence} context={0} links={false} />
        </div>
      ))}
      {rows.length > MOST_PRINTED ? (
        <p>
          {formatCount(MOST_PRINTED)} of {formatCount(rows.length)} findings are printed: filter them on the screen for
          others.
        </p>
      ) : null}
    </>
  )
}
