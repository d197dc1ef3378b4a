// Unites the tallies of a file's stretches, in order, into the tally of the whole.
import { largest } from '@shoal/base/model/lists'
import { coarsenKey } from '../../../text/log/coarsen.ts'
import { TemplateTally } from '../../../text/log/tally.ts'
import { CellGrid } from '../../../text/timeline/cell-grid.ts'
import { joinOrders } from '../../../text/timeline/order.ts'
import { emptyTally, KEY_CELLS, LADDER_NAMES, LEVEL_CELLS, ladderFields, newLadders } from './empty-tally.ts'
import { keyRow, keyRowOf } from './key-rows.ts'
import { mergeKeys } from './key-stats.ts'
import { mergeListed } from './listing.ts'
import { closeEntry, takeDetails } from './open-entry.ts'
import type { Wants } from './question-filters.ts'
import { LEVELS, type LogTally, type OpenEntry, type WantTally } from './tally.ts'
import { mergeTraces } from './traces.ts'

/** The whole: nothing is open any more, and templates can be mined. */
export interface WholeTally extends LogTally {
  readonly tally: TemplateTally
}

export function mergeTallies(parts: readonly LogTally[], wants: Wants): WholeTally {
  const whole = emptyTally(wants)
  const templates = new TemplateTally()
  for (const part of parts) templates.merge(TemplateTally.from(part.templates))
  const keyGrid = new CellGrid(KEY_CELLS, 1000, cellsIn(parts, 'keyGrid'))
  const levelGrid = new CellGrid(LEVEL_CELLS, 1000, cellsIn(parts, 'levelGrid'))
  const graveGrid = new CellGrid(LEVEL_CELLS, 1000, cellsIn(parts, 'graveGrid'))
  const ladders = newLadders()
  const close = (entry: OpenEntry) => closeEntry(whole, whole.keys.get(coarsenKey(entry.key, templates.step))!, entry)
  for (const part of parts) {
    // The lines with which a stretch opens belong to the entry that the stretch before left open.
    if (whole.open && part.lead) takeDetails(whole, whole.open, part.lead)
    else if (part.lead) whole.lead = part.lead
    if (part.open) {
      if (whole.open) close(whole.open)
      whole.open = part.open
    }
    for (const field of ['lines', 'cutLines', 'blank', 'entries', 'timed', 'multiline', 'detailLines'] as const)
      whole[field] += part[field]
    addAll(whole.levels, part.levels)
    mergeKeys(whole.keys, part.keys, templates.step)
    // Coarse keys have no rows over time: how coarse they were on the way would show in them.
    if (templates.step === 0) {
      const numbers = new Map([...whole.keys.keys()].map((key, k) => [key, k]))
      const here = Int32Array.from(part.keys.keys(), key => numbers.get(key)!)
      keyGrid.merge(part.keyGrid, row => {
        const { key, kind } = keyRowOf(row)
        return keyRow(here[key]!, kind)
      })
    }
    levelGrid.merge(part.levelGrid, row => row)
    graveGrid.merge(part.graveGrid, row => row)
    whole.order = joinOrders(whole.order, part.order)
    mergeTraces(whole.traces, part.traces)
    whole.http.requests += part.http.requests
    for (const [status, count] of part.http.statuses)
      whole.http.statuses.set(status, (whole.http.statuses.get(status) ?? 0) + count)
    ladders.failing.merge(part.http.failing)
    ladders.rejected.merge(part.http.rejected)
    ladders.rejectedClients.merge(part.http.rejectedClients)
    ladders.durations.merge(part.http.durations)
    ladders.slow.merge(part.http.slow)
    for (const name of LADDER_NAMES) ladders[name].merge(part[name])
    for (const [k, want] of part.wants.entries()) addWant(whole.wants[k]!, want)
    mergeListed(whole.listed, part.listed)
    addWant(whole.span, part.span)
    for (const [key, count] of part.span.keys) whole.span.keys.set(key, (whole.span.keys.get(key) ?? 0) + count)
  }
  if (whole.open) close(whole.open)
  return {
    ...whole,
    ...ladderFields(ladders, whole.http),
    open: null,
    tally: templates,
    keyGrid: keyGrid.pack(),
    levelGrid: levelGrid.pack(),
    graveGrid: graveGrid.pack(),
  }
}

/** There will hardly be fewer cells than in the largest part. */
function cellsIn(parts: readonly LogTally[], grid: 'keyGrid' | 'levelGrid' | 'graveGrid'): number {
  return largest(
    parts.map(part => part[grid].ids.length),
    0,
  )
}

function addWant(ours: WantTally, theirs: WantTally): void {
  ours.count += theirs.count
  addAll(ours.levels, theirs.levels)
  ours.first ??= theirs.first
  ours.last = theirs.last ?? ours.last
}

function addAll(ours: number[], theirs: readonly number[]): void {
  for (const k of LEVELS.keys()) ours[k]! += theirs[k]!
}
