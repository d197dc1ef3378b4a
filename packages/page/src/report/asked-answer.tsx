// An answer out of relations: the figure, how the question was read, and what speaks against it; below it the rows, the picture
// that fits them, and the SQL.

import type { AskedStatus } from '@shoal/base/model/asked'
import { askedChart } from '@shoal/base/report/asked-chart'
import type { AskedView } from '@shoal/base/report/asked-view'
import { useMemo } from 'preact/hooks'
import { ChartView } from '../charts/chart.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'
import { AskedRows } from './asked-table.tsx'
import { Sentences } from './sentences.tsx'
import './asked-answer.css'

const STATUS: Readonly<Record<AskedStatus, readonly [name: string, tone: string]>> = {
  answered: ['answered', 'good'],
  partial: ['answered in part', 'medium'],
  unanswered: ['not answered', 'medium'],
}

export function StatusBadge({ status }: { readonly status: AskedStatus }) {
  const [name, tone] = STATUS[status] ?? STATUS.unanswered
  return <span class={`badge is-${tone}`}>{name}</span>
}

export function AskedWords({ view }: { readonly view: AskedView }) {
  const { headline, status, readAs, doubts, rest } = view
  return (
    <>
      <p class={headline.length <= LARGE ? 'asked-headline is-large' : 'asked-headline'}>
        <bdi>{shown(headline)}</bdi>
      </p>
      <p class="asked-reading">
        <StatusBadge status={status} />{' '}
        {readAs === null ? null : (
          <>
            <span class="muted">Read as:</span> <Words text={`${readAs}.`} />
          </>
        )}
      </p>
      {doubts.length > 0 ? (
        <ul class="asked-doubts">
          {doubts.map((doubt, k) => (
            <li key={k}>
              <Words text={doubt} />
            </li>
          ))}
        </ul>
      ) : null}
      {rest === '' ? null : <Sentences text={rest} />}
    </>
  )
}

/** A figure, and not a sentence. */
const LARGE = 48

export function AskedData({ view: { table, readAs } }: { readonly view: AskedView }) {
  const chart = useMemo(() => askedChart(table), [table])
  if (!table) return null
  return (
    <div class={chart ? 'asked-data' : 'asked-data is-alone'}>
      <div class="card">
        <AskedRows table={table} title={shown(readAs ?? 'rows of the answer', 300)} />
      </div>
      {chart ? (
        <div class="card">
          <ChartView chart={chart} />
        </div>
      ) : null}
    </div>
  )
}

export function AskedSql({ sql }: { readonly sql: readonly string[] }) {
  if (sql.length === 0) return null
  return (
    <details class="card asked-sql">
      <summary>
        <h3>SQL</h3> <span class="muted small">what was asked of the data, for shoal sql</span>
      </summary>
      {sql.map((one, k) => (
        <CopyText key={k} text={one} what="SQL" />
      ))}
    </details>
  )
}
