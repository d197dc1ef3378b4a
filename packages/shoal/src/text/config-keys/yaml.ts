// YAML: read into a tree where it is of a normal size and no template, else line by line by its indentation.
import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { plainType, type Setting, type Settings, type SettingsReader, unquoted, withoutComment } from './settings.ts'
import { DEEPEST, parseYaml, type YamlProblem } from './yaml-documents.ts'

/** More than this is not read into a tree, which takes a hundred times the memory. */
export const MOST_TREE = 4 << 20

/** A key is a name: what is longer is cut, so that the paths of all that stands below it stay short. */
const LONGEST_KEY = 200

/** Null when it was read into a tree, else why it cannot be: too deep, or a template of something that becomes YAML. */
export function readYamlTree(found: Settings, rows: readonly string[]): string | null {
  const text = rows.join('\n')
  if (TEMPLATE.test(text)) return 'It is a template of YAML'
  const documents = parseYaml(text)
  if (!documents) return `It is nested deeper than ${DEEPEST} levels`
  const lines = new Lines(rows)
  for (const [index, { contents, problems }] of documents.entries()) {
    for (const problem of problems) fault(found, lines, problem)
    new TreeReader(found, lines, text).read(contents, documents.length > 1 ? [`document ${index + 1}`] : [])
  }
  return null
}

