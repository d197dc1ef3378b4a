// What is known of a file before a model reads it: exact, made by programs, the same for all its chunks.
import type { Panel } from '@shoal/base/model/finding'
import type { LanguageModel } from '@shoal/base/model/language-model'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { FileWide } from '@shoal/base/model/report'
import { formatBytes, formatCount, plural, printable } from '@shoal/base/text/printable'
import type { SweptSecrets } from '../../text/gate/secret-hider.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { shareOf } from '../model-room.ts'
import { drawPanel } from '../report/panel-text.ts'
import { Screen } from '../report/screen.ts'

/** Characters of all that is told of the files of one reading. */
const MOST_TEXT = 6000
/** A file of a large batch is told of at least in so many. */
const LEAST_TEXT = 300
const MOST_FACT = 1500
const MOST_ANSWERS = 5
const MOST_NOTES = 5
/** Answers less to the point would lead astray. */
const LEAST_RELEVANCE = 0.3

/** By what is known of a file: its chunks are told the same. */
const told = new WeakMap<FileWide, FileFacts & { readonly share: number }>()

export interface FileFacts {
  readonly facts: string
  /** What programs answer to the question: it stands apart, so that facts are the same whatever is asked. */
  readonly answers: string
}

/** `parts` says how many files share the room, which is less where the model can be given little. */
export function fileFacts(
  part: ReadingPart,
  secrets: SweptSecrets,
  { parts, model = {} }: { readonly parts: number; readonly model?: Pick<LanguageModel, 'window'> | undefined },
): FileFacts {
  const share = Math.max(LEAST_TEXT, Math.floor(shareOf(model, MOST_TEXT, 1 / 8) / parts))
  const known = told.get(part.file)
  if (known?.share === share) return known
  const text = { ...factsOf(part, secrets, share), share }
  if (parts === 1) told.set(part.file, text)
  return text
}

/** Secrets are masked, not numbered: numbers would differ between chunks. */
function factsOf(part: ReadingPart, { known }: SweptSecrets, share: number): FileFacts {
  const { about } = part
  const { path, summary, notes, answers, panels, facts } = shownValue(
    { path: about.path, facts: part.facts, ...toldOf(part.file) },
    known,
  )
  const size = `${plural(about.lineCount, 'line')}, ${formatBytes(about.sizeBytes)}`
  const kind = [about.contentType, about.language].filter(word => word !== null).join(', ')
  const text = new Bounded(share)
  text.add(`File: ${printable(path)} (${kind}; ${size}; ${plural(about.chunks.length, 'chunk')})`)
  if (summary !== '') text.add(`In short: ${printable(summary)}`)
  for (const note of notes) text.add(`Note: ${printable(note)}`)
  for (const [name, value] of Object.entries(facts)) {
    const shown = printable(typeof value === 'string' ? value : JSON.stringify(value ?? null))
    if (shown !== 'null') text.add(`${printable(name)}: ${clip(shown, MOST_FACT)}`, name)
  }
  for (const panel of panels) text.add(panelText(panel), panel.title)
  return { facts: text.toString(), answers: clip(answers.map(printable).join('\n'), share) }
}

function toldOf({ summary, notes, answers, panels }: FileWide) {
  const sure = answers.filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
  return {
    summary,
    notes: notes.slice(0, MOST_NOTES),
    answers: sure.slice(0, MOST_ANSWERS).map(({ text }) => text),
    panels,
  }
}

/** Text up to a limit; what does not fit is named. */
class Bounded {
  private readonly blocks: string[] = []
  private readonly left: string[] = []

  constructor(private room: number) {}

  add(block: string, name = clip(block, 40)): void {
    if (block.length > this.room) {
      this.left.push(name)
      return
    }
    this.room -= block.length + 1
    this.blocks.push(block)
  }

  toString(): string {
    const { blocks, left } = this
    if (left.length === 0) return blocks.join('\n')
    const named = left.slice(0, 8).map(name => JSON.stringify(printable(name)))
    const rest = left.length > named.length ? ` and ${formatCount(left.length - named.length)} more` : ''
    return [...blocks, `Left out for want of room: ${named.join(', ')}${rest}`].join('\n')
  }
}

/** As on a terminal, but for the bars: a model reads the numbers. */
function panelText(panel: Panel): string {
  const screen = new Screen(false, 120)
  drawPanel(screen, panel, { indent: 0 })
  const text = screen.text().trimEnd()
  return panel.kind === 'bars' ? text.replace(/(?<! ) *[▏▎▍▌▋▊▉█]+ */g, '  ').replace(/(?<! ) +$/gm, '') : text
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut)`
}
