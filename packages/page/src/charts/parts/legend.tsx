// What colours mean.

export interface LegendItem {
  readonly label: string
  readonly colour: string
  readonly note?: string
}

export function Legend({ items }: { readonly items: readonly LegendItem[] }) {
  return (
    <ul class="chart-legend">
      {items.map(({ label, colour, note }) => (
        <li key={label}>
          <span class="chart-swatch" style={{ background: colour }} />
          <bdi>{label}</bdi>
          {note !== undefined && <span class="muted"> {note}</span>}
        </li>
      ))}
    </ul>
  )
}

/** From little to much, with its ends named. */
export function ScaleLegend({
  kind,
  from,
  to,
  label,
}: {
  kind: 'heat' | 'diverge'
  from: string
  to: string
  label: string
}) {
  return (
    <p class="chart-legend">
      <bdi>{label}</bdi>
      <span class="chart-ends">
        <span>{from}</span>
        <span class={`chart-scale is-${kind}`} />
        <span>{to}</span>
      </span>
    </p>
  )
}
