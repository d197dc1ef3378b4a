// The list of findings: a table of which only the rows in sight are drawn. Arrow keys go from one to the next.

import { lookup } from '@shoal/base/model/lookup'
import { placeName } from '@shoal/base/report/places'
import { formatCount } from '@shoal/base/text/printable'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { PathText } from '../../parts/path-text.tsx'
import { useIsNarrow } from '../../parts/use-narrow.ts'
import { Words } from '../../parts/words.tsx'
import type { Row } from './row.ts'
import { RowBadge } from './row-badge.tsx'
import { useVirtualRows } from './virtual-rows.ts'

export interface TableProps {
  readonly rows: readonly Row[]
  readonly chosen: string | null
  /** There is little room: places stand below what was found. */
  readonly isCompact: boolean
  /** There are findings, listed or not. */
  readonly hasFindings: boolean
  /** The address of one. */
  readonly addressOf: (id: string) => string
  readonly onChoose: (id: string) => void
}

const NARROW_REM = 48
const ROW_HEIGHT = { wide: 54, compact: 78 } as const

export function FindingsTable({ rows, chosen, isCompact, hasFindings, addressOf, onChoose }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef<string | null>(null)
  const isNarrow = useIsNarrow(NARROW_REM)
  const rowHeight = ROW_HEIGHT[isCompact || isNarrow ? 'compact' : 'wide']
  const virtual = useVirtualRows(box, rows.length, rowHeight)
  const at = chosen === null ? -1 : rows.findIndex(({ id }) => id === chosen)
  const { scrollTo } = virtual
  useEffect(() => {
    if (at >= 0) scrollTo(at)
  }, [chosen, rows])
  useLayoutEffect(() => {
    if (wantsFocus.current === null) return
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wantsFocus.current)}"]`)
    if (!link) return
    wantsFocus.current = null
    link.focus({ preventScroll: true })
  })
  const step = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const focused = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    const from = focused === undefined ? at : rows.findIndex(({ id }) => id === focused)
    const to = lookup(
      {
        ArrowDown: from + 1,
        ArrowUp: from - 1,
        PageDown: Math.max(0, from) + virtual.page,
        PageUp: from - virtual.page,
        Home: 0,
        End: rows.length - 1,
      },
      event.key,
    )
    const next = to === undefined ? undefined : rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    wantsFocus.current = next.id
    onChoose(next.id)
  }
  if (rows.length === 0)
    return <p class="card muted">{hasFindings ? 'No finding is like that.' : 'Nothing was found in what was read.'}</p>
  // One stop for the Tab key; arrows go on from there.
  const stop = at >= virtual.from && at < virtual.to ? at : Math.min(virtual.firstInSight, rows.length - 1)
  const hasPlaces = !isCompact && !isNarrow
  const columns = isNarrow ? 1 : hasPlaces ? 4 : 3
  return (
    // It scrolls with its rows, so that it is no stop of its own, which some browsers would make it.
    <div class="findings-box" ref={box} tabIndex={-1} onKeyDown={step}>
      <table class="findings-table" aria-rowcount={rows.length + 1} aria-label="Findings">
        <thead>
          <tr aria-rowindex={1}>
            {isNarrow ? null : (
              <th scope="col" class="findings-severity">
                Severity
              </th>
            )}
            <th scope="col">Finding</th>
            {hasPlaces ? (
              <th scope="col" class="findings-where">
                Place
              </th>
            ) : null}
            {isNarrow ? null : (
              <th scope="col" class="findings-count number">
                Count
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {virtual.above > 0 ? <Gap height={virtual.above} columns={columns} /> : null}
          {rows.slice(virtual.from, virtual.to).map((row, k) => (
            <tr
              key={row.id}
              aria-rowindex={virtual.from + k + 2}
              aria-current={row.id === chosen ? 'true' : undefined}
              class={row.id === chosen ? 'findings-row is-chosen' : 'findings-row'}
              style={{ height: `${rowHeight}px` }}
            >
              {isNarrow ? null : (
                <td>
                  <RowBadge row={row} />
                </td>
              )}
              <td class="findings-summary">
                <a href={addressOf(row.id)} data-row={row.id} tabIndex={virtual.from + k === stop ? 0 : -1}>
                  <Words text={row.summary} most={400} />
                </a>
                {hasPlaces ? null : (
                  <span class="findings-below">
                    {isNarrow ? <RowBadge row={row} /> : null}
                    <PlaceOf row={row} most={isNarrow ? 28 : 60} />
                  </span>
                )}
              </td>
              {hasPlaces ? (
                <td>
                  <PlaceOf row={row} most={44} />
                </td>
              ) : null}
              {isNarrow ? null : <td class="number small">{row.count > 1 ? formatCount(row.count) : ''}</td>}
            </tr>
          ))}
          {virtual.below > 0 ? <Gap height={virtual.below} columns={columns} /> : null}
        </tbody>
      </table>
    </div>
  )
}

function PlaceOf({ row, most }: { readonly row: Row; readonly most: number }) {
  const others =
    row.of === 'across' ? row.cross.evidence.length - 1 : row.of === 'finding' ? row.finding.placeCount - 1 : 0
  return (
    <span class="findings-place mono small" title={placeName(row)}>
      <PathText path={placeName(row)} most={most} />
      {others > 0 ? ` (+${formatCount(others)})` : ''}
    </span>
  )
}

function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} class="findings-gap" style={{ height: `${height}px` }} />
    </tr>
  )
}
