// How grave something is, as a word with its colour.
import type { Finding } from '@shoal/base/model/finding'

export function SeverityBadge({ severity, nature }: Pick<Finding, 'severity' | 'nature'>) {
  return nature === 'fact' ? <span class="badge">fact</span> : <span class={`badge is-${severity}`}>{severity}</span>
}
