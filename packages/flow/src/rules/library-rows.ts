// What a row of a library's sinks may say: the rule, the calls, the arguments that matter. Conditions are few and shared.
import { HOLE, onlyString, Trust, type Value } from '../values.ts'
import type { Call, SinkRow } from './language-rules.ts'

const COMPOSED_SQL =
  /\b(?:select|insert|update|delete|from|where|into|values|set|order\s+by|group\s+by|having|exec|call|and|or|like)\b|[=<>]/i

/** A file with a query in it, or a library that builds some. */
export const SQL_FILE =
  /\bselect\s[^;]{0,200}\bfrom\b|\binsert\s+into\b|\bupdate\s+\S{1,60}\s+set\b|\bdelete\s+from\b|\border\s+by\b|gorm|sqlx|knex|sequelize|typeorm|QueryBuilder|doctrine|ActiveRecord|< *Application(?:Controller|Record)|\bDB\b|dapper|jdbc|sqlalchemy|pymysql|psycopg/i

/** Put together here: constant text beside a part that is not known. */
export function isComposed(_: Call, { pattern }: Value): boolean {
  return pattern !== null && pattern.length > 1 && pattern.includes(HOLE)
}

/** Put together here, and in the words of SQL: for methods that other libraries have under the same name. */
export function isComposedSql(call: Call, value: Value): boolean {
  return value.trust > Trust.unknown && isComposed(call, value) && COMPOSED_SQL.test(value.pattern!)
}

/** Text with a tag in it. */
export function isMarkup(_: Call, { pattern, trust }: Value): boolean {
  return trust >= Trust.remote && /<[a-z!/]/i.test(pattern ?? '')
}

const LOG_LEVELS =
  'trace debug info notice warn warning error fatal critical fine finer finest severe log exception panic'.split(' ')

/** Methods of loggers under each of the names that loggers have. */
export function logCalls(receivers: string, levels: readonly string[] = LOG_LEVELS): string {
  return receivers
    .split(/\s+/)
    .flatMap(receiver => levels.map(level => `${receiver}.${level}`))
    .join(' ')
}

/** The text of a log line from a request; marks that quote their value make it harmless. */
export function logRow(calls: string): SinkRow {
  return { rule: 'log-injection', calls, args: 'all', least: Trust.remote, when: call => !isQuoting(call.args[0]) }
}

function isQuoting(format: Value | undefined): boolean {
  const marks = (onlyString(format) ?? '').match(/%[-+#]{0,3}[a-z]|\{[^{}]{0,20}\}/g) ?? []
  return marks.length > 0 && marks.every(mark => /%[-+#]{0,3}[qdxXtfeg]$|\{:#?\?\}/.test(mark))
}

/** `prefix.a prefix.b` for every name. */
export function under(prefix: string, names: string): string {
  return names
    .trim()
    .split(/\s+/)
    .map(name => `${prefix}.${name}`)
    .join(' ')
}

/** A file name out of an archive, where nothing in the file looks at where it leads. */
export function isEntryName(call: Call, value: Value): boolean {
  return (
    /Zip|Tar|Jar|[Aa]rchive|rubyzip/.test(call.source) &&
    /(?:[Ee]ntry|[Hh]eader)\b.{0,40}\.(?:getName|FullName|Name|name|get_name|getFileName)(?:\(\))?$/.test(value.path) &&
    !/startsWith|StartsWith|start_with|normalize|getCanonicalPath|canonicalPath|GetFullPath|expand_path|"\.\."|'\.\.'/.test(
      call.source,
    )
  )
}
