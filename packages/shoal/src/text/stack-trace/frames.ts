// One frame of a stack trace, as the run-times of eight languages print it.

export type TraceLanguage = 'java' | 'python' | 'javascript' | 'go' | 'ruby' | 'csharp' | 'rust' | 'php'

export interface Frame {
  readonly function: string
  readonly file: string | null
  readonly line: number | null
  /** The frame's line among those that were read, from 0. */
  readonly at: number
}

export interface FoundFrame {
  readonly language: TraceLanguage
  readonly frame: Frame
}

const AT = /^\s*at /
const JAVA = /^\s*at (?:[\w.-]+(?:@[\w.-]+)?\/)*([\w.$<>-]+)\(([\w$-]+\.\w+|Native Method|Unknown Source)(?::(\d+))?\)/
const SCRIPT = /^\s*at (?:async )?(?:([^()]{1,200}?) (?:\[as [^\]]*\] )?\()?([^()\s][^()]{0,400}?):(\d+):\d+\)?,?$/
const SCRIPT_NATIVE = /^\s*at (?:async )?([\w$.<> ]{1,200}) \((?:<anonymous>|native|index \d+)\)/
const SHARP = /^\s*at ([\w.<>`+,[\]|]+(?:\([^()]*\)))(?: in (.{1,400}):line (\d+))?\s*$/
const PYTHON = /^\s*(?:\| +)?File "([^"]{1,400})", line (\d+)(?:, in (.{1,200}))?$/
const RUBY = /^\s*(?:\d+: )?(?:from )?([^\s:]{1,400}\.(?:rb|erb|ru|rake)):(\d+):in [`']([^']{1,200})'/
const GO_PLACE = /^\s+(\S{1,400}\.(?:go|s)):(\d+)(?: \+0x[\da-f]+)?\s*$/
const GO_CALL = /^(?:created by )?([\w./*()[\]%-]+?[\w)\]])(?:\([^()]*\)|\(\.\.\.\)| in goroutine \d+)?$/
const RUST_CALL = /^\s*\d+:\s+(?:0x[\da-f]+ - )?(\S.{0,300})$/
const RUST_PLACE = /^\s+at (\S{1,400}\.rs):(\d+)(?::\d+)?\s*$/
const PHP = /^\s*#\d+ (?:(\S{1,400}?)\((\d+)\): |\[internal function\]: |)(\S.{0,300})$/

/** The frame on a line; `before` is the line before it, which names the function in Go and Rust. */
export function readFrame(line: string, before: string, at: number): FoundFrame | null {
  const first = line.trimStart().charCodeAt(0)
  if (first === 97 /* a */ && AT.test(line)) return atFrame(line, before, at)
  if (first === 70 /* F */) {
    const m = PYTHON.exec(line)
    return m && found('python', m[3] ?? '<module>', m[1]!, m[2]!, at)
  }
  if (first === 35 /* # */) {
    const m = PHP.exec(line)
    return m && (m[1] || m[3] === '{main}' || line.includes('[internal')) ? found('php', m[3]!, m[1], m[2], at) : null
  }
  const go = GO_PLACE.exec(line)
  if (go) {
    const call = GO_CALL.exec(before)
    return call && found('go', call[1]!, go[1]!, go[2]!, at)
  }
  const ruby = line.includes(':in ') ? RUBY.exec(line) : null
  return ruby && found('ruby', ruby[3]!, ruby[1]!, ruby[2]!, at)
}

function atFrame(line: string, before: string, at: number): FoundFrame | null {
  const java = JAVA.exec(line)
  if (java) return found('java', java[1]!, java[3] ? java[2]! : null, java[3], at)
  const rust = RUST_PLACE.exec(line)
  const call = rust && RUST_CALL.exec(before)
  if (rust && call) return found('rust', call[1]!, rust[1]!, rust[2]!, at)
  const script = SCRIPT.exec(line)
  if (script) return found('javascript', script[1] ?? '<anonymous>', script[2]!, script[3]!, at)
  const native = SCRIPT_NATIVE.exec(line)
  if (native) return found('javascript', native[1]!, null, null, at)
  const sharp = SHARP.exec(line)
  return sharp && found('csharp', sharp[1]!, sharp[2], sharp[3], at)
}

function found(
  language: TraceLanguage,
  name: string,
  file: string | null | undefined,
  line: string | null | undefined,
  at: number,
): FoundFrame {
  return { language, frame: { function: name.trim(), file: file ?? null, line: line ? Number(line) : null, at } }
}

/** Code of run-times and the frameworks around them: an error is seldom at home there. */
const FOREIGN: Readonly<Record<TraceLanguage, RegExp>> = {
  java: /^(?:java|javax|jdk|sun|com\.sun|jakarta|kotlin|scala|groovy|org\.(?:springframework|apache|hibernate|eclipse|junit|jboss)|io\.netty|com\.zaxxer|reactor)\./,
  python: /(?:^|[\\/])(?:site-packages|dist-packages|lib[\\/]python[\d.]+)[\\/]|^<frozen /,
  javascript: /^node:|node_modules[\\/]|^internal[\\/]|^<anonymous>/,
  go: /(?:^|\/)(?:usr\/local\/go|go\/src|runtime|pkg\/mod)\//,
  ruby: /\/gems\/|\/lib\/ruby\//,
  csharp: /^(?:System|Microsoft)\./,
  rust: /^\/rustc\/|\/library\/(?:core|std|alloc)\/|\.cargo\/registry/,
  php: /\/vendor\//,
}

/** Whether a frame is the program's own, as far as its name and place tell. */
export function isOwn({ frame, language }: FoundFrame): boolean {
  const where = language === 'java' || language === 'csharp' ? frame.function : frame.file
  return where !== null && !FOREIGN[language].test(where)
}
