// Places as the report of an answer shows them: told from the directory that was asked about, where that was named by its whole path.
import type { AskQuote, AskReport, AskStep } from '@shoal/base/model/asking'
import { inputText } from '@shoal/base/report/input-text'

export class ShownPaths {
  /** With its slash; null where places are shown as they are. */
  readonly base: string | null

  constructor({ paths, notes, steps }: AskReport) {
    const texts = [...notes.flatMap(({ quotes }) => quotes.map(({ path }) => path)), ...steps.map(({ text }) => text)]
    this.base = basesOf(paths).find(base => texts.some(text => text.includes(base))) ?? null
  }

  /** `app.log:12 (2026-05-12T07:10:00)`: a time that the quote leaves out proves what is said of it too. */
  place({ path, line, time }: AskQuote): string {
    return `${this.shortened(path)}:${line}${time === undefined ? '' : ` (${time})`}`
  }

  /** What a tool was asked; queries and code as they were run. */
  asked(step: AskStep): string {
    const asked = inputText(step)
    return /^(?:sql|run|label)$/.test(step.tool) ? asked : this.shortened(asked)
  }

  /** Of a line of a file only its place: what it says is shown letter by letter. */
  result(text: string): string {
    return text
      .split('\n')
      .map(line => {
        const [label = ''] = LABEL.exec(line) ?? []
        return label === '' ? this.shortened(line) : this.shortened(label) + line.slice(label.length)
      })
      .join('\n')
  }

  private shortened(text: string): string {
    const { base } = this
    if (base === null) return text
    return text.replaceAll(base, (found, at: number) => (BEFORE.includes(text[at - 1] ?? ' ') ? '' : found))
  }
}

/** `12| `, `app.log:12| `, with the label of an example before it. */
const LABEL = /^(?:[^|\n]{0,1000}:| {0,4})\d{1,9}\| /
/** A path begins behind one of these, or with its text. */
const BEFORE = ' |(\n'

/** The directory that all that was asked about stands in; or, of a single file, the one it stands in. */
function basesOf(paths: readonly string[]): string[] {
  const [first, ...others] = paths.map(path => path.replace(/(?<!\/)\/+$/, '').split('/'))
  if (first === undefined || !paths.every(path => path.startsWith('/'))) return []
  let shared = first.length
  for (const parts of others) while (first.slice(0, shared).some((part, k) => parts[k] !== part)) shared--
  return [shared, shared - 1].filter(count => count > 2).map(count => `${first.slice(0, count).join('/')}/`)
}
