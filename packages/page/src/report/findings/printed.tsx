// Findings on paper: one below the other with their quotes.
import { formatCount } from '@shoal/base/text/printable'
import { Words } from '../../parts/words.tsx'
import { Quote } from '../quote.tsx'
import { Objection } from '../sentences.tsx'
import type { Row } from './row.ts'
import { RowBadge } from './row-badge.tsx'
import { Ends, RejectedBody } from './row-body.tsx'

const MOST_PRINTED = 500

export function PrintedFindings({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <>
      {rows.slice(0, MOST_PRINTED).map(row => (
        <div key={row.id} class="printed-one">
          <p>
            <RowBadge row={row} /> <Words text={row.summary} />
          </p>
          {row.of === 'finding' ? (
            <>
              <Quote path={row.path} line={row.line} quote={row.evidence} context={0} links={false} />
              <Objection of={row.finding.objection} />
            </>
          ) : row.of === 'across' ? (
            <Ends cross={row.cross} context={0} />
          ) : (
            <RejectedBody row={row} />
          )}
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
