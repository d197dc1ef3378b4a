// One figure with its name, and what there is to say about it.
import { formatCount } from '@shoal/base/text/printable'

export interface FigureProps {
  readonly label: string
  readonly value: string
  readonly note: string
  /** How many of them failed. */
  readonly failed?: number
}

export function Figure({ label, value, note, failed = 0 }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {note === '' ? null : <span class="muted small"> {note}</span>}
        {failed > 0 ? <span class="small live-bad"> {formatCount(failed)} failed</span> : null}
      </dd>
    </div>
  )
}
