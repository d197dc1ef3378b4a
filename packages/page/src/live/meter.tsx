// How far something has come, as a bar.
import type { Tone } from './wording.ts'

export interface MeterProps {
  /** 0 to 1. */
  readonly share: number
  readonly tone: Tone
  readonly label: string
}

export function Meter({ share, tone, label }: MeterProps) {
  const full = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10
  return (
    <span
      class={`live-meter is-${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(full)}
    >
      <span style={{ width: `${full}%` }} />
    </span>
  )
}
