// The gate of an asking model: what it may note, and what it may answer with. A note rests on quotes that stand in the files and on
// results of tools; a sentence of the answer rests on notes. What does not pass gets a complaint that says what would.

import type { AskNote, AskQuote } from '@shoal/base/model/asking'
import { pushAll } from '@shoal/base/model/lists'
import { plural } from '@shoal/base/text/printable'
import { numbersOfPath, withoutFileCounts, withoutLabels, withoutPlaces } from './claim-places.ts'
import { groundsOf, isTellingQuote, saysWhy, timesIn, unfoundedNumbers } from './claim-words.ts'
import { oppositeSaid } from './opposites.ts'

/** A quote where it stands. */
export interface FoundQuote extends AskQuote {
  /** There is no more of the line to be quoted. */
  readonly isWholeLine: boolean
  /** Where it stands, all of it. */
  readonly said: string
}

/** Looks quotes up where they are said to stand; the line of one that stands elsewhere is put right. */
export interface QuoteFinder {
  find(quote: AskQuote, signal: AbortSignal): Promise<FoundQuote | { readonly why: string }>
}

/** What a claim is to rest on, as the model hands it in. */
export interface ProofDraft {
  readonly quotes: readonly AskQuote[]
  readonly results: readonly string[]
}

export interface ClaimDraft extends ProofDraft {
  readonly claim: string
}

export interface SentenceDraft extends ProofDraft {
  readonly text: string
  /** Ids of notes; of results too, which then are proof of the sentence itself. */
  readonly cites: readonly string[]
}

/** What a tool said, and to what. */
export interface KeptResult {
  readonly id: string
  /** `sql SELECT …`. */
  readonly asked: string
  readonly text: string
  /** What of it proves a number: all, unless it says otherwise. */
  readonly proof: string
}

type Verdict<T> = { readonly kept: T } | { readonly complaints: readonly string[] }

export class NoteBook {
  readonly notes: AskNote[] = []
  private readonly results = new Map<string, KeptResult>()

  constructor(
    private readonly question: string,
    private readonly finder: QuoteFinder,
  ) {}

  /** Keeps what a tool said, under an id that notes may cite. */
  addResult(text: string, asked = '', id = `R${this.results.size + 1}`): string {
    this.results.set(id, { id, asked, text, proof: this.hasModelsWords(asked) ? '' : proofIn(text, asked) })
    return id
  }

  /** What code prints of a model's words is not told from what it found; and variables stay from one piece of code to the next. */
  private hasModelsWords(asked: string): boolean {
    const ran = [...[...this.results.values()].map(one => one.asked), asked].filter(one => one.startsWith('run '))
    return asked.startsWith('run ') && ran.some(one => /\bllm\b/.test(one))
  }

  result(id: string): KeptResult | null {
    return this.results.get(id) ?? null
  }

  named(id: string): AskNote | undefined {
    return this.notes.find(note => note.id === id)
  }

  /** A note that passed before, perhaps in another process. */
  restore(note: AskNote): void {
    this.notes.push(note)
  }

  async note(draft: ClaimDraft, signal: AbortSignal): Promise<Verdict<AskNote>> {
    const claim = draft.claim.trim()
    const proof = await this.proofOf(draft, signal)
    if ('complaints' in proof) return proof
    const { quotes, results } = proof.kept
    if (quotes.length + results.length === 0)
      return { complaints: ['it rests on nothing: give quotes (path, line, words of the line) or results (R1, R2 …)'] }
    const { numbers, areOfIt } = this.groundsIn(claim, [{ quotes, results }])
    const complaints = this.numberFaults(numbers)
    if (!areOfIt) complaints.push('nothing it rests on speaks of what it says: name in the claim what the quote shows')
    pushAll(complaints, oppositeFaults(claim, [{ quotes, results }]))
    if (saysWhy(claim) && quotes.length + results.length < 2) complaints.push(WHY_NEEDS_MORE)
    return complaints.length > 0 ? { complaints } : { kept: this.keep(claim, quotes, results) }
  }

