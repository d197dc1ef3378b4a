// All findings: searched, filtered, listed, and one of them opened.

import type { Finding } from '@shoal/base/model/finding'
import { bySeverity } from '@shoal/base/report/words'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks'
import { go, readAddress, useAddress } from '../../address.ts'
import { Section } from '../../parts/section.tsx'
import { shown } from '../../parts/shown.ts'
import { usePage } from '../context.ts'
import { OnPaper } from '../on-paper.tsx'
import { unlistedOf } from '../unlisted.ts'
import { FindingDetail } from './detail.tsx'
import { type Filter, filterParams, RowIndex, readFilter } from './filter.ts'
import { Filters } from './filters.tsx'
import { PrintedFindings } from './printed.tsx'
import { rowsOf } from './row.ts'
import { FindingsTable } from './table.tsx'
import './findings.css'

export function FindingsSection() {
  const { page, changed } = usePage()
  const { findings, crossFile, rejected } = page.report
  const { params } = useAddress()
  const index = useMemo(() => new RowIndex(rowsOf({ findings, crossFile, rejected })), [findings, crossFile, rejected])
  const key = params.toString()
  const filter = useMemo(() => readFilter(params), [key])
  const chosen = params.get('finding')
  const sifted = filterKey(filter)
  const rows = useMemo(() => index.select(filter), [index, sifted])
  const opened = chosen === null ? undefined : index.rows.find(({ id }) => id === chosen)
  const addressOf = (id: string | null) => changed('findings', { finding: id })
  const onFilter = (change: Partial<Filter>, isTyping = false) => {
    // From the address of this moment, not of the last time this was drawn.
    const now = readFilter(readAddress(location.hash).params)
    go(changed('findings', filterParams({ ...now, ...change })), { replace: isTyping })
  }
  const close = (id: string) => {
    go(addressOf(null))
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus())
  }
  useEscape(opened === undefined ? null : () => close(opened.id))
  const at = opened ? rows.indexOf(opened) : -1
  const printed = useCallback(() => <PrintedFindings rows={rows} />, [rows])
  const unlisted = unlistedOf(page.report)
  const titles = Object.fromEntries(page.report.perType.map(({ contentType, title }) => [contentType, title]))
  return (
    <Section id="findings" title="Findings" note={noteOf([...findings, ...crossFile])}>
      {unlisted > 0 ? (
        <p class="small muted">
          The {formatCount(findings.length)} most important findings are listed; {formatCount(unlisted)} more were
          found.
        </p>
      ) : null}
      <Filters rows={index.rows} filter={filter} listed={rows.length} titles={titles} onFilter={onFilter} />
      <div class={opened ? 'findings is-open no-print' : 'findings no-print'}>
        <FindingsTable
          rows={rows}
          chosen={chosen}
          isCompact={opened !== undefined}
          hasFindings={findings.length + crossFile.length > 0}
          addressOf={addressOf}
          onChoose={id => go(addressOf(id), { replace: true })}
        />
        {opened ? (
          <FindingDetail
            row={opened}
            address={addressOf(opened.id)}
            previous={at > 0 ? addressOf(rows[at - 1]!.id) : null}
            next={at >= 0 && at + 1 < rows.length ? addressOf(rows[at + 1]!.id) : null}
            onClose={() => close(opened.id)}
          />
        ) : chosen === null ? null : (
          <p class="card muted">There is no finding {shown(chosen, 80)} in this report.</p>
        )}
      </div>
      <OnPaper draw={printed} />
    </Section>
  )
}

/** Wherever the focus is, but for fields, which have a use of their own for the key. */
function useEscape(onEscape: (() => void) | null): void {
  const wanted = useRef(onEscape)
  wanted.current = onEscape
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element | null)?.closest?.('input, textarea, select') != null
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping) wanted.current?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function filterKey(filter: Filter): string {
  return JSON.stringify(filter)
}

function noteOf(all: readonly Pick<Finding, 'severity' | 'nature'>[]): string {
  const problems = all.filter(({ nature }) => nature === 'problem')
  const facts = all.length - problems.length
  return [
    problems.length === 0 ? 'no problems' : `${plural(problems.length, 'problem')}: ${bySeverity(problems)}`,
    facts === 0 ? '' : plural(facts, 'fact'),
  ]
    .filter(part => part !== '')
    .join('; ')
}
