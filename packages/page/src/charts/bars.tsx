// Bars in a table: names of any length stay readable, and the numbers need no second view.
import type { Panel } from '@shoal/base/model/finding'
import { formatCount } from '@shoal/base/text/printable'
import { isPath } from '../parts/path-parts.ts'
import { PathText } from '../parts/path-text.tsx'
import { shown } from '../parts/shown.ts'
import { placeBars } from './layout/bar-places.ts'
import { PATH_LENGTH } from './layout/column-kinds.ts'
import { numberText, shareText, styleShare } from './layout/number-text.ts'

const MOST = 200

export function Bars({ chart }: { readonly chart: Extract<Panel, { kind: 'bars' }> }) {
  const rows = chart.rows.slice(0, MOST)
  const total = chart.total ?? 0
  const places = placeBars(rows, total)
  const hasNotes = rows.some(({ note }) => note)
  return (
    <>
      <table class="chart-bars">
        <thead class="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            {total > 0 && <th scope="col">Share</th>}
            {hasNotes && <th scope="col">Note</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, value, text, note }, index) => {
            const { left, width, isBelow, isRest } = places[index]!
            return (
              <tr key={index}>
                <th scope="row">
                  {isPath(label) ? (
                    <PathText path={label} most={PATH_LENGTH} />
                  ) : (
                    <bdi>{label === '' ? '(empty)' : shown(label, 300)}</bdi>
                  )}
                  {isRest ? null : (
                    <span class="chart-bar">
                      <span
                        class={isBelow ? 'is-below' : ''}
                        style={{ marginLeft: styleShare(left), width: styleShare(width) }}
                      />
                    </span>
                  )}
                </th>
                <td class="number">{text === undefined ? numberText(value) : shown(text, 60)}</td>
                {total > 0 && <td class="number muted">{shareText(value / total)}</td>}
                {hasNotes && <td class="muted">{note && <bdi>{shown(note, 200)}</bdi>}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      {chart.rows.length > MOST && (
        <p class="chart-note">
          {formatCount(MOST)} of {formatCount(chart.rows.length)} rows
        </p>
      )}
    </>
  )
}
