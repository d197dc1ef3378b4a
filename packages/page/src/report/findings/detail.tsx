// One finding, opened: what it says, where it stands in its file, and what is known about it. Beside the list where there
// is room, else over it.

import type { Finding } from '@shoal/base/model/finding'
import { alsoSaidBy, isImported } from '@shoal/base/model/tool-rule'
import { modelName } from '@shoal/base/report/model-words'
import { formatCount } from '@shoal/base/text/printable'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CopyLink } from '../../parts/copy-link.tsx'
import { shown } from '../../parts/shown.ts'
import { useIsNarrow } from '../../parts/use-narrow.ts'
import { Words } from '../../parts/words.tsx'
import type { Row } from './row.ts'
import { RowBadge } from './row-badge.tsx'
import { RowBody } from './row-body.tsx'
import { VerifiedBadge } from './verified-badge.tsx'

export interface DetailProps {
  readonly row: Row
  readonly address: string
  readonly previous: string | null
  readonly next: string | null
  readonly onClose: () => void
}

/** The same as in findings.css. */
const COVERS_LIST_REM = 64

export function FindingDetail({ row, address, previous, next, onClose }: DetailProps) {
  const Frame = useIsNarrow(COVERS_LIST_REM) ? Cover : Beside
  return (
    <Frame onClose={onClose}>
      <header class="detail-head">
        <RowBadge row={row} />
        <span class="badge">{shown(row.kind.replaceAll(/[_-]/g, ' '), 60)}</span>
        {row.verified ? <VerifiedBadge row={row} /> : null}
        <span class="detail-moves no-print">
          <StepLink href={previous} label="Previous" />
          <StepLink href={next} label="Next" />
          <CopyLink address={address} />
          <button type="button" class="button is-plain small" onClick={onClose}>
            Close
          </button>
        </span>
      </header>
      <h3 id="detail-title" tabIndex={-1}>
        <Words text={row.summary} />
      </h3>
      <RowBody key={row.id} row={row} />
      <dl class="detail-facts small">
        {factsOf(row).map(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} value`}>{shown(value)}</dd>,
        ])}
      </dl>
    </Frame>
  )
}

interface FrameProps {
  readonly children: ComponentChildren
  readonly onClose: () => void
}

function Beside({ children, onClose }: FrameProps) {
  return (
    <article
      class="detail card"
      aria-labelledby="detail-title"
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {children}
    </article>
  )
}

/** All else is out of reach until it is closed. */
function Cover({ children, onClose }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="detail card"
      aria-labelledby="detail-title"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}

function StepLink({ href, label }: { readonly href: string | null; readonly label: string }) {
  return href === null ? null : (
    <a class="button is-plain small" href={href}>
      {label}
    </a>
  )
}

function factsOf(row: Row): readonly (readonly [label: string, value: string])[] {
  const { id, by } = row
  const said: readonly (readonly [string, string | undefined])[] =
    row.of === 'rejected' ? [] : [['Said by', by === null ? saidBy(row) : modelName(by)]]
  const facts = [...(row.of === 'finding' ? factsOfFinding(row.finding) : []), ...said, ['Id', id] as const]
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
}

/** Programs here, other scanners, or both. */
function saidBy(row: Row): string {
  if (row.of !== 'finding') return 'built-in analyst'
  const others = alsoSaidBy(row.finding)
  const first = isImported(row.finding) ? `${row.finding.tools![0]!.tool}, imported` : 'built-in analyst'
  return others === '' ? first : `${first}; also ${others}`
}

function factsOfFinding(finding: Finding): readonly (readonly [string, string | undefined])[] {
  const { rule, confidence, scope, column, jsonPath, count, totalRows, placeCount, contentType } = finding
  return [
    ['Content type', contentType.replaceAll('_', ' ')],
    ['Rule', rule && [rule.id, rule.cwe].filter(Boolean).join(', ')],
    ['In', scope],
    ['Column', column],
    ['Path', jsonPath],
    ['Counts', count > 1 ? formatCount(count) : undefined],
    ['Rows', totalRows === undefined ? undefined : formatCount(totalRows)],
    ['Places', placeCount > 1 ? formatCount(placeCount) : undefined],
    ['Confidence', confidence],
  ]
}
