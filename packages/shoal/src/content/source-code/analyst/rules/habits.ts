// Habits that bite later: mutable defaults, comparisons with None, files left open, debugging left behind.
import type { Rule } from '@shoal/base/model/finding'
import { baseName } from '@shoal/base/text/paths'
import { languageOf } from '../../../../text/code/languages/registry.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { Smell } from '../smell.ts'

const MUTABLE_DEFAULT: Rule = {
  id: 'python.mutable-default',
  concern: 'quality',
  title: 'A default value that all calls share',
  explanation:
    'A list, dict or set as default is made once, when the function is defined, and every call without that argument gets the same one. Default to None and make a new one inside.',
}
const NONE_EQUALITY: Rule = {
  id: 'python.none-equality',
  concern: 'quality',
  title: 'None is compared with == instead of is',
  explanation: 'A class may define == as it likes (arrays compare element by element). Write `is None`.',
}
const OPEN_FILE: Rule = {
  id: 'code.unclosed-file',
  concern: 'quality',
  title: 'A file is opened and not closed',
  explanation:
    'It stays open until the garbage collector comes by, and what was written may not be on disk. Open it in a with statement, try-with-resources, or close it in any case.',
  cwe: 'CWE-772',
}
const DEBUGGING: Rule = {
  id: 'code.debugging-left',
  concern: 'quality',
  title: 'Debugging left behind',
  explanation: 'A breakpoint or a dump of variables stops or floods the program in production. Remove it.',
  cwe: 'CWE-489',
}
const PRINTING: Rule = {
  id: 'code.printing-beside-logging',
  concern: 'quality',
  title: 'Printing beside a logger',
  explanation:
    'The file has a logger, yet some messages go to standard output, where no level, time or handler reaches them. Use the logger, or remove them.',
}
const GLOBAL_STATE: Rule = {
  id: 'python.global-state',
  concern: 'quality',
  title: 'Functions change a global variable',
  explanation:
    'Such functions cannot be tested or run side by side. Pass the value in and return the new one, or keep it in an object.',
}
const ASSERTION: Rule = {
  id: 'python.assert-as-check',
  concern: 'quality',
  title: 'An assert checks what comes from outside',
  explanation: 'With `python -O` asserts are gone, and so is the check. Raise an error instead.',
  cwe: 'CWE-617',
}

export function* habitSmells(reading: CodeReading): Generator<Smell> {
  if (reading.tree.language === 'python') yield* pythonHabits(reading)
  yield* openFiles(reading)
  yield* debugging(reading)
}

function* pythonHabits(reading: CodeReading): Generator<Smell> {
  const { tree } = reading
  const globals: { node: number; name: string }[] = []
  for (let node = 0; node < tree.count; node++) {
    const type = tree.type(node)
    if (type === 'default_parameter' || type === 'typed_default_parameter') yield* mutableDefault(reading, node)
    else if (type === 'comparison_operator') yield* noneEquality(reading, node)
    else if (type === 'assert_statement') yield* assertion(reading, node)
    else if (type === 'global_statement') globals.push({ node, name: tree.textOf(node, 200).replace(/^global\s+/, '') })
  }
  if (globals.length === 0) return
  const names = [...new Set(globals.flatMap(({ name }) => name.split(/(?<!\s)\s*,\s*/)))]
  yield {
    type: 'antipattern',
    rule: GLOBAL_STATE,
    node: globals[0]!.node,
    summary: `${globals.length === 1 ? 'A function changes' : `${globals.length} functions change`} module variables with \`global\`: ${names.slice(0, 6).join(', ')}.`,
    severity: 'low',
    confidence: 'high',
    count: globals.length,
    others: globals.slice(1),
    topics: ['global', ...names.slice(0, 6)],
    goals: ['architecture'],
    subject: 'global',
  }
}