/** `{{ value }}` and `{% if %}` that are not quoted. */
const TEMPLATE = /^[ \t]*(?:-\s+)?\{[{%]|:\s+\{\{|^[^"'\n#]{0,200}\{\{-/m

/**
 * The lines of the file, which may hold characters that YAML takes for line ends. What stands on a blank line is quoted with
 * the last text before it, or else the first behind it.
 */
class Lines {
  private readonly starts: number[] = []
  /** By index of a line, the index of the one that is quoted for it. */
  private readonly quoted: number[] = []

  constructor(private readonly rows: readonly string[]) {
    let start = 0
    let last = Math.max(
      0,
      rows.findIndex(row => row.trim() !== ''),
    )
    for (const [k, row] of rows.entries()) {
      this.starts.push(start)
      start += row.length + 1
      if (row.trim() !== '') last = k
      this.quoted.push(last)
    }
  }

  at(offset: number): { readonly line: number; readonly quote: string } {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    const row = this.quoted[low] ?? 0
    return { line: row + 1, quote: this.rows[row] ?? '' }
  }
}

function fault(found: Settings, lines: Lines, { code, offset, message }: YamlProblem): void {
  const { line, quote } = lines.at(offset)
  if (code === 'DUPLICATE_KEY') {
    const path = quote.trim().replace(/^-\s+/, '').split(':', 1)[0]!
    found.fault({
      kind: 'duplicate',
      line,
      quote,
      message: `the key \`${path}\` is there twice on the same level, again on line ${line}`,
      path,
    })
  } else if (code === 'UNKNOWN_ALIAS') {
    const reason = `\`*${message}\` refers to an anchor that is defined nowhere in the file`
    found.fault({ kind: 'alias', line, quote, message: reason })
  } else if (code === 'TAB_AS_INDENT')
    found.fault({ kind: 'tab', line, quote, message: `line ${line} is indented with a tab, which YAML forbids` })
  else {
    const reason = message.split('\n', 1)[0]!.replace(/ at line \d+, column \d+:?.*$/s, '')
    found.fault({ kind: 'syntax', line, quote, message: `line ${line} is not valid YAML: ${reason}` })
  }
}

class TreeReader {
  constructor(
    private readonly found: Settings,
    private readonly lines: Lines,
    private readonly text: string,
  ) {}

  read(node: unknown, path: readonly string[]): void {
    if (isMap(node)) for (const pair of node.items) this.pair(pair, path)
    else if (isSeq(node)) for (const [i, item] of node.items.entries()) this.item(item, path, i)
  }

  private pair(pair: Pair, path: readonly string[]): void {
    const [offset, end] = (pair.key as Node | null)?.range ?? [0, 0]
    const key = isScalar(pair.key) ? shortened(String(pair.key.value)) : this.written(offset, end)
    this.add(pair.value, [...path, key], key, offset)
    this.read(pair.value, [...path, key])
  }

  /** A key that is no name, as it stands in the file. */
  private written(start: number, end: number): string {
    const text = this.text.slice(start, Math.min(end, start + LONGEST_KEY + 1))
    return shortened(text.trim().replace(/\s+/g, ' '))
  }

  private item(item: unknown, path: readonly string[], index: number): void {
    const place = [...path.slice(0, -1), `${path.at(-1) ?? ''}[${index}]`]
    const parent = path.at(-1) ?? ''
    if (isPair(item)) this.pair(item, path)
    else if (isScalar(item)) {
      const offset = item.range?.[0] ?? 0
      const assigned = ENVIRONMENT.test(parent) ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(String(item.value)) : null
      if (assigned) this.environment(assigned[1]!, assigned[2]!, [...path, assigned[1]!], offset)
      else this.add(item, place, parent, offset)
    } else if (isMap(item) && ENVIRONMENT.test(parent) && item.has('name') && isScalar(item.get('value', true))) {
      const name = String(item.get('name'))
      const value = item.get('value', true) as { value: unknown; range?: readonly number[] | null }
      this.environment(name, String(value.value), [...path, name], value.range?.[0] ?? 0)
    } else this.read(item, place)
  }

  private environment(key: string, value: string, path: readonly string[], offset: number): void {
    const type = plainType(value)
    this.found.add({ path: path.join('.'), key, value, type, quoted: false, ...this.lines.at(offset), env: true })
  }

  private add(node: unknown, path: readonly string[], key: string, offset: number): void {
    const found = { path: path.join('.'), key, ...this.lines.at(offset) }
    const inEnvironment = ENVIRONMENT.test(path.at(-2) ?? '') && /^[A-Za-z_]\w*$/.test(key)
    const env = inEnvironment ? { env: true as const } : {}
    if (isScalar(node)) {
      const quoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
      const block = node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL'
      const written = !quoted && !block && typeof node.source === 'string' ? node.source : String(node.value ?? '')
      this.found.add({
        ...found,
        ...env,
        value: written,
        quoted,
        type: scalarType(node.value, written, quoted || block),
      })
    } else if (isMap(node) || isSeq(node)) {
      const items = node.items.length
      const value = isMap(node) ? `${items} keys` : `${items} items`
      this.found.add({ ...found, value, quoted: false, type: isMap(node) ? 'map' : 'list' })
    } else if (isAlias(node)) this.found.add({ ...found, value: `*${node.source}`, quoted: false, type: 'reference' })
    else this.found.add({ ...found, ...env, value: '', quoted: false, type: 'null' })
  }
}

function shortened(key: string): string {
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
}

const ENVIRONMENT = /^(?:environment|env)$/

function scalarType(value: unknown, written: string, quoted: boolean): Setting['type'] {
  if (quoted) return 'string'
  if (value === null) return 'null'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : plainType(written) === 'reference' ? 'reference' : 'string'
}

const KEY = /^(\s*(?:-\s+)*)("[^"]{1,200}"|'[^']{1,200}'|[^\s#:"'[\]{}&*!|>%@`-][^:#]{0,200}?)\s{0,20}:(?:\s+(.*))?$/s

/** By indentation alone: for templates and for files too large for a tree. */
export function readYamlLines(found: Settings): SettingsReader {
  const stack: { indent: number; key: string }[] = []
  let scalar = -1
  return {
    line(text, line) {
      const indent = /^\s*/.exec(text)![0].length
      if (indent === text.length || text[indent] === '#') return
      if (scalar >= 0 && indent > scalar) return
      scalar = -1
      const [, lead = '', name = '', rest = ''] = KEY.exec(text) ?? []
      if (name === '') return
      while (stack.length > 0 && stack.at(-1)!.indent >= lead.length) stack.pop()
      const key = unquoted(name).value
      const path = [...stack.map(at => at.key), key].join('.')
      if (stack.length < DEEPEST) stack.push({ indent: lead.length, key })
      const bare = withoutComment(rest, '#')
      if (/^[|>][+-]?\d?$/.test(bare)) scalar = lead.length
      const { value, quoted } = unquoted(bare)
      const type = quoted ? 'string' : bare === '' ? 'map' : plainType(value)
      if (bare !== '') found.add({ path, key, value, type, quoted, line, quote: text })
    },
    end() {},
  }
}
