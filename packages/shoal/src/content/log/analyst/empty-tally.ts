// A tally of nothing, and the bounds within which tallies grow.
import { CellGrid } from '../../../text/timeline/cell-grid.ts'
import { emptyOrder } from '../../../text/timeline/order.ts'
import { coarserAddress, coarserName, coarserNumber, coarserPath, LadderCounts } from './ladder-counts.ts'
import type { Wants } from './question-filters.ts'
import { type HttpTally, LEVELS, type LogTally, type WantTally } from './tally.ts'

/** Cells of the grids over time: some ten megabytes at most. */
export const KEY_CELLS = 2 ** 18
export const LEVEL_CELLS = 2 ** 15
const MOST_NAMES = 5000
const MOST_ADDRESSES = 20_000

export function newLadders() {
  return {
    failing: new LadderCounts(MOST_NAMES, coarserPath),
    rejected: new LadderCounts(MOST_NAMES, coarserPath),
    rejectedClients: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    durations: new LadderCounts(MOST_ADDRESSES, coarserNumber),
    slow: new LadderCounts(MOST_NAMES, coarserPath),
    components: new LadderCounts(MOST_NAMES, coarserName),
    hosts: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    denied: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    deniedUsers: new LadderCounts(MOST_ADDRESSES, coarserName),
    addresses: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    users: new LadderCounts(MOST_ADDRESSES, coarserName),
    levelComponents: new LadderCounts(MOST_NAMES, coarserName),
    levelHosts: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    levelAddresses: new LadderCounts(MOST_ADDRESSES, coarserAddress),
    levelUsers: new LadderCounts(MOST_ADDRESSES, coarserName),
  }
}

/** The counts that a tally keeps by the names of their ladders; those of requests stand with the requests. */
export const LADDER_NAMES = [
  'components',
  'hosts',
  'denied',
  'deniedUsers',
  'addresses',
  'users',
  'levelComponents',
  'levelHosts',
  'levelAddresses',
  'levelUsers',
] as const

type Ladders = ReturnType<typeof newLadders>

/** The fields of a tally that ladders fill. */
export function ladderFields(
  ladders: Ladders,
  http: Pick<HttpTally, 'requests' | 'statuses'>,
): Pick<LogTally, (typeof LADDER_NAMES)[number] | 'http'> {
  return {
    http: {
      ...http,
      failing: ladders.failing.data(),
      rejected: ladders.rejected.data(),
      rejectedClients: ladders.rejectedClients.data(),
      durations: ladders.durations.data(),
      slow: ladders.slow.data(),
    },
    components: ladders.components.data(),
    hosts: ladders.hosts.data(),
    denied: ladders.denied.data(),
    deniedUsers: ladders.deniedUsers.data(),
    addresses: ladders.addresses.data(),
    users: ladders.users.data(),
    levelComponents: ladders.levelComponents.data(),
    levelHosts: ladders.levelHosts.data(),
    levelAddresses: ladders.levelAddresses.data(),
    levelUsers: ladders.levelUsers.data(),
  }
}

export function emptyTally(wants: Wants): LogTally {
  const none = () => LEVELS.map(() => 0)
  const nothing = (): WantTally => ({ count: 0, levels: none(), first: null, last: null })
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
    graveGrid: grid,
    order: emptyOrder(),
    traces: { step: 0, stats: new Map() },
    ...ladderFields(newLadders(), { requests: 0, statuses: new Map() }),
    wants: wants.words.map(nothing),
    listed: wants.listing && { ...wants.listing, count: 0, byLevel: none(), spots: [] },
    span: { ...nothing(), keys: new Map() },
    lead: null,
    open: null,
  }
}
