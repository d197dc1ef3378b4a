// A tally of nothing, and the bounds within which tallies grow.
import { CellGrid } from '../../../text/timeline/cell-grid.ts'
import { emptyOrder } from '../../../text/timeline/order.ts'
import { coarserAddress, coarserName, coarserNumber, coarserPath, LadderCounts } from './ladder-counts.ts'
import { LEVELS, type LogTally, type WantTally } from './tally.ts'
import type { Wants } from './wants.ts'

/** Cells of the grids over time: some ten megabytes at most. */
export const KEY_CELLS = 2 ** 18
export const LEVEL_CELLS = 2 ** 15
const MOST_NAMES = 5000
const MOST_ADDRESSES = 20_000

export function newLadders() {
  return {
    failing: new LadderCounts(MOST_NAMES, coarserPath),
    durations: new LadderCounts(MOST_ADDRESSES, coarserNumber),
    components: new LadderCounts(MOST_NAMES, coarserName),
    hosts: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    denied: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    deniedUsers: new LadderCounts(MOST_ADDRESSES, coarserName),
    addresses: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    users: new LadderCounts(MOST_ADDRESSES, coarserName),
  }
}

export function emptyTally(wants: Wants): LogTally {
  const none = () => LEVELS.map(() => 0)
  const nothing = (): WantTally => ({ count: 0, levels: none(), first: null, last: null })
  const ladder = () => ({ step: 0, values: new Map() })
  const grid = new CellGrid(1).pack()
  return {
    lines: 0,
    cutLines: 0,
    blank: 0,
    entries: 0,
    timed: 0,
    multiline: 0,
    detailLines: 0,
    levels: none(),
    templates: { keys: [], counts: [] },
    keys: new Map(),
    keyGrid: grid,
    levelGrid: grid,
    order: emptyOrder(),
    traces: { step: 0, stats: new Map() },
    http: { requests: 0, statuses: new Map(), failing: ladder(), durations: ladder() },
    components: ladder(),
    hosts: ladder(),
    denied: ladder(),
    deniedUsers: ladder(),
    addresses: ladder(),
    users: ladder(),
    wants: wants.words.map(nothing),
    span: { ...nothing(), keys: new Map() },
    lead: null,
    open: null,
  }
}
