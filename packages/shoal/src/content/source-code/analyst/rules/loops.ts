// What costs time because it stands in a loop.

import type { Rule } from '@shoal/base/model/finding'
import { firstFrom } from '@shoal/base/model/lists'
import { languageOf } from '../../../../text/code/languages/registry.ts'
import { messageOf } from '../../../../text/code/symbols/string-value.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { Smell } from '../smell.ts'

const QUERY_IN_LOOP: Rule = {
  id: 'code.query-in-loop',
  concern: 'performance',
  title: 'A database query in a loop',
  explanation:
    'One query per turn: a thousand rows cost a thousand round trips (the N+1 problem). Fetch them with one query (IN, JOIN, eager loading) or write them in one batch.',
  cwe: 'CWE-1073',
}
const CONCAT_IN_LOOP: Rule = {
  id: 'code.concat-in-loop',
  concern: 'performance',
  title: 'A string grows by concatenation in a loop',
  explanation:
    'Strings do not change: every turn copies all that was joined before, so the time grows with the square of the turns. Collect the parts and join them once, or use a builder.',
  cwe: 'CWE-1046',
}
const BUSY_LOOP: Rule = {
  id: 'code.busy-loop',
  concern: 'performance',
  title: 'A loop that waits by spinning',
  explanation:
    'It keeps a core busy until something changes. Wait for an event, a lock or a condition, or sleep between looks.',
}

const QUERIES =
  /^(?:execute|executeQuery|executeUpdate|query|queryForObject|queryForList|queryOne|fetchone|fetchOne|fetch_one|fetchrow|fetchval|findOne|findById|findByPk|findUnique|findFirst|findOneBy|find_by|find_by_id|find_one|get_or_create|QueryRow|QueryRowContext|QueryContext|Query|Exec|ExecContext|ExecuteReader|ExecuteScalar|ExecuteNonQuery|FirstOrDefaultAsync|prepare|selectOne)$/
const STORES =
  /(?:^|[._])(?:db|dbh|database|conn\w{0,60}|connection|cursor|cur|session|repo\w{0,60}|\w{0,60}Repository|\w{0,60}Repo|pool|prisma|knex|stmt|statement|jdbc\w{0,60}|em|entityManager|objects|tx|trx|transaction|pdo|mysqli|sqlite\w{0,60}|engine|orm|mongo\w{0,60}|collection|_context|dbContext|client|this\.db)$/i
const SQL = /^\s*(?:select|insert|update|delete|with|merge|replace)\b/i

export function* loopSmells(reading: CodeReading): Generator<Smell> {
  yield* queries(reading)
  if (languageOf(reading.tree.language).copiesStrings) yield* concatenations(reading)
  yield* busyLoops(reading)
}

function* queries(reading: CodeReading): Generator<Smell> {
  const { tree, calls } = reading
  if (reading.isTest) return
  for (const call of calls) {
    if (!QUERIES.test(call.name) || !reading.isRepeated(call.node)) continue
    const statement = call.arguments.length > 0 ? messageOf(tree, call.arguments[0]!) : null
    const isSql = statement !== null && SQL.test(statement)
    if (!isSql && !STORES.test(call.receiver) && !/^[A-Z]\w+$/.test(call.receiver)) continue
    if (/^(?:query|prepare|Query|Exec|execute)$/.test(call.name) && !isSql && !STORES.test(call.receiver)) continue
    // `Promise.prepare`, `Regexp.query`: a class of that name is a model only with a finder's name.
    if (/^[A-Z]/.test(call.receiver) && !isSql && !/^find/i.test(call.name)) continue
    if (isRetried(reading, call.node)) continue
    yield {
      type: 'antipattern',
      rule: QUERY_IN_LOOP,
      node: call.node,
      summary: `\`${call.callee}\` runs once per turn of a loop: one query for each element.`,
      severity: 'medium',
      confidence: isSql ? 'high' : 'medium',
      topics: ['n+1', 'query', 'loop', 'performance', call.name],
    }
  }
}

