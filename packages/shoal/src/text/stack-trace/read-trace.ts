// Reads a stack trace: what was raised, why, and from where. Traces of Java, Python, JavaScript, Go, Ruby, C#, Rust and
// PHP; a text without frames is none.

import { pushAll } from '@shoal/base/model/lists'
import { type FoundFrame, type Frame, isOwn, readFrame, type TraceLanguage } from './frames.ts'

export interface StackTrace {
  readonly language: TraceLanguage
  /** Of the error behind all others: `java.net.SocketTimeoutException`, `KeyError`, `panic`. Null when not named. */
  readonly errorClass: string | null
  readonly message: string
  /** Of that error, where it was raised first. */
  readonly frames: readonly Frame[]
  /** The frame nearest to where it was raised that is the program's own code; the nearest of all if none is. */
  readonly root: Frame
  /** Classes of the errors that were raised because of it, the outermost first. */
  readonly outer: readonly string[]
}

/** An error as named on a line, with the frames that follow or precede it. */
interface Section {
  errorClass: string
  message: string
  frames: FoundFrame[]
}

const MOST_LINES = 2000
const LONGEST_LINE = 2000

/** `pkg.SomeError: message`, also behind `Caused by:`, `Exception in thread "main"`, `Uncaught`, `--->`. */
const NAMED =
  /^(?:\s*(?:Caused by:|Suppressed:|\[cause\]:|Wrapped by:|Uncaught|Unhandled exception\.?|PHP Fatal error: {1,2}Uncaught|Exception in thread "[^"]{0,200}") ?)?((?:[A-Za-z_$][\w$]*(?:\.|::|\\))*[A-Z][\w$]*)(?: \[[A-Z_\d]+\])?(?::(?: (.*))?)?(?: \{)?$/
const INNER = / ---> ((?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?:: (.*))?$/s
const INSIDE =
  /(?<![\w$](?:\.|::|\\)?)(?:[a-z\d_$]+(?=[A-Z]))??((?:[A-Za-z_$][\w$]*(?:\.|::|\\))*[A-Z][\w$]*(?:Error|Exception|Throwable|Fault|Timeout|Interrupt))\b(?:: (.*))?$/s
const RUBY_HEAD = /^(?:(?!:in [`'][^']{1,200}': ).)*:in [`'][^']{1,200}': (.*) \(([A-Z][\w:]*)\)$/
const GO_PANIC = /^(?:panic|fatal error): (.*?)(?: \[recovered\])?$/
const RUST_PANIC =
  /^(?:(?!thread '[^']{0,100}'(?: \(\d+\))? panicked at ).)*thread '[^']{0,100}'(?: \(\d+\))? panicked at (?:'(.*)', )?(\S+\.rs):(\d+):\d+:?$/
const PHP_PLACE = / in (\S{1,400}\.php)(?::(\d+)|\((\d+)\)| on line (\d+))/

/** Lines of one entry: what its first line says, and the lines that continue it. */
export function readTrace(all: readonly string[]): StackTrace | null {
  const lines = all.length > MOST_LINES ? all.slice(0, MOST_LINES) : all
  const sections: Section[] = []
  const loose: FoundFrame[] = []
  let before = ''
  for (const [at, raw] of lines.entries()) {
    const line = (raw.length > LONGEST_LINE ? raw.slice(0, LONGEST_LINE) : raw).trimEnd()
    pushAll(sections, errorsOn(line, at, lines[at + 1] ?? ''))
    const frame = readFrame(line, before, at)
    if (frame) (sections.at(-1)?.frames ?? loose).push(frame)
    before = line
  }
  const frames = [...loose, ...sections.flatMap(section => section.frames)]
  if (frames.length === 0) return null
  const language = mostCommon(frames.map(frame => frame.language))
  return language === 'python' ? readPython(lines) : pick(language, sections, loose)
}

/** The errors that a line names; C# names the outer and the inner one on the same line. */
function errorsOn(line: string, at: number, next: string): Section[] {
  const rust = line.includes('panicked at ') ? RUST_PANIC.exec(line) : null
  if (rust) {
    const frame = { function: 'panic', file: rust[2]!, line: Number(rust[3]), at }
    return [{ errorClass: 'panic', message: rust[1] ?? next, frames: [{ language: 'rust', frame }] }]
  }
  const panic = GO_PANIC.exec(line)
  if (panic) return [section('panic', panic[1])]
  const ruby = line.includes(':in ') ? RUBY_HEAD.exec(line) : null
  if (ruby) return [section(ruby[2]!, ruby[1])]
  const inner = line.includes(' ---> ') ? INNER.exec(line) : null
  const outer = inner ? line.slice(0, inner.index) : line
  const named = NAMED.exec(outer) ?? (at === 0 || inner ? INSIDE.exec(outer) : null)
  const found = named ? [phpPlaced(section(named[1]!, named[2]), at)] : []
  return inner ? [...found, section(inner[1]!, inner[2])] : found
}

function section(errorClass: string, message = ''): Section {
  return { errorClass, message: message.trim(), frames: [] }
}

/** PHP says behind the message where the error was raised. */
function phpPlaced(error: Section, at: number): Section {
  const place = PHP_PLACE.exec(error.message)
  if (!place) return error
  const line = Number(place[2] ?? place[3] ?? place[4])
  const frame: FoundFrame = { language: 'php', frame: { function: '{raised}', file: place[1]!, line, at } }
  return { ...error, message: error.message.slice(0, place.index), frames: [frame] }
}

/** Where the error stands before its frames and causes follow: the last that has frames is behind all others. */
function pick(language: TraceLanguage, sections: readonly Section[], loose: readonly FoundFrame[]): StackTrace {
  const withFrames = sections.filter(({ frames }) => frames.length > 0)
  const deepest = withFrames.at(-1)
  const at = deepest ? sections.indexOf(deepest) : sections.length
  const frames = (deepest?.frames ?? loose).filter(frame => frame.language === language)
  const all = frames.length > 0 ? frames : [...loose, ...withFrames.flatMap(s => s.frames)]
  const named = deepest ?? sections.at(-1)
  return {
    language,
    errorClass: named?.errorClass ?? null,
    message: named?.message ?? '',
    frames: all.map(({ frame }) => frame),
    root: rootOf(all),
    outer: sections.slice(0, at).map(({ errorClass }) => errorClass),
  }
}

/** Python names the error behind its frames, the innermost frame last; causes stand before what they led to. */
function readPython(lines: readonly string[]): StackTrace | null {
  const sections: Section[] = []
  let frames: FoundFrame[] = []
  for (const [at, raw] of lines.entries()) {
    const line = raw.slice(0, LONGEST_LINE).trimEnd()
    const frame = readFrame(line, '', at)
    if (frame?.language === 'python') frames.push(frame)
    else if (frames.length > 0 && /^(?:\s*\| )?[A-Za-z_]/.test(line)) {
      const named = /^(?:\s*\| )?([A-Za-z_][\w.]*)(?:: (.*))?$/.exec(line)
      if (!named) continue
      sections.push({ errorClass: named[1]!, message: (named[2] ?? '').trim(), frames: frames.reverse() })
      frames = []
    }
  }
  const root = sections[0] ?? { errorClass: null, message: '', frames: frames.reverse() }
  if (root.frames.length === 0) return null
  return {
    language: 'python',
    errorClass: root.errorClass,
    message: root.message,
    frames: root.frames.map(({ frame }) => frame),
    root: rootOf(root.frames),
    outer: sections
      .slice(1)
      .reverse()
      .map(({ errorClass }) => errorClass),
  }
}

function rootOf(frames: readonly FoundFrame[]): Frame {
  return (frames.find(isOwn) ?? frames[0]!).frame
}

function mostCommon(languages: readonly TraceLanguage[]): TraceLanguage {
  const counts = new Map<TraceLanguage, number>()
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
