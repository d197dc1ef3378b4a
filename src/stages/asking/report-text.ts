// The answer to a question on a terminal: the sentences, what each rests on, what is open, and how it was found.
import type { AskReport, AskStep } from '../../model/asking.ts'
import { dollarsText } from '../../text/dollars.ts'
import { formatBytes, formatCount, plural, printable } from '../../text/printable.ts'
import { Screen } from '../report/screen.ts'

export interface AskTextOptions {
  readonly width: number
  readonly color: boolean
  /** Every step with what it gave. */
  readonly full: boolean
}

const MOST_STEPS = 12

export function askText(report: AskReport, { width, color, full }: AskTextOptions): string {
  const screen = new Screen(color, width)
  drawAnswer(screen, report)
  drawProof(screen, report)
  drawOpen(screen, report)
  drawSteps(screen, report, full)
  drawCoverage(screen, report)
  return screen.text()
}

function drawAnswer(screen: Screen, { sentences, stopped, status, notes }: AskReport): void {
  if (status === 'unanswered')
    screen.paragraph(`There is no answer: ${stopped ?? 'nothing could be shown'}.`, { indent: 0 })
  else if (sentences.length === 0)
    screen.paragraph(
      `There is no answer${stopped === null ? '' : `: ${stopped}`}. ${plural(notes.length, 'note')} until then.`,
      { indent: 0 },
    )
  for (const { text, cites, objection } of sentences) {
    screen.paragraph(`${text} [${cites.join(', ')}]`, { indent: 0 })
    if (objection !== null) screen.paragraph(`A sceptic objects: ${objection}`, { first: screen.paint('yellow', '!') })
  }
}

function drawProof(screen: Screen, { notes, sentences, steps }: AskReport): void {
  const cited = new Set(sentences.flatMap(({ cites }) => cites))
  const shown = sentences.length === 0 ? notes : notes.filter(({ id }) => cited.has(id))
  if (shown.length === 0) return
  screen.heading('What it rests on', 'quotes found where they are said to stand')
  for (const { id, claim, quotes, results } of shown) {
    screen.paragraph(claim, { indent: 5, first: `  ${id}` })
    for (const { path, line, quote } of quotes) {
      screen.place(`${path}:${line}`, { indent: 5 })
      screen.quote(quote, { indent: 5, most: 2 })
    }
    for (const result of results)
      screen.paragraph(
        stepLine(
          steps.find(one => one.result === result),
          result,
        ),
        { indent: 5 },
      )
  }
}

function stepLine(step: AskStep | undefined, result: string): string {
  if (!step) return `${result}: what was known of the files at first`
  return `${result}: ${step.tool} ${inputText(step)}`
}

/** The query or the code itself where that is all there is. */
export function inputText({ input }: Pick<AskStep, 'input'>): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return printable(JSON.stringify(input))
  const { query, code } = input as { query?: unknown; code?: unknown }
  const main =
    typeof code === 'string' ? code : typeof query === 'string' && Object.keys(input).length === 1 ? query : null
  return printable((main ?? JSON.stringify(input)).replace(/\s+/g, ' ').trim())
}

function drawOpen(screen: Screen, { missing, rival, stopped, sentences }: AskReport): void {
  if (missing.length === 0 && rival === null && (stopped === null || sentences.length === 0)) return
  screen.heading('What is open')
  for (const one of missing) screen.paragraph(one, { indent: 4, first: '  -' })
  if (rival !== null) screen.paragraph(`Another explanation fits as well: ${rival}`, { indent: 4, first: '  -' })
  if (stopped !== null && sentences.length > 0) screen.paragraph(stopped, { indent: 4, first: '  -' })
}

function drawSteps(screen: Screen, { steps }: AskReport, full: boolean): void {
  if (steps.length === 0) return
  screen.heading('How it was found', plural(steps.length, 'step'))
  for (const step of full ? steps : steps.slice(0, MOST_STEPS)) {
    const text = inputText(step)
    const short = full || text.length <= 140 ? text : `${text.slice(0, 139)}…`
    screen.paragraph(`${step.tool} ${short}`, { indent: 6, first: `  ${(step.result ?? '—').padEnd(4)}` })
    if (full) screen.quote(step.text, { indent: 6, most: 12 })
  }
  const more = steps.length - MOST_STEPS
  if (!full && more > 0) screen.paragraph(`and ${plural(more, 'more step')}; \`--full\` shows all with what they gave`)
}

function drawCoverage(screen: Screen, { files, bytes, skipped, model, usage, run, question }: AskReport): void {
  screen.heading('Coverage')
  const out =
    skipped.length === 0
      ? ''
      : ` ${plural(skipped.length, 'file')} left out, such as ${printable(skipped[0]!.path)}: ${skipped[0]!.reason}.`
  screen.paragraph(
    `${plural(files, 'file')}, ${formatBytes(bytes)}: the model reached what the steps show, and no more.${out}`,
  )
  screen.paragraph(`Question: ${question}`)
  const cost = usage.costUsd === null ? 'price not known' : dollarsText(usage.costUsd)
  const tokens = `${formatCount(usage.inputTokens)} tokens in, ${formatCount(usage.outputTokens)} out`
  screen.paragraph(
    usage.calls === 0 && usage.cached > 0
      ? `${model}, from the record of ${plural(usage.cached, 'call')}: nothing was paid. Run ${run}.`
      : `${model}: ${plural(usage.calls, 'call')}, ${tokens}, ${cost}. Run ${run}: \`shoal report ${run}\` shows this again.`,
  )
}