/** A loop that waits between its turns tries the same again, one without an end of its own turns pages: they have no elements. */
function isRetried({ tree }: CodeReading, node: number): boolean {
  let loop = node
  while (loop >= 0 && !tree.is(loop, Kind.loop)) loop = tree.parents[loop]!
  if (
    loop >= 0 &&
    /^(?:for|loop|while\s{0,3}\(?\s{0,3}(?:true|True|1)\s{0,3}\)?)\s{0,3}[{:]/.test(tree.textOf(loop, 40))
  )
    return true
  return loop >= 0 && /\b(?:u?sleep|nanosleep|Sleep|retr(?:y|ies)|attempts?|back_?off)\b/.test(tree.textOf(loop, 4000))
}

/** `s += …` where `s` began as a string, in languages whose strings are copied. */
function* concatenations(reading: CodeReading): Generator<Smell> {
  const { tree } = reading
  for (const node of augmented(reading)) {
    const left = tree.field(node, 'left')
    const right = tree.field(node, 'right')
    if (left < 0 || right < 0 || !reading.isRepeated(node)) continue
    const name = tree.textOf(left, 80)
    if (!/^\w+$/.test(name) || !startsAsString(reading, node, name)) continue
    yield {
      type: 'antipattern',
      rule: CONCAT_IN_LOOP,
      node,
      summary: `\`${name}\` is a string that grows by \`+=\` in a loop.`,
      severity: 'low',
      confidence: 'medium',
      // CPython grows the string in place where nobody else holds it.
      nature: tree.language === 'python' ? 'fact' : 'problem',
      topics: ['string concatenation', 'loop', 'performance', name],
    }
  }
}

function* augmented({ tree, index }: CodeReading): Generator<number> {
  for (const loop of index.loops)
    for (let at = loop; at < Math.min(tree.afters[loop]!, loop + 20_000); at++) {
      // A loop inside is visited on its own.
      if (at !== loop && tree.is(at, Kind.loop)) at = tree.afters[at]! - 1
      else if (/^(?:augmented_assignment|assignment_expression|assignment_statement|assignment)$/.test(tree.type(at))) {
        const left = tree.field(at, 'left')
        if (left >= 0 && /^\s*\+=/.test(tree.text.slice(tree.ends[left]!, tree.ends[left]! + 8))) yield at
      }
    }
}

/** The last plain binding of the name before it, in the same function, is to a string. */
function startsAsString(reading: CodeReading, node: number, name: string): boolean {
  const { tree, index } = reading
  const within = reading.functionAround(node)?.node ?? 0
  const places = index.names.get(name) ?? []
  for (let i = firstFrom(places, node) - 1; i >= 0 && places[i]! >= within; i--) {
    const at = places[i]!
    const rest = tree.text.slice(tree.ends[at]!, tree.ends[at]! + 40)
    if (/^\s*(?::\s*\w+\s*)?:?=(?!=)/.test(rest)) return /^\s*(?::\s*\w+\s*)?:?=\s*[frbu]{0,2}["'`]/i.test(rest)
  }
  return false
}

function* busyLoops(reading: CodeReading): Generator<Smell> {
  const { tree, index } = reading
  for (const node of index.loops) {
    if (!/while|loop/.test(tree.type(node)) || /do_/.test(tree.type(node))) continue
    const head = /^(?:while|loop)\s*\(?\s*([^\n{:;]{0,80})/.exec(tree.textOf(node, 100))?.[1] ?? ''
    // A condition that moves on does the work: `while (isTail(*--it));`.
    if (/\+\+|--|\(.*\(/.test(tree.textOf(node, 100).split('\n', 1)[0]!)) continue
    const condition = head.replace(/\)\s*$/, '').trim()
    if (!/^(?:true|True|1|!?\s*[\w.]+|not \w[\w.]*)?$/.test(condition)) continue
    const body = tree.field(node, 'body')
    const inside = body < 0 ? [] : tree.namedChildren(body)
    const isEmpty =
      body >= 0 && inside.every(child => /pass_statement|empty_statement|continue_statement/.test(tree.type(child)))
    // `do { … } while (0)` in a macro ends at once.
    if (!isEmpty || condition === '0') continue
    yield {
      type: 'antipattern',
      rule: BUSY_LOOP,
      node,
      summary: `The loop \`${tree.textOf(node, 40).split('\n', 1)[0]!.trim()}\` has nothing to do: it keeps a core busy until something changes.`,
      severity: 'medium',
      confidence: 'high',
      topics: ['busy loop', 'performance'],
    }
  }
}
