// Names and values, side by side.
import type { Panel } from '@shoal/base/model/finding'
import { shown } from '../parts/shown.ts'
import { valueText } from './layout/as-table.ts'

export function Facts({ chart }: { readonly chart: Extract<Panel, { kind: 'facts' }> }) {
  return (
    <dl class="chart-facts">
      {chart.rows.map(([label, value], index) => (
        <div key={index}>
          <dt>
            <bdi>{shown(label, 200)}</bdi>
          </dt>
          <dd>
            <bdi>{shown(valueText(value), 1000)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
