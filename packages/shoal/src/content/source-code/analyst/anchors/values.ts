// Anchors of values that stand in the code: constants that could be settings, paths, addresses, columns in SQL.

import { bindingTarget, bindingValue } from '../../../../text/code/symbols/bindings.ts'
import { stringValue } from '../../../../text/code/symbols/string-value.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { AnchorSink } from './anchor-list.ts'

const URL_LIKE =
  /\b(?:https?|wss?|ftp|redis|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|amqps?|kafka|s3|gs|file|jdbc:\w+):\/\/[^\s"'`<>)\]}]{2,200}/i
const HOST_LIKE =
  /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|(?:[a-z0-9-]+\.)+(?:com|org|net|io|local|internal|dev|cloud))(?::\d{2,5})?$/i
const FILE_LIKE =
  /^(?:\.{0,2}\/|~\/|[A-Z]:\\)?(?:[\w.@-]+[/\\])*[\w@-][\w.@-]*\.(?:csv|tsv|jsonl?|ndjson|ya?ml|toml|ini|cfg|conf|env|xml|html?|txt|log|sql|db|sqlite3?|parquet|xlsx?|md|pem|key|crt|sh|py|js|ts|rb|php|zip|gz|tar|tmpl|tpl|properties|lock|pid|sock|proto)$/i
const ABSOLUTE =
  /^(?:\/(?:etc|var|usr|opt|home|tmp|srv|data|mnt|proc|sys|run|app|root|bin|dev|lib)(?:\/[\w.@{}$*-]+)+\/?|[A-Z]:\\[\w\\. -]+)$/
/** Packages are also loaded by their names: `plugins: ['tool-theme-dark']`. */
const PACKAGE_LIKE = /^(?:@[a-z\d][a-z\d-]*\/)?[a-z][a-z\d]*(?:-[a-z\d]+)+$/
/** Names of constants and keyword arguments whose value could be a setting. */
const SETTING_NAME =
  /(?:timeout|retr(?:y|ies)|limit|max|min|size|port|host|url|uri|endpoint|address|addr|dir|path|file|interval|delay|ttl|threshold|count|batch|chunk|page|pool|workers?|threads?|concurrency|attempts?|backoff|rate|ratio|version|name|region|bucket|queue|topic|table|database|db|user|level|mode|currency|format|prefix|suffix|key|secret|token|window|days|hours|minutes|seconds|ms|bytes|capacity|buffer|depth|window|quota|factor|default)/i

export function valueAnchors(reading: CodeReading, anchors: AnchorSink): void {
  for (const node of reading.index.bindings) fromBinding(reading, node, anchors)
  for (const node of reading.index.pairs) fromPair(reading, node, anchors)
  // What an import names is an anchor already.
  const imports = new Set(reading.imports.map(({ line }) => line))
  for (const node of reading.index.strings)
    if (!imports.has(reading.tree.line(node)) || reading.tree.around(node, Kind.import) < 0)
      fromString(reading, node, anchors)
}

function fromBinding(reading: CodeReading, node: number, anchors: AnchorSink): void {
  const { tree } = reading
  const target = bindingTarget(tree, node)
  const value = bindingValue(tree, node)
  if (target < 0 || value < 0 || value === target || tree.ends[target]! - tree.starts[target]! > 100) return
  const name = /(?<![\w$])([A-Za-z_$][\w$]*)(?::[^:]*)?$/.exec(tree.textOf(target, 100))?.[1]
  const literal = name ? literalOf(reading, value) : null
  if (!name || literal === null) return
  if (/^\$?_?[A-Z]/.test(name) || SETTING_NAME.test(name))
    anchors.add('literal', name.replace(/^\$/, ''), node, { value: literal })
}

