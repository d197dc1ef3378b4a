// A question that an agent of a client answers, with the tools of `shoal ask`: what each call gave, what was noted and the answer are tasks
// of a run, so that any process goes on where another left off. The agent is the root; nobody is asked here.

import type { AskReport, AskStep } from '@shoal/base/model/asking'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import { inputText } from '@shoal/base/report/input-text'
import type { z } from 'zod'
import { digestOf } from '../../models/digest.ts'
import { standing } from '../../stages/asking/answer-status.ts'
import { clipped } from '../../stages/asking/ask-tool.ts'
import { ACTION_INPUTS, type ActionInput, type loopAnswer, type noteInput } from '../../stages/asking/inputs.ts'
import { inPlace, judgedAnswer, type KeptSentence, keepFault, keepText } from '../../stages/asking/judged-answer.ts'
import { NoteBook, type SentenceDraft } from '../../stages/asking/note-book.ts'
import { renumbered } from '../../stages/asking/renumbered.ts'
import type { Challenge, Challenged } from '../../stages/asking/sceptic.ts'
import { complaint } from '../../stages/tools/tool-input.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { NOTHING_USED } from '../analysis/report.ts'
import { type Actions, actionsOver, filesOf } from './actions.ts'
import type { AskDefinition } from './definition.ts'
import { FileSet, type FileSetOptions } from './file-set.ts'
import { Labellings } from './labelling.ts'
import { LookingTasks, type StoredResult } from './looking-tasks.ts'
import { overviewOf } from './overview.ts'
import type { NewStep } from './steps.ts'
import { askReports, storedReport } from './stored.ts'
import { type AskTools, toolsOver } from './tools.ts'

export interface LookingCall extends Omit<FileSetOptions, 'cwd'> {
  /** As they are shown, from the directory of the definition. */
  readonly paths: readonly string[]
}

export interface Told {
  readonly text: string
  readonly isError: boolean
}

interface Opened {
  readonly set: FileSet
  readonly tools: AskTools
  /** Ends all that works on the files. */
  readonly life: AbortController
}

/** One run. Calls must come one after the other: see `Lookings`. */
export class Looking {
  private readonly book: NoteBook
  private readonly results = new Map<string, StoredResult>()
  private readonly tasks: LookingTasks
  private readonly labellings: Labellings
  private opened: Opened | null = null
  /** The last answer that this process was given, and which of its sentences hold. */
  private before: { readonly sentences: readonly SentenceDraft[]; readonly passed: readonly number[] } = {
    sentences: [],
    passed: [],
  }
  /** What the last step is cited by. */
  private taken: string | null = null

  constructor(
    readonly run: string,
    private readonly definition: AskDefinition,
    private readonly ledger: Ledger,
  ) {
    this.tasks = new LookingTasks(run, ledger)
    this.labellings = new Labellings(this.tasks)
    this.book = new NoteBook(definition.question, { find: quote => this.files.find(quote) })
  }

  /** What other processes have added since, and the files as they are now. */
  async refresh(call: LookingCall): Promise<{ readonly files: number; readonly skipped: FileSet['skipped'] }> {
    for (const { id, value } of await this.tasks.added()) {
      if ('claim' in value) this.book.restore({ id, ...value })
      else if ('list' in value || 'labelling' in value) this.labellings.restore(id, value)
      else {
        this.results.set(id, value)
        this.book.addResult(value.text, askedOf(value), id)
      }
    }
    await this.openFiles(call)
    return { files: this.files.files.length, skipped: this.files.skipped }
  }

  /** What is known of the files. */
  async overview(): Promise<string> {
    const { question } = this.definition
    const step = { tool: 'overview', input: question, digest: this.files.digest() }
    return (await this.once(step, async () => ({ text: await overviewOf(question, this.files) }))).value.text
  }

