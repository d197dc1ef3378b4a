// The answer to a question on a terminal: the sentences, what each rests on, what is open, and how it was found.
import type { AskReport, AskStep } from '@shoal/base/model/asking'
import { formatBytes, plural, printable } from '@shoal/base/text/printable'
import { Screen } from '../report/screen.ts'
import { excerptOf, openPoints, shownNotes, usageText } from './report-parts.ts'
import { ShownPaths } from './shown-paths.ts'

export interface AskTextOptions {
  readonly width: number
  readonly color: boolean
  /** Every step with what it gave. */
  readonly full: boolean
}

const MOST_STEPS = 12

export function askText(report: AskReport, { width, color, full }: AskTextOptions): string {
  const screen = new Screen(color, width)
  const paths = new ShownPaths(report)
  drawAnswer(screen, report)
  drawOpen(screen, report)
  drawCost(screen, report)
  drawProof(screen, report, { paths, full })
  drawSteps(screen, report, { paths, full })
  drawCoverage(screen, report, paths)
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

interface Shown {
  readonly paths: ShownPaths
  readonly full: boolean
}

/** Lines on the terminal that an excerpt takes, and characters of what was asked. */
const MOST_ROWS = 30
const MOST_ASKED = 1_200

function drawProof(screen: Screen, { notes, sentences, steps }: AskReport, { paths, full }: Shown): void {
  const shown = shownNotes({ notes, sentences })
  if (shown.length === 0) return
  const told = new Set<string>()
  const isQuoted = shown.some(({ quotes }) => quotes.length > 0)
  screen.heading('What it rests on', isQuoted ? 'every quote stands in its file' : undefined)
  for (const { id, claim, isOfSentence, quotes, results } of shown) {
    const ofs = sentences.flatMap(({ cites }, k) => (cites.includes(id) ? [String(k + 1)] : []))
    const of = `(${ofs.length === 1 ? 'sentence' : 'sentences'} ${ofs.join(', ')})`
    const isSaid = isOfSentence || sentences.some(({ text }) => text === claim)
    screen.paragraph(isSaid ? of : claim, { indent: 6, first: `  ${id}` })
    for (const quoted of quotes) {
      screen.place(paths.place(quoted), { indent: 6 })
      screen.quote(quoted.quote, { indent: 6, most: 2 })
    }
    for (const result of results) {
      const step = steps.find(one => one.result === result)
      if (!step || told.has(result))
        screen.paragraph(step ? `${result}, as above` : `${result}: what was known of the files at first`, {
          indent: 6,
        })
      else {
        const asked = paths.asked(step)
        const short = full || asked.length <= MOST_ASKED ? asked : `${asked.slice(0, MOST_ASKED)}…`
        screen.paragraph(`${step.result}: ${step.tool} ${short}`, { indent: 6 })
        const excerpt = full ? step.text : excerptOf(step, { notes: shown, sentences })
        screen.quote(paths.result(excerpt), { indent: 6, most: full ? 60 : MOST_ROWS })
      }
      told.add(result)
    }
  }
}

function drawOpen(screen: Screen, report: AskReport): void {
  const { sentences, objected } = report
  const left = sentences.filter(({ objection }) => objection !== null).length
  const open = openPoints(report)
  if (open.length > 0) screen.heading('What is open')
  for (const one of open) screen.paragraph(one, { indent: 4, first: '  -' })
  if (objected === 0) {
    if (sentences.length === 0 || report.stopped !== null) return
    if (report.isDelegated && report.challengedBy === undefined) return
    screen.line()
    screen.paragraph('A sceptic read it with what it rests on, and had no objection.', { indent: 0 })
    return
  }
  screen.line()
  const what = `A sceptic objected to ${plural(objected, 'sentence')} of the first answer; `
  screen.paragraph(
    what + (left === 0 ? 'no objection is left.' : `${left} ${left === 1 ? 'stands' : 'stand'} with the objection.`),
    { indent: 0 },
  )
}

/** Beside the answer, for it is what that answer took. */
function drawCost(screen: Screen, report: AskReport): void {
  const { model, usage } = report
  screen.line()
  screen.paragraph(
    usage.calls === 0 && usage.cached > 0
      ? `${model}, from the record of ${plural(usage.cached, 'call')}: nothing was paid.`
      : `${usageText(report)}.`,
    { indent: 0 },
  )
}

/** Those that were cited first: they are what the answer came from. */
function drawSteps(screen: Screen, { steps, notes }: AskReport, { paths, full }: Shown): void {
  if (steps.length === 0) return
  const cited = new Set(notes.flatMap(({ results }) => results))
  const isCited = ({ result }: AskStep) => result !== null && cited.has(result)
  screen.heading(
    'How it was found',
    `${plural(steps.length, 'call')} of tools, ${steps.filter(isCited).length} cited as a result`,
  )
  const chosen = new Set([...steps.filter(isCited), ...steps.filter(step => !isCited(step))].slice(0, MOST_STEPS))
  for (const step of full ? steps : steps.filter(one => chosen.has(one))) {
    const text = paths.asked(step)
    const short = full || text.length <= 110 ? text : `${text.slice(0, 109)}…`
    screen.paragraph(`${step.result ?? 'refused'}: ${step.tool} ${short}`, { indent: 4, first: '  -' })
    if (full) screen.quote(paths.result(step.text), { indent: 4, most: 12 })
  }
  const more = steps.length - MOST_STEPS
  if (!full && more > 0) screen.paragraph(`and ${plural(more, 'more step')}; \`--full\` shows all with what they gave`)
}

function drawCoverage(screen: Screen, report: AskReport, { base }: ShownPaths): void {
  const { files, bytes, isWhole, skipped, usage, run, question } = report
  screen.heading('Coverage')
  const out =
    skipped.length === 0
      ? ''
      : ` ${plural(skipped.length, 'file')} left out, such as ${printable(skipped[0]!.path)}: ${skipped[0]!.reason}.`
  const reached = isWhole ? 'the model was given all of it' : 'the model saw what the steps gave it, and no more'
  screen.paragraph(`${plural(files, 'file')}, ${formatBytes(bytes)}: ${reached}.${out}`)
  if (base !== null) screen.paragraph(`Paths are told from ${printable(base)}`)
  screen.paragraph(`Question: ${question}`)
  screen.paragraph(usage.cached > 0 ? `Run ${run}.` : `Run ${run}: \`shoal report ${run}\` shows this again.`)
}
