// An analyst by script: fetches its chunk page by page, quotes lines that it was really shown, lies in every fifth task,
// puts right what the tool refuses, and replies with the line that the tool gave it.
import type { StubAction } from '../../packages/shoal/tests/models/stub/exchange.ts'
import { answersOf, type Conversation, call } from './conversation.ts'

interface Page {
  readonly file_path: string
  readonly chunk_id: string | null
  readonly text: string
}

interface Part extends Page {
  /** Further files of the same part. */
  readonly more: readonly Page[]
  readonly next_part: number | null
}

interface Submitted {
  readonly status: 'complete' | 'needs_correction'
  readonly rejected: readonly Refusal[]
  readonly line: string
}

interface Refusal {
  readonly evidence: string
  readonly nearest?: { readonly line: number; readonly text: string } | null
}

/** What is said of a line, before it is submitted. */
interface Draft {
  readonly page: Page
  readonly line: number
  /** As it stands there. */
  readonly quote: string
  /** What is claimed to stand there. */
  readonly evidence: string
  readonly summary: string
}

export function analystTurn(conversation: Conversation): StubAction {
  const assignment = assignmentIn(conversation.told)
  const parts = answersOf<Part>(conversation, 'read_chunk')
  const last = parts.at(-1)
  const pages = parts.flatMap(part => [part, ...part.more])
  if (last === undefined) return call('read_chunk', assignment)
  if (last.next_part !== null) return call('read_chunk', { ...assignment, part: last.next_part })

  const drafts = draftsFor(pages, assignment.task)
  const submitted = answersOf<Submitted>(conversation, 'submit_findings')
  const answer = submitted.at(-1)
  if (answer === undefined) return call('submit_findings', { ...assignment, reports: reportsOf(pages, drafts) })
  if (answer.status === 'needs_correction' && submitted.length === 1) {
    const truths = corrected(drafts, answer.rejected)
    return call('submit_findings', { ...assignment, reports: reportsOf(pages, truths) })
  }
  return { text: answer.line }
}

/** The prompt names the run and the task, and nothing else. */
export function assignmentIn(told: string): { run: string; task: string } {
  const run = /\brun\W+(\w[\w.-]*\w)/.exec(told)?.[1]
  const task = /\banalyze-\d+\b/.exec(told)?.[0]
  if (run === undefined || task === undefined) throw new Error(`no run and task in the prompt: ${told.slice(0, 300)}`)
  return { run, task }
}

/** In every fifth task one quote is false: a word of the line is changed, or, in every tenth, all is made up. */
export function lieIn(task: string): 'none' | 'changed' | 'invented' {
  const number = Number(/\d+$/.exec(task)?.[0])
  if (number % 5 !== 0) return 'none'
  return number % 10 === 0 ? 'invented' : 'changed'
}

/** A word that no file of the proof contains and every false quote does. */
export const FABRICATED = 'fabricated'

const QUOTES_PER_FILE = 2

function draftsFor(pages: readonly Page[], task: string): Draft[] {
  const drafts = [...byFile(pages).values()].flatMap(ofFile => {
    const lines = ofFile.flatMap(linesOf)
    return Array.from({ length: QUOTES_PER_FILE }, (_, n) => lines[Math.floor(((n + 0.5) * lines.length) / 2)]!)
      .filter((line, n, all) => line !== undefined && all.indexOf(line) === n)
      .map(line => ({ ...line, evidence: line.quote, summary: `Here stands “${line.quote.slice(0, 80)}”.` }))
  })
  return drafts.map((draft, n) => (n === 0 ? { ...draft, evidence: told(draft.quote, lieIn(task)) } : draft))
}

function told(quote: string, lie: 'none' | 'changed' | 'invented'): string {
  if (lie === 'invented') return `all of this is ${FABRICATED} by an analyst`
  return lie === 'changed' ? altered(quote) : quote
}

/** One word in the middle becomes another that says something else. */
function altered(quote: string): string {
  const words = quote.split(' ')
  return words.with(Math.floor(words.length / 2), FABRICATED).join(' ')
}

/** Only what was refused, with the text that the refusal shows, or else the line it should have been. */
function corrected(drafts: readonly Draft[], refusals: readonly Refusal[]): Draft[] {
  return drafts.flatMap(draft => {
    const refusal = refusals.find(({ evidence }) => evidence === draft.evidence)
    if (refusal === undefined) return []
    const nearest = refusal.nearest
    return nearest ? { ...draft, line: nearest.line, evidence: nearest.text } : { ...draft, evidence: draft.quote }
  })
}

function reportsOf(pages: readonly Page[], drafts: readonly Draft[]) {
  return [...byFile(pages).values()].map(([page]) => ({
    file_path: page!.file_path,
    chunk_id: page!.chunk_id,
    relevant: true,
    findings: drafts
      .filter(draft => draft.page.file_path === page!.file_path)
      .map(({ line, evidence, summary }) => ({
        type: 'pattern',
        nature: 'fact',
        summary,
        evidence,
        line,
        severity: 'low',
        confidence: 'high',
      })),
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    metadata: { key_topics: [] },
  }))
}

function byFile(pages: readonly Page[]): Map<string, Page[]> {
  const files = new Map<string, Page[]>()
  for (const page of pages) files.set(page.file_path, [...(files.get(page.file_path) ?? []), page])
  return files
}

/** Lines long enough to be found again, with no placeholder for a secret in them. */
function linesOf(page: Page): { page: Page; line: number; quote: string }[] {
  return page.text.split('\n').flatMap(text => {
    const [, number, content = ''] = /^(\d+)\|(.*)$/.exec(text) ?? []
    const quote = content.trim().slice(0, 200).trim()
    return number === undefined || quote.length < 12 || quote.includes('[')
      ? []
      : [{ page, line: Number(number), quote }]
  })
}