  /** What was found so far: each result with what was asked, each note with its claim. */
  standing(): { readonly results: readonly string[]; readonly notes: readonly string[] } {
    return {
      results: [...this.results].flatMap(([id, one]) => (one.tool === 'overview' ? [] : [`${id}: ${askedOf(one)}`])),
      notes: this.book.notes.map(({ id, claim }) => `${id}: ${claim}`),
    }
  }

  /** A step by name, with checked input; its result begins with its id. */
  async step(name: string, input: Json, signal: AbortSignal): Promise<Told> {
    this.taken = null
    const { text, isError } = await this.opened!.tools.all.find(({ spec }) => spec.name === name)!.run(input, signal)
    return isError || this.taken === null ? { text, isError } : { text: `${this.taken}:\n${text}`, isError }
  }

  /** The next records of a labelling, or of one that is begun here. */
  async labelNext(known: string | undefined, input: LabelNextInput): Promise<Told> {
    return await mistaken(async () => {
      const read = known === undefined && input.judged !== undefined ? ACTION_INPUTS.label.safeParse(input) : null
      if (read && !read.success) throw new ToolMistake(`label_next: ${complaint(read.error)}`)
      const id = read ? await this.labellings.begin(this.files, read.data) : known
      return this.labellings.next(this.files, id) ?? `All records of ${id ?? 'it'} are labelled.`
    })
  }

  async submitLabels(id: string, labels: Readonly<Record<string, string>>, by: string): Promise<Told> {
    return await mistaken(async () => {
      const refused = await this.labellings.submit(this.files, id, labels)
      if (refused !== null) throw new ToolMistake(`${refused} Hand in these again; label_next gives what is open.`)
      const next = this.labellings.next(this.files, id)
      if (next !== null) return next
      const { step, make } = this.labellings.counted(this.files, id, by)
      const { value } = await this.once<{ text: string; isError: boolean }>(step, make)
      return `${this.taken}:\n${value.text}`
    })
  }

  async note(draft: z.infer<typeof noteInput>, signal: AbortSignal): Promise<Told> {
    const stale = await this.staleOf([], draft.results)
    if (stale.length > 0) return { text: `Not kept: ${stale.join('; ')}.`, isError: true }
    const before = this.book.notes.length
    const verdict = await this.book.note(draft, signal)
    if ('complaints' in verdict) return { text: clipped(`Not kept: ${verdict.complaints.join('; ')}.`), isError: true }
    const { id, ...note } = verdict.kept
    if (this.book.notes.length === before) return { text: `${id} is kept already.`, isError: false }
    this.book.notes.length = before
    const kept = await this.tasks.keep('N', `note: ${note.claim}`, note)
    this.book.restore({ id: kept, ...note })
    return { text: `${kept} is kept.`, isError: false }
  }

  /** `by` is who answers. The last answer that was accepted is the run's. */
  async answer(
    { keep, ...given }: z.infer<typeof loopAnswer>,
    by: string,
    signal: AbortSignal,
  ): Promise<Told & { report?: AskReport }> {
    const { book, before: last } = this
    const fault = keepFault(given.sentences, last, keep)
    if (fault !== null) return { text: fault, isError: true }
    const draft = { ...given, sentences: inPlace(given.sentences, last, keep) }
    const stale = (await Promise.all(draft.sentences.map(sentence => this.staleIn(sentence)))).flatMap((why, k) =>
      why.length > 0 ? [`sentence ${k + 1}: ${why.join('; ')}`] : [],
    )
    if (stale.length > 0) return { text: clipped(`Not accepted.\n${stale.join('\n')}`), isError: true }
    const before = book.notes.length
    const judged = await judgedAnswer(draft, book, signal)
    const passed = 'complaint' in judged ? judged.passed : [...draft.sentences.keys()]
    this.before = { sentences: draft.sentences, passed }
    if ('complaint' in judged) return { text: `${clipped(judged.complaint)}${keepText(passed)}`, isError: true }
    const told = this.reportOf(judged.kept, draft.missing, by)
    const report = standing(withObjections(told, await storedReport(this.ledger, this.run)))
    // What a sentence brought itself is in the report; notes are what was noted.
    book.notes.length = before
    const shown = shownValue(report)
    await this.keepReport(shown)
    return { text: '', isError: false, report: shown }
  }