  /** It rests on its notes and on what it brings itself, together. What it brings becomes a note. */
  async sentence(draft: SentenceDraft, signal: AbortSignal): Promise<Verdict<{ text: string; cites: string[] }>> {
    const text = draft.text.trim()
    const cites = [...new Set(draft.cites.filter(id => !this.results.has(id)))]
    const unknown = cites.filter(id => this.named(id) === undefined)
    if (unknown.length > 0) return { complaints: [`there is no note ${unknown.join(', ')}${this.known('N')}`] }
    const own = { quotes: draft.quotes, results: [...draft.results, ...draft.cites.filter(id => this.results.has(id))] }
    const proof = await this.proofOf(own, signal)
    if ('complaints' in proof) return proof
    const { quotes, results } = proof.kept
    const brings = quotes.length + results.length > 0
    if (cites.length === 0 && !brings) return { complaints: ['it cites no note and brings no quote or result'] }
    const notes = cites.map(id => this.named(id)!)
    const { numbers, areOfIt } = this.groundsIn(text, [...notes, { quotes, results }])
    const complaints = this.numberFaults(numbers)
    if (!areOfIt) complaints.push('nothing it rests on speaks of what it says')
    pushAll(complaints, oppositeFaults(text, [...notes, { quotes, results }]))
    const isCaused = notes.some(({ isCause }) => isCause)
    if (saysWhy(text) && !isCaused && proofsOf([...notes, { quotes, results }]) < 2) complaints.push(WHY_NEEDS_MORE)
    if (complaints.length > 0) return { complaints }
    return { kept: { text, cites: brings ? [...cites, this.keep(text, quotes, results, true).id] : cites } }
  }

  /** The same claim with the same proof is the same note. */
  private keep(claim: string, quotes: readonly AskQuote[], results: readonly string[], isOfSentence = false): AskNote {
    const proof = JSON.stringify([quotes, results])
    const same = this.notes.find(note => note.claim === claim && JSON.stringify([note.quotes, note.results]) === proof)
    if (same) return same
    const id = `N${this.notes.length + 1}`
    const note = {
      id,
      claim,
      isCause: saysWhy(claim),
      quotes,
      results,
      ...(isOfSentence && { isOfSentence: true as const }),
    }
    this.notes.push(note)
    return note
  }

  private async proofOf(draft: ProofDraft, signal: AbortSignal): Promise<Verdict<ProofDraft>> {
    const results = [...new Set(draft.results)]
    const complaints: string[] = []
    const unknown = results.filter(id => !this.results.has(id))
    if (unknown.length > 0) complaints.push(`there is no result ${unknown.join(', ')}${this.known('R')}`)
    const quotes: AskQuote[] = []
    for (const given of draft.quotes) {
      // Lines are shown behind their numbers, and copied with them.
      const found = await this.finder.find({ ...given, quote: given.quote.replace(/^\d+\| ?/, '') }, signal)
      if ('why' in found) complaints.push(found.why)
      else if (!found.isWholeLine && !isTellingQuote(found.quote))
        complaints.push(`"${found.quote}" is too common to show anything: quote more of the line`)
      else {
        const { path, line, quote, said } = found
        const [time] = timesIn(said)
        quotes.push({ path, line, quote, ...(time !== undefined && !quote.includes(time) && { time }) })
      }
    }
    return complaints.length > 0 ? { complaints } : { kept: { quotes, results } }
  }

  /** It rests on quotes, on what tools said, and on the notes themselves. */
  private groundsIn(claim: string, all: readonly (ProofDraft & Partial<AskNote>)[]) {
    const notes = all.flatMap(one => (one.claim === undefined || one.isOfSentence ? [] : [one.claim]))
    const quotes = all.flatMap(one => one.quotes)
    const results = [...new Set(all.flatMap(one => one.results))].map(id => this.results.get(id)!)
    const texts = [...notes, ...this.proofTexts(quotes, results)]
    const { areOfIt } = groundsOf(claim, [...texts, ...quotes.map(({ path }) => path)], [])
    const shown = results.map(({ text }) => text)
    const paths = quotes.map(({ path }) => path)
    const bare = withoutPlaces(withoutFileCounts(claim, paths, shown), quotes, shown)
    return { numbers: unfoundedNumbers(bare, [...texts, this.question]), areOfIt }
  }

