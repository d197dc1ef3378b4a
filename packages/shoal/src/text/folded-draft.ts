// Findings of one kind about many columns or fields, told as one with all their places.
import type { FindingDraft } from '@shoal/base/model/finding'
import { draftPlaces } from './draft-places.ts'

/** From more than so many on they are one thing to know, not many. */
export const FEW_TO_TELL = 4

export function foldedDraft(
  drafts: readonly FindingDraft[],
  told: Pick<FindingDraft, 'key' | 'summary' | 'topics' | 'stats'>,
): FindingDraft {
  const { column: _column, jsonPath: _path, more: _more, placeTotal: _total, cell: _cell, ...first } = drafts[0]!
  const places = drafts.flatMap(({ line, endLine, evidence, at, cell, more }) => [
    { line, evidence, ...(endLine && { endLine }), ...(at !== undefined && { at }), ...(cell && { cell }) },
    ...(more ?? []),
  ])
  const total = drafts.reduce((sum, draft) => sum + (draft.placeTotal ?? 1 + (draft.more?.length ?? 0)), 0)
  const count = drafts.reduce((sum, draft) => sum + (draft.count ?? 1), 0)
  return { ...first, ...told, count, ...draftPlaces(places, total) }
}