  /** The answer as a sceptic reads it. Throws a `wrong-state` while there is none. */
  async challenge(): Promise<{ readonly report: AskReport; readonly challenged: Challenged }> {
    const report = await storedReport(this.ledger, this.run)
    if (report === null)
      throw new ShoalError('wrong-state', `run "${this.run}" has no answer yet`, { advice: 'answer it first' })
    const { question, sentences, missing, rival, notes } = report
    const book = {
      named: (id: string) => notes.find(note => note.id === id),
      result: (id: string) => this.book.result(id),
    }
    return { report, challenged: { question, sentences, only: null, rival, missing, book, isWhole: false } }
  }

  /** What the sceptic holds against it stands beside it from then on. */
  async object(report: AskReport, { objections, rival }: Challenge, by: string): Promise<void> {
    // What another has held against it before stays.
    const sentences = report.sentences.map((one, k) => ({ ...one, objection: objections.get(k) ?? one.objection }))
    const objected = sentences.filter(({ objection }) => objection !== null).length
    const before = report.challengedBy === undefined ? null : report.rival
    const read = standing({ ...report, sentences, rival: rival ?? before, objected, challengedBy: by })
    await this.keepReport(shownValue(read))
  }

  private async keepReport(report: AskReport): Promise<void> {
    await this.tasks.keep('answer-', 'answer', askReports.toJson(report))
    await this.ledger.endRun(this.run, 'completed')
  }

  /** Whatever works on the files ends, and the next call opens them anew. */
  drop(): void {
    const { opened } = this
    this.opened = null
    if (opened === null) return
    opened.life.abort()
    opened.tools.close()
    void opened.set.close().catch(() => {})
  }

  async close(): Promise<void> {
    const { opened } = this
    this.opened = null
    opened?.tools.close()
    await opened?.set.close()
  }

  private get files(): FileSet {
    return this.opened!.set
  }

  private async openFiles({ paths, ...call }: LookingCall): Promise<void> {
    const life = new AbortController()
    const options = { ...call, cwd: this.definition.cwd, signal: life.signal }
    const stop = () => life.abort()
    call.signal.addEventListener('abort', stop, { once: true })
    try {
      const set = await FileSet.open(paths, options)
      if (this.opened && this.opened.set.digest() === set.digest()) return
      await this.close()
      const actions: Actions = actionsOver(set, options, null)
      const earlier = [...this.results.values()].flatMap(({ tool, input }) =>
        tool === 'run' ? [(input as { readonly code: string }).code] : [],
      )
      this.opened = { set, life, tools: toolsOver(set, actions, { once: this.once }, earlier) }
    } finally {
      call.signal.removeEventListener('abort', stop)
    }
  }

  /** Known by what was asked and by what the files held: never made twice. What was wrong is told and not kept. */
  private readonly once = async <T extends Json>(
    step: NewStep,
    make: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly isNew: boolean }> => {
    const key = digestOf([step.tool, step.input, step.digest])
    const known = [...this.results].find(([, one]) => one.key === key)
    if (known) {
      this.taken = known[0]
      return { value: { text: known[1].text, isError: false } as unknown as T, isNew: false }
    }
    const value = await make()
    const { text, isError = false } = value as unknown as { readonly text: string; readonly isError?: boolean }
    if (isError) return { value, isNew: true }
    const { tool, digest } = step
    const input = tool === 'run' ? { code: (step.input as { readonly code: string }).code } : step.input
    const stored = {
      tool,
      input: shownValue(input),
      key,
      digest,
      text: shownValue(tool === 'overview' ? text : clipped(text)),
    }
    this.taken = await this.tasks.keep('R', `${tool} ${inputText({ input: stored.input })}`, stored)
    this.results.set(this.taken, stored)
    this.book.addResult(stored.text, askedOf(stored), this.taken)
    return { value, isNew: true }
  }

