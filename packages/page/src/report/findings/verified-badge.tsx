// That the quotes of a row were verified: still so where they are seen to stand, else when the files were read.
import { excerptAt } from '../../source/excerpt.ts'
import { usePage } from '../context.ts'
import type { Row } from './row.ts'

export function VerifiedBadge({ row }: { readonly row: Row }) {
  const { excerpts } = usePage().page
  const places = row.of === 'across' ? row.cross.evidence : [{ path: row.path, line: row.line, quote: row.evidence }]
  const [noun, when] = places.length > 1 ? ['quotes', 'when they were read'] : ['quote', 'when it was read']
  return places.every(place => excerptAt(excerpts, place) !== null) ? (
    <span class="badge is-good">{noun} verified</span>
  ) : (
    <span class="badge">
      {noun} verified {when}
    </span>
  )
}
