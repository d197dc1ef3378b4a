// All the places of one finding, as its draft states them.
import { type FindingDraft, MOST_PLACES_IN_A_FILE, type PlaceDraft } from '@shoal/base/model/finding'

type Placed = Pick<FindingDraft, 'line' | 'evidence' | 'endLine' | 'at' | 'cell' | 'more' | 'placeTotal'>

/**
 * The first is the one that the finding is shown with. `total` says how many there are where the list is not whole; places
 * with nothing to quote count, and are not listed.
 */
export function draftPlaces(places: readonly PlaceDraft[], total = places.length): Placed {
  const [first, ...others] = places
  const more = others.filter(({ evidence }) => evidence.trim() !== '').slice(0, MOST_PLACES_IN_A_FILE - 1)
  return {
    ...first!,
    ...(more.length > 0 && { more }),
    ...(total > 1 + more.length && { placeTotal: total }),
  }
}
