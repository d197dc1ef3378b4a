// How grave a row is, or that nobody believes it.
import { SeverityBadge } from '../../parts/severity.tsx'
import { isBelieved, type Row } from './row.ts'

export function RowBadge({ row }: { readonly row: Row }) {
  return isBelieved(row) ? (
    <SeverityBadge severity={row.severity} nature={row.nature} />
  ) : (
    <span class="badge is-high">rejected</span>
  )
}
