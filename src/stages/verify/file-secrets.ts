// The secrets of one file as the gate knows them: what a sweep found, what names give away, what quoted lines hold.
import type { SourceText } from '../../model/source.ts'
import type { Spot } from '../../text/quotes/search.ts'
import { KnownSecrets } from '../../text/secrets/known.ts'
import type { SecretSweep } from '../../text/secrets/sweep.ts'
import { findSecrets } from '../../text/secrets.ts'

/** A line is looked at so far to both sides of a quote. */
const REACH = 4096

export class FileSecrets {
  readonly known: KnownSecrets

  constructor(private readonly sweep: Pick<SecretSweep, 'values' | 'hasMore' | 'columns'>) {
    this.known = new KnownSecrets(sweep.values)
  }

  /** Looks at the whole lines of quotes where the sweep could not list every secret. */
  learn(spots: readonly (Spot | null)[], source: SourceText): void {
    const { hasMore, columns } = this.sweep
    if (!hasMore && !columns) return
    for (const spot of spots) {
      if (!spot) continue
      const text = linesAround(spot, source)
      for (const { start, end } of findSecrets(text)) this.known.add(text.slice(start, end))
      for (const { value } of columns?.inRows(text) ?? []) this.known.add(value)
    }
  }
}

function linesAround({ offset, text }: Spot, source: SourceText): string {
  const from = Math.max(0, offset - REACH)
  const start = from + source.bytes(from, offset).lastIndexOf(source.eol) + 1
  const behind = Math.min(source.size, offset + text.length)
  const end = source.bytes(behind, Math.min(source.size, behind + REACH)).indexOf(source.eol)
  return source.text(start, end < 0 ? Math.min(source.size, behind + REACH) : behind + end)
}