  private numberFaults(numbers: readonly string[]): string[] {
    if (numbers.length === 0) return []
    const where = this.standsIn(numbers)
    const named = numbers.slice(0, 5).join(', ')
    const else_ = 'quote the line where it stands, or have sql or run work it out and cite the result'
    return [
      `${named} ${numbers.length === 1 ? 'stands' : 'stand'} in nothing it rests on: ${where === null ? else_ : `cite ${where}, if that shows it; else ${else_}`}`,
    ]
  }

  /**
   * The last result that has all of the numbers, with the line of the first: the same digits may be there for something else. Small ones
   * stand everywhere, and how many rows a result has says nothing of what they are.
   */
  private standsIn(numbers: readonly string[]): string | null {
    if (numbers.every(one => SMALL_NUMBER.test(one))) return null
    for (const { id, proof } of [...this.results.values()].reverse()) {
      const lines = proof.split('\n').filter(one => !ROW_COUNT.test(one))
      if (unfoundedNumbers(numbers.join(' '), lines).length > 0) continue
      const line = lines.find(one => unfoundedNumbers(numbers[0]!, [one]).length === 0)
      return `${id}${line === undefined ? '' : ` ("${line.trim().slice(0, SHOWN)}")`}`
    }
    return null
  }

  /** Of what was asked only times count: the range that an answer is about, never a number of it. So of a line what is not quoted of it. */
  private proofTexts(quotes: readonly AskQuote[], results: readonly KeptResult[]): string[] {
    return [
      ...quotes.map(({ path, quote, time = '' }) => `${numbersOfPath(path)} ${time} ${quote}`),
      ...results.flatMap(({ proof, asked }) => [proof, ...timesIn(asked)]),
    ]
  }

  private known(kind: 'N' | 'R'): string {
    const ids = kind === 'N' ? this.notes.map(({ id }) => id) : [...this.results.keys()]
    const what = kind === 'N' ? 'note' : 'result'
    if (ids.length === 0) return `; there is no ${what} yet`
    return `; there ${ids.length === 1 ? 'is' : 'are'} ${plural(ids.length, what)}, ${ids[0]} to ${ids.at(-1)}`
  }
}

const SMALL_NUMBER = /^(?:\d|1[0-2])$/
const ROW_COUNT = /^\(\d[^)]{0,100} rows?\b/
/** Characters of a line that is named in a complaint. */
const SHOWN = 120

/**
 * What of a result proves a number. Not what files are called and how long they are, not the words of a model that read passages, only
 * the lines it quotes; and nothing that whoever asks wrote into a query or code that reads no file.
 */
function proofIn(text: string, asked: string): string {
  if (asked.startsWith('llm '))
    return withoutLabels(
      text
        .split('\n')
        .filter(line => line.startsWith('  '))
        .join('\n'),
    )
  if (readsNothing(asked)) {
    const typed = new Set(asked.match(NUMERAL))
    return text.replace(NUMERAL, number => (typed.has(number) ? '' : number))
  }
  const parts = text.split('\n\n')
  return withoutLabels(FILE_LIST.test(parts[0]!) ? parts.slice(1).join('\n\n') : text)
}

const NUMERAL = /\d+(?:[.,]\d+)*/g

function readsNothing(asked: string): boolean {
  if (asked.startsWith('sql ')) return !/\b(?:from|join)\s+["a-z_]/i.test(asked)
  return asked.startsWith('run ') && !/\b(?:search|read|sql|diff|llm|label)\s*\(/.test(asked)
}

const FILE_LIST = /^[\d,]+ files?, [\d.,]+ [kMGT]?B:\n/

const WHY_NEEDS_MORE =
  'it says why something happened: rest it on at least two things, one that shows the cause and one that shows the effect'

/** Of quotes alone: what a result shows, such as a value before and after, may be said in the opposite word. */
function oppositeFaults(claim: string, all: readonly ProofDraft[]): string[] {
  if (all.some(({ results }) => results.length > 0)) return []
  const opposite = oppositeSaid(
    claim,
    all.flatMap(({ quotes }) => quotes.map(({ quote }) => quote)),
  )
  if (opposite === null) return []
  const { said, stands } = opposite
  return [
    `it says "${said}", what it rests on says "${stands}": quote the line that says it, or say it in the words of the file`,
  ]
}

function proofsOf(all: readonly ProofDraft[]): number {
  return new Set(
    all.flatMap(({ quotes, results }) => [...quotes.map(({ path, line }) => `${path}\0${line}`), ...results]),
  ).size
}
