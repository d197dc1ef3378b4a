// What comments say about the code: work that was put off, and code that was commented out.
import type { Rule } from '@shoal/base/model/finding'
import type { CodeReading } from '../reading.ts'
import type { Smell } from '../smell.ts'

const PUT_OFF: Rule = {
  id: 'code.todo',
  concern: 'quality',
  title: 'Work that was put off',
  explanation: 'Somebody noted what is missing or wrong here. Do it, or file it where it will be found.',
  cwe: 'CWE-546',
}
const COMMENTED_OUT: Rule = {
  id: 'code.commented-out',
  concern: 'quality',
  title: 'Code that was commented out',
  explanation: 'It is kept by version control already; here it goes stale and misleads. Remove it.',
  cwe: 'CWE-1085',
}

export interface Todo {
  readonly marker: string
  readonly text: string
  readonly line: number
  readonly node: number
}

const MARKER = /(?:^|[\s*#/!;(<-])@?(TODO|FIXME|HACK|XXX|BUG)\b(?!\))(?:\(([^)\n]{0,40})\))?\s*[:\-–]?\s*([^\n]{0,200})/
/** A marker in lower case counts only with a colon. */
const QUIET = /(?:^|[\s*#/])(todo|fixme|hack):\s*([^\n]{0,200})/
const MOST = 10_000

export function readTodos({ tree, index }: CodeReading): Todo[] {
  const todos: Todo[] = []
  for (const node of index.comments) {
    if (todos.length >= MOST) break
    const first = tree.rows[node]!
    const lines = tree.textOf(node, 20_000).split('\n')
    for (const [i, line] of lines.entries()) {
      const loud = MARKER.exec(line)
      const found = loud ?? QUIET.exec(line)
      if (!found) continue
      const text = (loud ? loud[3] : found[2])!.replace(/\*\/\s*$|-->\s*$/, '').trim()
      todos.push({ marker: found[1]!.toUpperCase(), text, line: first + i + 1, node })
      break
    }
  }
  return todos
}

export function* commentSmells(reading: CodeReading, todos: readonly Todo[]): Generator<Smell> {
  const byMarker = new Map<string, Todo[]>()
  for (const todo of todos) byMarker.set(todo.marker, [...(byMarker.get(todo.marker) ?? []), todo])
  for (const [marker, group] of byMarker) {
    const told = group.slice(0, 3).map(({ text, line }) => `line ${line}: ${text || 'no text'}`)
    yield {
      type: 'pattern',
      rule: PUT_OFF,
      node: group[0]!.node,
      line: group[0]!.line,
      summary: `${group.length} ${marker} ${group.length === 1 ? 'comment' : 'comments'}: ${told.join('; ')}${group.length > 3 ? ' …' : ''}`,
      severity: 'low',
      confidence: 'high',
      nature: marker === 'TODO' || marker === 'XXX' ? 'fact' : 'problem',
      count: group.length,
      others: group.slice(1),
      stats: { marker, lines: group.slice(0, 50).map(({ line }) => line) },
      topics: ['todo', marker.toLowerCase(), ...group.slice(0, 3).flatMap(({ text }) => text.split(/\W+/).slice(0, 6))],
      subject: marker,
      scope: 'module',
    }
  }
  yield* commentedOut(reading)
}

const CODE_LINE =
  /^(?:(?:public|private|protected|static|async|export|const|let|var|final|def|function|fn|func|class|import|from|return|raise|throw|if|elif|else|for|while|try|except|catch|switch|case|await|print|console|self|this|echo)\b.*(?:[;{}:)\]]|=>)\s*$|[\w.[\]'"$>-]+\s*(?:[+*/-]?=|\+=)\s*[^=\s].*[;)\]'"\d\w]\s*$|[\w.$>:-]+\([^.!?]*\)[;,{]?\s*$|\}.*|else:|try:|pass|break;?|continue;?|return\b.*;|end)$/
const PROSE =
  /(?:\b(?:the|a|an|is|are|this|that|should|must|can|will|not|when|because|which|we|you|it)\b\s+){1,}|^\s*(?:@\w+|e\.g|i\.e|example|usage|note)\b/i
const LEAST = 3

/** Runs of comment lines that read like statements. */
function* commentedOut(reading: CodeReading): Generator<Smell> {
  const { tree, index } = reading
  let run: { node: number; row: number; isCode: boolean }[] = []
  for (const node of [...index.comments, -1]) {
    const row = node < 0 ? -1 : tree.rows[node]!
    if (node < 0 || row !== (run.at(-1)?.row ?? row - 1) + 1) {
      yield* outOf(reading, run)
      run = []
    }
    if (node < 0) break
    const text = tree.textOf(node, 4000)
    if (/^\/\*(?!\*)/.test(text) && text.includes('\n')) {
      yield* block(reading, node, text)
      continue
    }
    if (
      /^\/\*|^\/\/\/|^\/\/!|^#!|^--\[\[/.test(text) ||
      tree.text.slice(tree.lines[row]!, tree.starts[node]!).trim() !== ''
    )
      continue
    run.push({ node, row, isCode: looksLikeCode(text.replace(/^(?:\/\/|#|--|;)+\s?/, '')) })
  }
}

function* outOf(reading: CodeReading, run: readonly { node: number; isCode: boolean }[]): Generator<Smell> {
  const code = run.filter(({ isCode }) => isCode)
  if (code.length < LEAST || code.length < run.length * 0.6) return
  yield commentedSmell(reading, code[0]!.node, code.length, reading.tree.line(run.at(-1)!.node))
}

function* block(reading: CodeReading, node: number, text: string): Generator<Smell> {
  const lines = text
    .replace(/^\/\*|\*\/$/g, '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  const code = lines.filter(looksLikeCode).length
  if (code < LEAST || code < lines.length * 0.6) return
  yield commentedSmell(reading, node, lines.length, reading.tree.endLine(node))
}

function looksLikeCode(line: string): boolean {
  const bare = line.trim()
  return bare.length > 1 && bare.length < 300 && CODE_LINE.test(bare) && !PROSE.test(bare.replace(/(["'`]).*?\1/g, ''))
}

function commentedSmell(reading: CodeReading, node: number, lines: number, endLine: number): Smell {
  return {
    type: 'dead_code',
    rule: COMMENTED_OUT,
    node,
    summary: `${lines} lines of code are commented out.`,
    severity: 'low',
    confidence: 'medium',
    topics: ['dead code', 'commented-out code'],
    endLine,
    subject: `line ${reading.tree.line(node)}`,
  }
}
