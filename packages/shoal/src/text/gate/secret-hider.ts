// Secrets stay here: a model is sent placeholders, and what it quotes has the secrets put back before it is checked.
import type { FileAbout } from '@shoal/base/model/analyst'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { Shown } from '@shoal/base/model/shown'
import type { SourceText } from '@shoal/base/model/source'
import { type Stretch, united } from '@shoal/base/secrets/hide-spans'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { findSecrets } from '@shoal/base/secrets/secrets'
import { placesIn } from '@shoal/base/secrets/swept-places'
import { ColumnWatch } from '../secrets/secret-columns.ts'
import { type KnownSweep, type SweepOptions, sweepSecrets } from '../secrets/sweep.ts'

/** The secrets of one file. Never added to: the same file must always be hidden the same way. */
export interface SweptSecrets {
  readonly sweep: KnownSweep
  readonly known: KnownSecrets
  /** The row that names the columns of a table: it promises secrets and holds none. */
  readonly header: string | null
}

/** By the file's own object, so that the chunks of a file share one sweep. In memory only. */
const swept = new WeakMap<FileAbout, Promise<SweptSecrets>>()

export async function secretsOf(
  part: Pick<ReadingPart, 'about' | 'facts' | 'sweep'>,
  source: SourceText,
  signal: AbortSignal,
): Promise<SweptSecrets> {
  const { about, facts } = part
  const sweep = () => sweepFile(part, source, { signal, isTable: facts.delimiter !== undefined })
  const shared = swept.get(about)
  // The sweep of another task ends with that task; then this one sweeps again.
  if (shared) return await shared.catch(sweep)
  const sweeping = sweep()
  swept.set(about, sweeping)
  sweeping.catch(() => swept.delete(about))
  return await sweeping
}

async function sweepFile(
  part: Pick<ReadingPart, 'sweep'>,
  source: SourceText,
  options: SweepOptions,
): Promise<SweptSecrets> {
  const { isTable, signal } = options
  const sweep = await (part.sweep ? part.sweep(isTable, signal) : sweepSecrets(source, options))
  const columns = isTable ? ColumnWatch.of(source) : null
  const eol = String.fromCharCode(source.eol)
  const header = columns && source.text(0, Math.min(source.size, LONGEST_HEADER)).split(eol, 1)[0]!.trimEnd()
  return { sweep: { ...sweep, columns }, known: KnownSecrets.of(sweep), header }
}

/** What was hidden may have hidden a name: then the next round finds what is assigned to it. */
const MOST_ROUNDS = 8
const LONGEST_PLACEHOLDER = 80
const LONGEST_HEADER = 1 << 16
/** Units before a stretch in which what makes a secret may stand. */
const REACH = 16 << 10

/** Placeholders for the secrets of one part, numbered in the order in which they are met. */
export class SecretHider {
  private readonly secrets: string[] = []
  private readonly placeholders = new Map<string, string>()
  private readonly word: string
  private readonly pattern: RegExp

  /** `content` is what may be quoted: no placeholder looks like something that stands there. */
  constructor(
    private readonly swept: SweptSecrets,
    content: string,
  ) {
    let word = 'secret'
    while (content.includes(`[${word} `)) word = `hidden ${word}`
    this.word = word
    this.pattern = new RegExp(`\\[${word} (\\d{1,9})\\]`, 'gi')
  }

  /**
   * A stretch of the file with a placeholder for every secret, wherever it is cut: what stands there is known from the
   * whole file, or of one with very many secrets from what stands before it.
   */
  hideStretch(source: SourceText, { start, end }: Stretch): Shown {
    const { spans, columns, hasMore } = this.swept.sweep
    const text = source.text(start, end)
    const cells = columns ? (columns.inStretch(source, start, end) ?? [{ start: 0, end: text.length }]) : []
    const before = hasMore && start > 0 ? source.text(Math.max(0, start - REACH), start) : ''
    const above = before === '' ? [] : findSecrets(before + text).map(span => moved(span, -before.length))
    return this.replaced(text, [...placesIn(spans, source, { start, end }), ...cells, ...above])
  }

  /** A text of the file with a placeholder for every secret; lines stay lines. It should start at the start of a line. */
  hide(text: string): Shown {
    const { sweep, header } = this.swept
    const cells = (sweep.columns?.inRows(text) ?? []).filter(
      ({ row }) => text.slice(row.start, row.end).trimEnd() !== header,
    )
    return this.replaced(text, cells)
  }

  private replaced(text: string, places: readonly Stretch[]): Shown {
    const { known } = this.swept
    let hidden = text
    const whole = places.map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(text.length, end) }))
    let found: Stretch[] = [...findSecrets(text), ...known.find(text), ...whole.filter(({ start, end }) => start < end)]
    for (let round = 0; found.length > 0 && round < MOST_ROUNDS; round++) {
      const next = this.replace(hidden, found)
      found = [...findSecrets(next), ...known.find(next)].filter(span => !this.touches(next, span))
      hidden = next
    }
    return hidden as Shown
  }

  /** The text with the secrets in place of their placeholders. */
  restore(text: string): string {
    if (this.secrets.length === 0) return text
    return text.replace(this.pattern, (whole, number) => this.secrets[Number(number) - 1] ?? whole)
  }

  private replace(text: string, spans: readonly Stretch[]): string {
    let out = ''
    let from = 0
    for (const { start, end } of united(spans)) {
      // A key goes over many lines, and line numbers must stay true.
      const parts = text.slice(start, end).split(/(\r\n|\n|\r)/)
      const shown = parts.map((part, k) => (k % 2 === 1 || part.trim() === '' ? part : this.placeholder(part)))
      out += text.slice(from, start) + shown.join('')
      from = end
    }
    return out + text.slice(from)
  }

  private placeholder(secret: string): string {
    let placeholder = this.placeholders.get(secret)
    if (placeholder === undefined) {
      placeholder = `[${this.word} ${this.secrets.push(secret)}]`
      this.placeholders.set(secret, placeholder)
    }
    return placeholder
  }

  /** A placeholder stands where a secret stood, and so looks like one. */
  private touches(text: string, { start, end }: Stretch): boolean {
    const from = Math.max(0, start - LONGEST_PLACEHOLDER)
    const around = text.slice(from, end + LONGEST_PLACEHOLDER)
    return [...around.matchAll(this.pattern)].some(
      ({ 0: { length }, index }) => from + index < end && from + index + length > start,
    )
  }
}

function moved({ start, end }: Stretch, by: number): Stretch {
  return { start: start + by, end: end + by }
}