function* mutableDefault(reading: CodeReading, node: number): Generator<Smell> {
  const { tree } = reading
  const value = tree.field(node, 'value')
  const name = tree.field(node, 'name')
  if (value < 0 || name < 0) return
  const isMutable =
    /^(?:list|dictionary|set|list_comprehension|dictionary_comprehension|set_comprehension)$/.test(tree.type(value)) ||
    /^(?:list|dict|set|defaultdict|OrderedDict)\(/.test(tree.textOf(value, 40))
  const owner = reading.definitionAround(node)
  if (!isMutable || !owner) return
  const parameter = tree.textOf(name, 80)
  const body = tree.text.slice(tree.ends[node]!, tree.ends[owner.node]!).slice(0, 50_000)
  const changes = new RegExp(
    String.raw`\b${escaped(parameter)}(?:\.(?:append|add|update|extend|insert|pop|remove|clear|setdefault|sort)\(|\[[^\]\n]{0,80}\]\s*[+|-]?=(?!=)|\s*[+|]=)`,
  ).test(body)
  yield {
    type: 'antipattern',
    rule: MUTABLE_DEFAULT,
    node,
    summary: changes
      ? `\`${owner.name}\` changes its default \`${parameter}=${tree.textOf(value, 20)}\`: what one call puts in, the next one finds.`
      : `\`${owner.name}\` has the mutable default \`${parameter}=${tree.textOf(value, 20)}\`, shared by all calls.`,
    // A cache is shared on purpose.
    severity: changes && !/cache|memo|seen|stack/i.test(parameter) ? 'medium' : 'low',
    confidence: 'high',
    topics: ['mutable default', parameter],
    subject: `${owner.path}:${parameter}`,
  }
}

function* noneEquality(reading: CodeReading, node: number): Generator<Smell> {
  const { tree } = reading
  const written = tree.textOf(node, 120)
  if (!/(?:==|!=)\s*None\b|\bNone\s*(?:==|!=)/.test(written)) return
  const list = tree.parents[node]!
  const call = tree.is(list, Kind.arguments) ? tree.textOf(tree.parents[list]!, 300) : ''
  // Query builders give == a meaning of their own.
  if (/\b(?:filter|where|having|and_|or_|join)\($/.test(call.slice(0, call.indexOf('(') + 1))) return
  yield {
    type: 'antipattern',
    rule: NONE_EQUALITY,
    node,
    summary: `\`${written.replace(/\s+/g, ' ').slice(0, 60)}\` compares with None by equality; \`is None\` is meant.`,
    severity: 'low',
    confidence: 'high',
    topics: ['None'],
    subject: `line ${tree.line(node)}`,
  }
}

function* assertion(reading: CodeReading, node: number): Generator<Smell> {
  const { tree } = reading
  const owner = reading.functionAround(node)
  if (reading.isTest || !owner || /^test|Test/.test(owner.path)) return
  const text = tree.textOf(node, 300)
  // Without a message it is mostly a hint for type checkers and readers.
  if (!/,\s*f?["']/.test(text)) return
  yield {
    type: 'antipattern',
    rule: ASSERTION,
    node,
    summary: `\`${owner.name}\` relies on an assert that \`python -O\` removes: ${text.split('\n', 1)[0]!.slice(0, 80)}`,
    severity: 'low',
    confidence: 'medium',
    topics: ['assert'],
    subject: `line ${tree.line(node)}`,
  }
}

function* openFiles(reading: CodeReading): Generator<Smell> {
  const { tree, calls } = reading
  const opener = languageOf(tree.language).opens
  if (!opener) return
  for (const call of calls) {
    if (!opener.test(call.callee)) continue
    const held = holder(reading, call.node)
    if (held === null) continue
    const within = reading.functionAround(call.node)
    const rest = tree.text
      .slice(tree.ends[call.node]!, within ? tree.ends[within.node]! : tree.text.length)
      .slice(0, 50_000)
    if (held !== '' && !isLeft(rest, held)) continue
    yield {
      type: 'antipattern',
      rule: OPEN_FILE,
      node: call.node,
      summary:
        held === ''
          ? `\`${call.callee}(…)\` opens a file that nothing can close.`
          : `\`${held}\` is opened with \`${call.callee}(…)\` and never closed in ${within ? `\`${within.name}\`` : 'this file'}.`,
      severity: 'low',
      confidence: held === '' ? 'high' : 'medium',
      topics: ['file', 'resource leak', 'close'],
      subject: `line ${tree.line(call.node)}`,
    }
  }
}

/** The variable that holds what is opened; '' when nothing does; null when it is in good hands. */
function holder({ tree }: CodeReading, node: number): string | null {
  const parent = tree.parents[node]!
  const type = tree.type(parent)
  if (/^(?:assignment|variable_declarator)$/.test(type)) {
    if (/resource/.test(tree.type(tree.parents[parent]!))) return null
    const left = tree.field(parent, 'left') >= 0 ? tree.field(parent, 'left') : tree.field(parent, 'name')
    const name = left < 0 ? '' : tree.textOf(left, 80)
    return /^\w+$/.test(name) ? name : null
  }
  if (tree.language === 'go' && type === 'expression_list') {
    const left = tree.field(tree.parents[parent]!, 'left')
    return left < 0 ? null : (/^(\w+)/.exec(tree.textOf(left, 80))?.[1] ?? null)
  }
  // `open(p).read()` and `json.load(open(p))`
  if (
    tree.language === 'python' &&
    (type === 'attribute' || (type === 'argument_list' && isReader(tree.textOf(tree.parents[parent]!, 40))))
  )
    return ''
  return null
}

function isReader(call: string): boolean {
  return /^(?:json\.loads?|yaml\.\w*load|pickle\.load|csv\.\w*reader|toml\.load|list|json\.dump|print)\(/i.test(call)
}

/** It is neither closed nor handed on. */
function isLeft(rest: string, name: string): boolean {
  const word = escaped(name)
  return !new RegExp(
    String.raw`\b${word}\s*\.\s*(?:close|Close|__exit__)\b|\b(?:return|yield)\b[^\n]{0,200}\b${word}\b(?!\s*\.)|\bwith\s+${word}\b|=\s*${word}\b|[(,]\s*${word}\s*[,)]|closing\(`,
  ).test(rest)
}

const BREAKPOINTS =
  /^(?:breakpoint|pdb\.set_trace|ipdb\.set_trace|pudb\.set_trace|binding\.pry|binding\.irb|byebug|var_dump|dd|dbg|print_r)$/
const DUMPS = /^(?:var_dump|print_r)$/
const LOGGERS =
  /(?:^|[._])(?:log|logger|logging|LOG|_log|_logger|LOGGER|slog|zap)\.(?:\w+\.)?(?:debug|info|warn|warning|error|exception|critical|fatal|trace|Debug|Info|Warn|Error|Fatal|Log\w+|Printf|Println)$/

function* debugging(reading: CodeReading): Generator<Smell> {
  const { tree, calls } = reading
  const { prints, isScript } = languageOf(tree.language)
  const printing: number[] = []
  let logs = 0
  for (const call of calls) {
    if (LOGGERS.test(call.callee)) logs++
    if (prints?.test(call.callee)) printing.push(call.node)
    if (!BREAKPOINTS.test(call.callee) || (call.callee === 'dd' && tree.language !== 'php')) continue
    if (call.callee === 'dbg' && (tree.language !== 'rust' || isInTests(tree.text, tree.starts[call.node]!))) continue
    if (call.callee === 'print_r' && call.arguments.length > 1) continue
    // What a function or a file for debugging does is meant.
    if (/debug|dump|trace|_?dbg/i.test(`${reading.functionAround(call.node)?.name ?? ''} ${baseName(reading.path)}`))
      continue
    yield debugSmell(reading, call.node, call.callee)
  }
  if (isScript)
    for (let node = 0; node < tree.count; node++)
      if (tree.type(node) === 'debugger_statement') yield debugSmell(reading, node, 'debugger')
  if (reading.isTest || printing.length === 0 || logs < 2 || printing.length > logs) return
  yield {
    type: 'antipattern',
    rule: PRINTING,
    node: printing[0]!,
    summary: `${printing.length} ${printing.length === 1 ? 'message goes' : 'messages go'} to standard output although the file logs ${logs} others.`,
    severity: 'low',
    confidence: 'medium',
    count: printing.length,
    stats: { printed: printing.length, logged: logs },
    topics: ['print', 'logging', 'debugging'],
    subject: 'print',
  }
}

/** What such programs print is read by whoever runs them. */
const BY_HAND = /(?:^|[/\\])(?:bin|cli|commands?|maintenance|scripts?|tools?)[/\\]/i

function debugSmell(reading: CodeReading, node: number, what: string): Smell {
  return {
    type: 'antipattern',
    rule: DEBUGGING,
    node,
    summary: `\`${what}\` was left behind: it stops the program or dumps its variables.`,
    severity: reading.isTest || (DUMPS.test(what) && BY_HAND.test(reading.path)) ? 'low' : 'medium',
    confidence: 'high',
    topics: ['debugging', what],
    subject: `line ${reading.tree.line(node)}`,
  }
}

function escaped(name: string): string {
  return name.replace(/[$^\\.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** Tests of Rust stand at the end of their file. */
function isInTests(text: string, at: number): boolean {
  const tests = text.indexOf('#[cfg(test)]')
  return tests >= 0 && tests < at
}
