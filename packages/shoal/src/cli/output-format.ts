// Which form a document has by the name of the file it is written to. A name that promises another form is refused.
import { extname } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { options } from '../config/options.ts'
import type { Resolved } from '../config/resolve.ts'

export type ReportFormat = (typeof options.format.choices)[number]

const ENDINGS: readonly (readonly [ending: RegExp, format: ReportFormat, shown: string])[] = [
  [/\.sarif(\.json)?$/i, 'sarif', '.sarif'],
  [/\.json$/i, 'json', '.json'],
  [/\.summary\.md$/i, 'summary', '.summary.md'],
  [/\.xml$/i, 'junit', '.xml'],
  [/\.(md|markdown)$/i, 'md', '.md'],
  [/\.html?$/i, 'html', '.html'],
  [/\.(txt|text|log)$/i, 'text', '.txt'],
]

/** Null for a name without an ending. */
export function formatByEnding(file: string, choices: readonly ReportFormat[]): ReportFormat | null {
  if (extname(file) === '' || file.startsWith('/dev/')) return null
  const found = ENDINGS.find(([ending]) => ending.test(file))?.[1]
  if (found && choices.includes(found)) return found
  const known = ENDINGS.filter(([, format]) => choices.includes(format)).map(([, , shown]) => shown)
  throw new ShoalError('bad-value', `--output ${file}: there is no document of the form ${extname(file)}`, {
    detail: file,
    advice: `end it in ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, or name the form with --format`,
  })
}

/** For commands with one document: the ending of `--output` tells the form that `--format` leaves open. */
export function withFormat(command: string, resolved: Resolved): Resolved {
  const choices = formatsOf(command)
  const { face } = resolved
  const [file] = face.output
  if (choices === null || file === undefined || face.format !== null) return resolved
  const takesCsv = (options.csv.commands as readonly string[]).includes(command)
  if (takesCsv && /\.csv$/i.test(file)) return { ...resolved, face: { ...face, csv: true } }
  return { ...resolved, face: { ...face, format: formatByEnding(file, choices) } }
}

/** Null for commands that write a report, whose every `--output` has a form of its own. */
function formatsOf(command: string): readonly ReportFormat[] | null {
  const { choicesIn } = options.format
  return Object.hasOwn(choicesIn, command) ? choicesIn[command as keyof typeof choicesIn] : null
}
