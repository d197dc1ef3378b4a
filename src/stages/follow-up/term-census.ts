// How often the chunks of some files hold the words of some questions. Every file is read once for all questions; what
// is kept grows with the chunks that hold any of the words, not with the files.
import type { ChunkSpan, FileAbout } from '../../model/analyst.ts'
import type { SourceText } from '../../model/source.ts'
import { bm25, rarity, type TermStatistics } from '../../text/bm25.ts'
import { TermMatcher } from '../../text/term-matcher.ts'
import { walkText } from '../../text/text-lines.ts'
import { type Subject, squeezed } from './subject.ts'

/** Characters that stand close enough together to speak of one thing. */
const WINDOW = 4_096

/** How well a chunk answers to a question. */
export interface Fit {
  readonly path: string
  readonly chunk: ChunkSpan
  readonly score: number
  /** 0 to 1: how much of the question stands close together in it. */
  readonly coverage: number
}

/** A chunk that holds some of the words. Counts are by term of all questions. */
interface Holder {
  readonly path: string
  readonly chunk: ChunkSpan
  readonly counts: Uint32Array
  /** Words that only begin like a term. */
  readonly soft: Uint32Array
  length: number
  /** For each question its terms, as bits, in the name of the file. */
  named: Uint32Array
  /** The same in the window that has most of them, the name included. */
  readonly best: Uint32Array
  /** For each question: it holds one of the names. */
  readonly hasName: boolean[]
}

export class TermCensus {
  private readonly terms: readonly string[]
  private readonly matcher: TermMatcher
  /** For each question the places of its terms among all. */
  private readonly asked: readonly (readonly number[])[]
  private readonly areNamed: boolean
  private readonly holders: Holder[] = []
  private chunks = 0
  private length = 0

  constructor(private readonly subjects: readonly Subject[]) {
    this.terms = [...new Set(subjects.flatMap(({ terms }) => terms))]
    this.matcher = new TermMatcher(this.terms)
    const places = new Map(this.terms.map((term, place) => [term, place]))
    this.asked = subjects.map(({ terms }) => terms.map(term => places.get(term)!))
    this.areNamed = subjects.some(({ names }) => names.length > 0)
  }

  async add(source: SourceText, { path, chunks }: FileAbout, signal: AbortSignal): Promise<void> {
    if (this.terms.length === 0) return
    const { unit } = source.encoding
    for (const chunk of chunks) {
      const holder = this.holderOf(path, chunk)
      const range = {
        start: Math.floor(chunk.startByte / unit),
        end: Math.ceil(chunk.endByte / unit),
        line: chunk.startLine,
      }
      let window: string[] = []
      let size = 0
      const close = (): void => {
        this.count(window.join('\n'), holder)
        window = []
        size = 0
      }
      await walkText(source, range, { signal, onRead: () => {} }, ({ text }) => {
        window.push(text)
        size += text.length
        if (size >= WINDOW) close()
      })
      close()
      this.chunks++
      this.length += holder.length
      if (holder.best.some(bits => bits !== 0)) this.holders.push(holder)
    }
  }

  /** The chunks that hold words of a question, in the order they came. */
  *fits(question: number): Iterable<Fit> {
    const places = this.asked[question]!
    const statistics = this.statistics(places)
    for (const { path, chunk, counts, soft, length, best, hasName } of this.holders) {
      const bits = best[question]!
      if (bits === 0 || !hasName[question]) continue
      const own = places.map((place, k) => (statistics.soft[k] ? soft : counts)[place]!)
      const together = own.map((count, k) => count > 0 && (bits & (1 << k)) !== 0)
      yield { path, chunk, score: bm25(own, length, statistics), coverage: covered(together, statistics) }
    }
  }

  /** What a file is called says what it is about: its name counts as a word of each of its chunks. */
  private holderOf(path: string, chunk: ChunkSpan): Holder {
    const perTerm = () => new Uint32Array(this.terms.length)
    const perQuestion = () => new Uint32Array(this.asked.length)
    const holder: Holder = {
      path,
      chunk,
      counts: perTerm(),
      soft: perTerm(),
      length: 0,
      named: perQuestion(),
      best: perQuestion(),
      hasName: this.subjects.map(({ names }) => names.length === 0),
    }
    this.count(path, holder)
    holder.named = holder.best.slice()
    return holder
  }

  private count(text: string, holder: Holder): void {
    const { counts, soft, length } = this.matcher.count(text)
    holder.length += length
    for (const [place, count] of counts.entries()) {
      holder.counts[place]! += count
      holder.soft[place]! += soft[place]!
    }
    for (const [question, places] of this.asked.entries()) {
      let bits = holder.named[question]!
      for (const [k, place] of places.entries()) if (counts[place]! > 0 || soft[place]! > 0) bits |= 1 << k
      if (bitCount(bits) > bitCount(holder.best[question]!)) holder.best[question] = bits
    }
    if (this.areNamed) this.lookForNames(squeezed(text), holder)
  }

  private lookForNames(text: string, { hasName }: Holder): void {
    for (const [question, { names }] of this.subjects.entries())
      hasName[question] ||= names.some(name => text.includes(name))
  }

  /** Terms that stand nowhere as they are count where words begin alike. */
  private statistics(places: readonly number[]): TermStatistics {
    const holding = (of: 'counts' | 'soft', place: number): number =>
      this.holders.reduce((sum, holder) => sum + (holder[of][place]! > 0 ? 1 : 0), 0)
    const exact = places.map(place => holding('counts', place))
    const soft = exact.map(df => df === 0)
    return {
      terms: places.map(place => this.terms[place]!),
      df: exact.map((df, k) => (soft[k] ? holding('soft', places[k]!) : df)),
      soft,
      passages: this.chunks,
      length: this.length,
    }
  }
}

/**
 * The share of the words, or of the weight of those that stand anywhere at all, whichever is smaller: a word that nobody
 * uses says nothing about who can answer. One word of several in common is chance.
 */
function covered(isHeld: readonly boolean[], { df, passages }: TermStatistics): number {
  const words = isHeld.filter(Boolean).length
  if (words < Math.min(2, isHeld.length)) return 0
  const weights = df.map(count => (count === 0 ? 0 : rarity(count, passages)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const held = weights.reduce((sum, weight, k) => sum + (isHeld[k] ? weight : 0), 0)
  return Math.min(words / isHeld.length, held / all)
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
