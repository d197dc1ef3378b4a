// Anchors of what the code says: log calls and errors it raises, with `<*>` for what is filled in.
import { lookup } from '@shoal/base/model/lookup'
import type { Call } from '../../../../text/code/symbols/calls.ts'
import { readCall } from '../../../../text/code/symbols/calls.ts'
import { messageOf } from '../../../../text/code/symbols/string-value.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { AnchorList } from './anchor-list.ts'

const LEVELS: Readonly<Record<string, string>> = {
  trace: 'trace',
  verbose: 'debug',
  debug: 'debug',
  info: 'info',
  information: 'info',
  notice: 'info',
  log: 'info',
  warn: 'warning',
  warning: 'warning',
  err: 'error',
  error: 'error',
  exception: 'error',
  critical: 'critical',
  crit: 'critical',
  alert: 'critical',
  fatal: 'critical',
  panic: 'critical',
  severe: 'error',
}
const LOGGERS =
  /(?:^|[._])(?:log|logs|logger|logging|slog|zap|sugar|glog|klog|logrus|winston|pino|console|_log|_logger|LOG|LOGGER|Log|Logger|Rails\.logger|timber|tracing|app\.logger|syslog|out|err|stderr|stdout|t|Console|Debug|Trace)$/i
/** Printing functions, with the level their channel means. */
const PRINTS: Readonly<Record<string, string>> = {
  print: 'print',
  println: 'print',
  printf: 'print',
  eprintln: 'error',
  eprint: 'error',
  puts: 'print',
  echo: 'print',
  fprintf: 'print',
  error_log: 'error',
  perror: 'error',
  syslog: 'info',
  print_endline: 'print',
  putStrLn: 'print',
  WriteLine: 'print',
  Println: 'print',
  Printf: 'print',
  Print: 'print',
  Fprintf: 'print',
  Fprintln: 'print',
  log_message: 'info',
}
const RAISING_CALLS =
  /^(?:raise|fail|panic|bail|anyhow|ensure|unimplemented|error|failwith|invalid_arg|errors\.New|fmt\.Errorf|errors\.Errorf|errors\.Wrap|errors\.Wrapf|abort|die|exit|reject|Promise\.reject|trigger_error|throwError|throw|http\.Error|xerrors\.Errorf|err)$/

export function messageAnchors(reading: CodeReading, anchors: AnchorList): void {
  const { tree } = reading
  for (const call of reading.calls) {
    const level = levelOf(call)
    if (level !== null) {
      const message = firstMessage(reading, call)
      if (message) anchors.add('log-call', message, call.node, { value: level })
    } else if (RAISING_CALLS.test(call.callee)) raised(reading, call, anchors)
  }
  for (const node of reading.index.throws) thrown(reading, node, anchors)
  if (tree.language === 'cpp') for (const node of reading.index.binaries) streamed(reading, node, anchors)
  if (tree.language === 'php')
    for (let node = 0; node < tree.count; node++)
      if (tree.type(node) === 'echo_statement') {
        const message = messageOf(tree, tree.namedChildren(node)[0] ?? -1)
        if (message) anchors.add('log-call', message, node, { value: 'print' })
      }
}

/** The level of a log call; null when it is none. */
export function levelOf(call: Call): string | null {
  const bare = call.name.replace(/^Log(?=[A-Z])/, '').replace(/(?:f|w|ln|Context|Ctx|Async)$/, '')
  const level = lookup(LEVELS, bare.toLowerCase()) ?? lookup(LEVELS, call.name.toLowerCase())
  if (
    level &&
    (LOGGERS.test(call.receiver) ||
      (call.receiver === '' && /^(?:info|warn|error|debug|trace)$/.test(call.name) && isMacro(call)))
  )
    return level
  if (
    call.receiver === '' ||
    /(?:^|\.)(?:fmt|log|out|err|Console|stdout|stderr|sys\.stdout|sys\.stderr|IO|std|debug|Debug)$/.test(call.receiver)
  ) {
    const printed = lookup(PRINTS, call.name)
    if (printed) return /err/i.test(call.receiver) ? 'error' : printed
  }
  if (/(?:^|\.)std(?:err|out)\.write$/.test(call.callee)) return /stderr/.test(call.callee) ? 'error' : 'print'
  return null
}

/** `info!` of Rust stands without a logger; a plain function called `info` may be anything, yet it says something. */
function isMacro(call: Call): boolean {
  return call.arguments.length > 0
}

function firstMessage({ tree }: CodeReading, call: Call): string | null {
  for (const argument of call.arguments.slice(0, 3)) {
    const message = messageOf(tree, argument)
    if (message) return message
  }
  // `echo` joins its words.
  return null
}

function raised(reading: CodeReading, call: Call, anchors: AnchorList): void {
  const { tree } = reading
  for (const [i, argument] of call.arguments.slice(0, 3).entries()) {
    const message = messageOf(tree, argument) ?? (tree.is(argument, Kind.call) ? innerMessage(reading, argument) : null)
    if (!message) continue
    const first = call.arguments[0]!
    const named = i > 0 && /^[A-Z][\w.:]*$/.test(tree.textOf(first, 80)) ? tree.textOf(first, 80) : ''
    const built = tree.is(argument, Kind.call) ? readCall(tree, argument).callee.replace(/\.new$/, '') : ''
    anchors.add('raise', message, call.node, { value: named || built || call.callee })
    return
  }
}

function thrown(reading: CodeReading, node: number, anchors: AnchorList): void {
  const { tree } = reading
  for (const child of tree.namedChildren(node)) {
    if (!tree.is(child, Kind.call)) {
      const message = messageOf(tree, child)
      if (message) anchors.add('raise', message, node)
      continue
    }
    const call = readCall(tree, child)
    const message = innerMessage(reading, child)
    const value = errorClass(reading, child) || call.callee
    anchors.add('raise', message ?? value, node, { value })
  }
}

function innerMessage(reading: CodeReading, node: number): string | null {
  return firstMessage(reading, readCall(reading.tree, node))
}

/** `new IllegalStateException(…)`: where the callee is a type node the class is its text. */
function errorClass({ tree }: CodeReading, node: number): string {
  const type = ['type', 'constructor'].map(field => tree.field(node, field)).find(at => at >= 0)
  return type === undefined ? '' : tree.textOf(type, 80)
}

/** `std::cout << "x" << y;` */
function streamed(reading: CodeReading, node: number, anchors: AnchorList): void {
  const { tree } = reading
  if (tree.is(tree.parents[node]!, Kind.binary)) return
  const head = /^(?:std::)?(cout|cerr|clog)\s*<</.exec(tree.textOf(node, 40))
  if (!head) return
  const message = messageOf(tree, node)
    ?.replace(/^<\*>\s*/, '')
    .replace(/<\*>$/, '')
  if (message) anchors.add('log-call', message, node, { value: head[1] === 'cout' ? 'print' : 'error' })
}
