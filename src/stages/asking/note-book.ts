// The gate of an asking model: what it may note, and what it may answer with. A note rests on quotes that stand in the files and on
// results of tools; a sentence of the answer rests on notes. What does not pass gets a complaint that says what would.
import type { AskNote, AskQuote, AskStep } from '../../model/asking.ts'
import { plural } from '../../text/printable.ts'
import { isTellingQuote, saysWhy, sharesWords, unfoundedNumbers } from './claim-words.ts'

/** Looks quotes up where they are said to stand; the line of one that stands elsewhere is put right. */
export interface QuoteFinder {
  /** Null when it stands nowhere in that file; a text says why it cannot be looked up. */
  find(quote: AskQuote, signal: AbortSignal): Promise<AskQuote | { readonly why: string }>
}

/** A claim as the model hands it in. */
export interface ClaimDraft {
  readonly claim: string
  readonly quotes: readonly AskQuote[]
  readonly results: readonly string[]
}

export interface SentenceDraft {
  readonly text: string
  readonly cites: readonly string[]
  readonly quotes: readonly AskQuote[]
  readonly results: readonly string[]
}

type Verdict<T> = { readonly kept: T } | { readonly complaints: readonly string[] }

export class NoteBook {
  readonly notes: AskNote[] = []
  private readonly results = new Map<string, string>()

  constructor(
    private readonly question: string,
    private readonly finder: QuoteFinder,
  ) {}

  /** Keeps what a tool said, under an id that notes may cite. */
  addResult(text: string): string {
    const id = `R${this.results.size + 1}`
    this.results.set(id, text)
    return id
  }

  /** The same claim with the same proof is the same note. */
  async note(draft: ClaimDraft, signal: AbortSignal): Promise<Verdict<AskNote>> {
    const claim = draft.claim.trim()
    const results = [...new Set(draft.results)]
    const complaints: string[] = []
    const unknown = results.filter(id => !this.results.has(id))
    if (unknown.length > 0) complaints.push(`there is no result ${unknown.join(', ')}${this.known('R')}`)
    const quotes: AskQuote[] = []
    for (const quote of draft.quotes) {
      const found = isTellingQuote(quote.quote)
        ? await this.finder.find(quote, signal)
        : { why: `"${quote.quote}" is too common to show anything: quote more of the line` }
      if ('why' in found) complaints.push(found.why)
      else quotes.push(found)
    }
    if (draft.quotes.length + results.length === 0)
      complaints.push('it rests on nothing: give quotes (path, line, words of the line) or results (R1, R2 …)')
    if (complaints.length > 0) return { complaints }
    complaints.push(...this.claimFaults(claim, quotes, results))
    if (complaints.length > 0) return { complaints }
    const same = this.notes.find(
      note => note.claim === claim && JSON.stringify([note.quotes, note.results]) === JSON.stringify([quotes, results]),
    )
    const note = same ?? { id: `N${this.notes.length + 1}`, claim, isCause: saysWhy(claim), quotes, results }
    if (!same) this.notes.push(note)
    return { kept: note }
  }

  /** A sentence that cites nothing but brings proof of its own becomes a note as well. */
  async sentence(draft: SentenceDraft, signal: AbortSignal): Promise<Verdict<{ text: string; cites: string[] }>> {
    const { text, quotes, results } = draft
    const cites = [...new Set(draft.cites.filter(id => !this.results.has(id)))]
    // A result may be cited as well as a note: it is proof of the sentence itself.
    const cited = [...new Set([...results, ...draft.cites.filter(id => this.results.has(id))])]
    const unknown = cites.filter(id => this.named(id) === undefined)
    if (unknown.length > 0) return { complaints: [`there is no note ${unknown.join(', ')}${this.known('N')}`] }
    if (quotes.length + cited.length > 0) {
      const own = await this.note({ claim: text, quotes, results: cited }, signal)
      if ('complaints' in own && cites.length === 0) return own
      if ('kept' in own && !cites.includes(own.kept.id)) cites.push(own.kept.id)
    }
    if (cites.length === 0) return { complaints: ['it cites no note and brings no proof'] }
    const notes = cites.map(id => this.named(id)!)
    const complaints = this.numberFaults(text, this.restsOn(notes))
    if (saysWhy(text) && !notes.some(({ isCause }) => isCause) && proofs(notes) < 2) complaints.push(WHY_NEEDS_MORE)
    return complaints.length > 0 ? { complaints } : { kept: { text: text.trim(), cites } }
  }

  /** The words that some notes rest on: quotes, what tools said, and the notes themselves. */
  restsOn(notes: readonly AskNote[]): string[] {
    return notes.flatMap(({ claim, quotes, results }) => [claim, ...this.proofTexts(quotes, results)])
  }

  resultText(id: string): string | null {
    return this.results.get(id) ?? null
  }

  named(id: string): AskNote | undefined {
    return this.notes.find(note => note.id === id)
  }

  private claimFaults(claim: string, quotes: readonly AskQuote[], results: readonly string[]): string[] {
    const restsOn = this.proofTexts(quotes, results)
    const faults = this.numberFaults(claim, restsOn)
    const isAbout = sharesWords(claim, [...restsOn, ...quotes.map(({ path }) => path)])
    if (!isAbout) faults.push('nothing it rests on speaks of what it says: name in the claim what the quote shows')
    if (saysWhy(claim) && quotes.length + results.length < 2) faults.push(WHY_NEEDS_MORE)
    return faults
  }

  private numberFaults(text: string, restsOn: readonly string[]): string[] {
    const numbers = unfoundedNumbers(text, [...restsOn, this.question])
    if (numbers.length === 0) return []
    const [they, stand] = numbers.length === 1 ? ['it', 'stands'] : ['they', 'stand']
    return [
      `${numbers.slice(0, 5).join(', ')} ${stand} in nothing it rests on: quote the line where ${they} ${stand}, or have sql or run work ${they === 'it' ? 'it' : 'them'} out and cite the result`,
    ]
  }

  private proofTexts(quotes: readonly AskQuote[], results: readonly string[]): string[] {
    return [
      ...quotes.map(({ path, line, quote }) => `${path}:${line} ${quote}`),
      ...results.map(id => this.results.get(id) ?? ''),
    ]
  }

  private known(kind: 'N' | 'R'): string {
    const count = kind === 'N' ? this.notes.length : this.results.size
    const what = kind === 'N' ? 'note' : 'result'
    return count === 0
      ? `; there is no ${what} yet`
      : `; there ${count === 1 ? 'is' : 'are'} ${plural(count, what)}, ${kind}1 to ${kind}${count}`
  }
}

const WHY_NEEDS_MORE =
  'it says why something happened: rest it on at least two things, one that shows the cause and one that shows the effect'

function proofs(notes: readonly AskNote[]): number {
  return new Set(
    notes.flatMap(({ quotes, results }) => [...quotes.map(({ path, line }) => `${path}\0${line}`), ...results]),
  ).size
}

/** As a reader checks it. */
export function proofLines(note: AskNote, steps: readonly AskStep[]): string[] {
  const quoted = note.quotes.map(({ path, line, quote }) => `${path}:${line}  ${quote}`)
  const worked = note.results.map(id => {
    const step = steps.find(({ result }) => result === id)
    return step ? `${id} ${step.tool} ${JSON.stringify(step.input)}` : id
  })
  return [...quoted, ...worked]
}