  private async staleIn({ cites, results }: SentenceDraft): Promise<string[]> {
    return await this.staleOf(cites, results)
  }

  /** Of what is cited, what no longer holds because files have changed. */
  private async staleOf(cites: readonly string[], results: readonly string[]): Promise<string[]> {
    const notes = cites.flatMap(id => this.book.named(id) ?? [])
    const ids = new Set([...results, ...cites, ...notes.flatMap(note => note.results)])
    const old = [...ids].filter(id => {
      const result = this.results.get(id)
      if (!result) return false
      const files = result.tool in ACTIONS ? filesOf(result.tool as keyof Actions, result.input, this.files) : null
      return this.files.digest(files) !== result.digest
    })
    const gone: string[] = []
    for (const note of notes)
      for (const quote of note.quotes) {
        const found = await this.files.find(quote)
        if ('why' in found) gone.push(`${note.id} no longer holds: ${found.why}`)
      }
    return [...old.map(id => `the files that ${id} is about have changed since: call it again`), ...gone]
  }

  private reportOf(kept: readonly KeptSentence[], missing: readonly string[], by: string): AskReport {
    const { question, paths } = this.definition
    const { files, bytes, skipped } = this.files
    const outcome = renumbered({
      status: 'partial',
      sentences: kept.map(one => ({ ...one, objection: null })),
      missing,
      rival: null,
      notes: [...this.book.notes],
      steps: this.steps(),
      objected: 0,
      stopped: null,
    })
    return {
      run: this.run,
      question,
      paths,
      model: by,
      subModel: by,
      isDelegated: true,
      files: files.length,
      bytes,
      isWhole: false,
      skipped,
      ...outcome,
      usage: { ...NOTHING_USED, costUsd: null },
    }
  }

  private steps(): AskStep[] {
    return [...this.results]
      .filter(([, { tool }]) => tool !== 'overview')
      .map(([id, { tool, input, text }], k) => ({ number: k + 1, tool, input, result: id, text }))
  }
}

/** What a sceptic held against a sentence holds against it in the next answer too, if that rests on the same. */
function withObjections(report: AskReport, before: AskReport | null): AskReport {
  if (before === null) return report
  const held = new Map(before.sentences.map(one => [proofKey(one, before), one.objection]))
  const sentences = report.sentences.map(one => ({ ...one, objection: held.get(proofKey(one, report)) ?? null }))
  const isRead = report.sentences.every(one => held.has(proofKey(one, report)))
  return {
    ...report,
    sentences,
    objected: before.objected,
    // Until it is challenged again: with other sentences it may be ruled out.
    rival: before.rival,
    ...(isRead && before.challengedBy !== undefined && { challengedBy: before.challengedBy }),
  }
}

function proofKey({ text, cites }: AskReport['sentences'][number], { notes }: AskReport): string {
  const proof = notes.filter(({ id }) => cites.includes(id)).map(({ quotes, results }) => [quotes, results])
  return JSON.stringify([text, proof])
}

type LabelNextInput = { readonly [K in keyof ActionInput<'label'>]?: ActionInput<'label'>[K] | undefined }

/** What the agent can do better is told, as of any step. */
async function mistaken(act: () => Promise<string>): Promise<Told> {
  try {
    return { text: await act(), isError: false }
  } catch (error) {
    if (error instanceof ToolMistake) return { text: error.message, isError: true }
    throw error
  }
}

const ACTIONS: Readonly<Record<string, true>> = { search: true, read: true, sql: true, diff: true }

function askedOf({ tool, input }: Pick<StoredResult, 'tool' | 'input'>): string {
  return tool === 'overview' ? 'what was known of the files at first' : `${tool} ${inputText({ input })}`
}