function fromPair(reading: CodeReading, node: number, anchors: AnchorSink): void {
  const { tree } = reading
  const key = ['name', 'key'].map(field => tree.field(node, field)).find(at => at >= 0)
  const value = tree.field(node, 'value')
  if (key === undefined || value < 0 || tree.ends[key]! - tree.starts[key]! > 60) return
  const name = (stringValue(tree, key) ?? tree.textOf(key, 60)).replace(/[:'"]/g, '')
  if (!/^\w+$/.test(name) || !SETTING_NAME.test(name)) return
  const literal = literalOf(reading, value)
  if (literal !== null) anchors.add('literal', name, node, { value: literal })
}

/** A number or a short text, a single one also inside a list of expressions. */
export function literalOf({ tree }: CodeReading, node: number): string | null {
  let at = node
  for (let step = 0; step < 3 && !tree.is(at, Kind.string | Kind.number); step++) {
    const inner = tree.namedChildren(at)
    if (inner.length !== 1 || !/list|unary|parenthesized|preproc/.test(tree.type(at))) break
    if (/unary/.test(tree.type(at))) return tree.is(inner[0]!, Kind.number) ? tree.textOf(at, 40) : null
    at = inner[0]!
  }
  if (tree.is(at, Kind.number)) return tree.textOf(at, 40)
  if (tree.type(at) === 'preproc_arg')
    return /^\s*(?:\d[\w.]*|"[^"\n]{1,100}")\s*$/.test(tree.textOf(at, 120))
      ? tree.textOf(at, 120).trim().replace(/^"|"$/g, '')
      : null
  const text = stringValue(tree, at)
  return text !== null && text !== '' && text.length <= 200 && !text.includes('\n') ? text : null
}

function fromString(reading: CodeReading, node: number, anchors: AnchorSink): void {
  const { tree } = reading
  const length = tree.ends[node]! - tree.starts[node]!
  if (length < 4 || length > 4000) return
  const text = stringValue(tree, node) ?? tree.textOf(node, 4000)
  const url = URL_LIKE.exec(text)
  if (url) anchors.add('url', url[0].replace(/[.,;]$/, ''), node)
  else if (text.length <= 120 && HOST_LIKE.test(text)) anchors.add('url', text, node)
  else if (text.length <= 200 && (FILE_LIKE.test(text) || ABSOLUTE.test(text))) anchors.add('path', text, node)
  else if (text.length <= 80 && PACKAGE_LIKE.test(text)) anchors.add('reference', text, node)
  else if (/\b(?:select|insert\s+into|update|delete\s+from)\b/i.test(text)) sqlColumns(text, node, anchors)
}

const SQL_WORDS = new Set(
  'select from where and or not in is null as on join left right inner outer group by order having limit offset insert into values update set delete distinct count sum avg min max case when then else end asc desc like between exists union all with returning now coalesce cast true false default primary key'.split(
    ' ',
  ),
)

/** Columns that a statement in a string names: what it selects, compares, sets and inserts. */
function sqlColumns(sql: string, node: number, anchors: AnchorSink): void {
  const lists = [
    /\bselect\s+(?!\s)(?:distinct\s+(?!\s))?([\w\s.,*()`"]{1,400}?)(?<!\s)\s+from\b/i.exec(sql)?.[1],
    /\binsert\s+into\s+[\w.`"]+\s*\(([\w\s,`"]{1,1000})\)/i.exec(sql)?.[1],
  ]
  const names = lists.flatMap(list =>
    (list ?? '')
      .split(',')
      .map(item => /(?<!\w)([A-Za-z_]\w*)[`"]?\s*(?:\)\s*)?(?:(?<=\s)as\s+\w+\s*)?$/i.exec(item.trim())?.[1]),
  )
  for (const found of sql.matchAll(
    /\b(?:[A-Za-z_]\w*\.)?([A-Za-z_]\w*)[`"]?\s*(?:=|<>|!=|<=|>=|<|>|\bin\b\s*\(|\blike\b|\bis\b\s+(?:not\s+)?null)/gi,
  ))
    names.push(found[1])
  for (const found of sql.matchAll(/\b(?:order|group)\s+by\s+(?:\w+\.)?([A-Za-z_]\w*)/gi)) names.push(found[1])
  for (const name of names) if (name && !SQL_WORDS.has(name.toLowerCase())) anchors.add('field-use', name, node)
}
