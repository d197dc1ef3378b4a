// What is known of the files before the first step: which there are, what can be asked of them in SQL, what stands out in their logs, and
// what exact programs say to the question.
import type { Relation } from '@shoal/base/model/relation'
import { askedFacts } from '@shoal/base/report/answer-asked'
import { formatBytes, formatCount, plural, printable } from '@shoal/base/text/printable'
import { answerQuestion } from '../../question/answer.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { identifier } from '../../text/sql-text.ts'
import type { Relations } from '../relations/relations.ts'
import type { FileSet } from './file-set.ts'

const MOST_FILES = 80
const MOST_RELATIONS = 30
const MOST_COLUMNS = 24
const MOST_ROWS = 12
const MOST_CHARACTERS = 9_000

export async function overviewOf(question: string, set: FileSet): Promise<string> {
  const relations = await set.relations()
  const exact = await exactAnswer(question, relations)
  const parts = [
    filesPart(set),
    await relationsText(relations),
    await logPart(relations),
    await pausePart(relations),
    await versionsPart(relations),
    ...(exact === null ? [] : [`Exact programs say to the question:\n${exact}`]),
    ...(relations.notes.length > 0 ? [`Not in the relations: ${relations.notes.slice(0, 5).join('; ')}`] : []),
  ].filter(part => part !== '')
  const text = parts.join('\n\n')
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n… (cut)` : text
}

/** What can be asked in SQL. */
export async function relationsText(relations: Relations): Promise<string> {
  return relationsPart(relations.all, await reservedWords(relations))
}

function filesPart({ files, skipped, bytes }: FileSet): string {
  const lines = files
    .slice(0, MOST_FILES)
    .map(({ path, contentType, language, sizeBytes, known }) =>
      [
        `  ${printable(path)}: ${language ?? contentType}`,
        ...(known.lines === null ? [] : [plural(known.lines, 'line')]),
        formatBytes(sizeBytes),
      ].join(', '),
    )
  const more =
    files.length > MOST_FILES ? [`  and ${plural(files.length - MOST_FILES, 'more file')}: SELECT * FROM files`] : []
  const out =
    skipped.length > 0
      ? [`  ${plural(skipped.length, 'file')} left out, such as ${printable(skipped[0]!.path)}: ${skipped[0]!.reason}`]
      : []
  return [`${plural(files.length, 'file')}, ${formatBytes(bytes)}:`, ...lines, ...more, ...out].join('\n')
}

/** Words that stand for themselves in SQL: as names they need quotes. */
async function reservedWords(relations: Relations): Promise<ReadonlySet<string>> {
  const rows = await relations
    .rows("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'")
    .catch(() => [])
  return new Set(rows.map(([word]) => String(word)))
}

function relationsPart(all: readonly Relation[], reserved: ReadonlySet<string>): string {
  const sqlName = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : identifier(name))
  const lines = all.slice(0, MOST_RELATIONS).map(({ name, rows, paths, columns, place }) => {
    const names = columns
      .filter(({ note }) => note !== 'has no values')
      .map(({ name: column, kind }) => `${sqlName(column)} ${kind}`)
    const more = names.length > MOST_COLUMNS ? `, and ${names.length - MOST_COLUMNS} more` : ''
    const from = paths.length === 1 ? paths[0] : `${paths.length} files`
    return `  ${sqlName(name)} (${formatCount(rows)} rows, ${from}): ${names.slice(0, MOST_COLUMNS).join(', ')}${more}; place: ${place.path}, ${place.line}`
  })
  return [
    'Relations for sql (DuckDB; every row has its place, names as they are written here):',
    ...lines,
    ...(all.length > MOST_RELATIONS ? [`  and ${all.length - MOST_RELATIONS} more`] : []),
  ].join('\n')
}

/** Kinds of entries that were seen once, and those that were frequent and stopped. */
async function logPart(relations: Relations): Promise<string> {
  const entries = relations.all.find(({ kind }) => kind === 'entries')
  if (!entries || entries.columns.every(({ name }) => name !== 'template')) return ''
  const hasTime = entries.columns.some(({ name, kind }) => name === 'time' && kind === 'time')
  const from = `"${entries.name}"`
  try {
    const levels = await relations.rows(
      `SELECT coalesce(level, 'no level'), count(*) FROM ${from} GROUP BY 1 ORDER BY 2 DESC LIMIT 8`,
    )
    const single = await relations.rows(
      `SELECT "${entries.place.path}", min("${entries.place.line}"), any_value(message) FROM ${from} WHERE template IS NOT NULL GROUP BY "${entries.place.path}", template HAVING count(*) = 1 ORDER BY 1, 2 LIMIT 12`,
    )
    const stopped = hasTime
      ? await relations.rows(
          `WITH spans AS (SELECT "${entries.place.path}" AS p, max(time) AS ending, min(time) AS beginning FROM ${from} GROUP BY 1)
           SELECT any_value(p), template, count(*), max(time)::VARCHAR FROM ${from} JOIN spans ON p = "${entries.place.path}" WHERE template IS NOT NULL
           GROUP BY p, template HAVING count(*) >= 10 AND max(time) < any_value(beginning) + (any_value(ending) - any_value(beginning)) * 0.8 ORDER BY 4 LIMIT 6`,
        )
      : []
    return [
      `Log entries by level: ${levels.map(([level, count]) => `${level} ${formatCount(Number(count))}`).join(', ')}`,
      ...(single.length > 0
        ? [
            'Entries of a kind that was seen once:',
            ...single.map(([path, line, message]) => `  ${path}:${line}| ${shownValue(String(message)).slice(0, 160)}`),
          ]
        : []),
      ...(stopped.length > 0
        ? [
            'Kinds of entries that were frequent and stopped:',
            ...stopped.map(
              ([path, template, count, last]) =>
                `  ${path}: ${shownValue(String(template)).slice(0, 140)} (${count} times, last ${last})`,
            ),
          ]
        : []),
    ].join('\n')
  } catch {
    // An overview that lacks this is still one: what it would say can be asked.
    return ''
  }
}

/** Where nobody needs to wait for it. */
const MOST_PAUSED = 2_000_000

/** What happened again and again, and once not for a long time: what stopped and went on later. */
async function pausePart(relations: Relations): Promise<string> {
  const entries = relations.all.find(({ kind }) => kind === 'entries')
  const has = (name: string) => entries?.columns.some(column => column.name === name)
  if (!entries || entries.rows > MOST_PAUSED || !has('template') || !has('time')) return ''
  const { path } = entries.place
  const sql = `WITH gaps AS (SELECT "${path}" AS p, template, time AS t, epoch(lead(time) OVER (PARTITION BY "${path}", template ORDER BY time) - time) AS gap FROM "${entries.name}" WHERE template IS NOT NULL AND time IS NOT NULL),
    kinds AS (SELECT p, template, count(*) AS n, quantile_cont(gap, 0.9) AS usual, max(gap) AS longest, arg_max(t, gap) AS since FROM gaps GROUP BY 1, 2 HAVING count(*) >= 20)
    SELECT p, template, n, since::VARCHAR, (since + to_seconds(longest))::VARCHAR FROM kinds WHERE longest > 60 AND longest > 10 * usual ORDER BY longest / (usual + 1) DESC, 1, 2 LIMIT 4`
  try {
    const paused = await relations.rows(sql)
    if (paused.length === 0) return ''
    return [
      'Kinds of entries that paused:',
      ...paused.map(
        ([file, template, count, from, to]) =>
          `  ${file}: ${shownValue(String(template)).slice(0, 140)} (${count} times, none between ${from} and ${to})`,
      ),
    ].join('\n')
  } catch {
    return ''
  }
}

const MOST_CHANGES = 12
/** More files of one name are records. */
const MOST_VERSIONS = 50

/** What differs between files of settings whose names differ in numbers only: most often versions of one. */
async function versionsPart(relations: Relations): Promise<string> {
  const settings = relations.all.find(({ name }) => name === 'settings')
  if (!settings || settings.paths.length < 2) return ''
  const sql = `WITH held AS (SELECT path, regexp_replace(path, '[0-9]+', '#', 'g') AS family, key, min(value) AS value FROM settings GROUP BY 1, 2, 3),
    pairs AS (SELECT family, path AS earlier, lead(path) OVER (PARTITION BY family ORDER BY length(path), path) AS later FROM (SELECT DISTINCT family, path FROM held) QUALIFY count(*) OVER (PARTITION BY family) <= ${MOST_VERSIONS})
    SELECT earlier, later, keys.key, a.value, b.value FROM pairs JOIN (SELECT DISTINCT family, key FROM held WHERE family IN (SELECT family FROM pairs)) AS keys USING (family)
    LEFT JOIN held AS a ON a.path = earlier AND a.key = keys.key LEFT JOIN held AS b ON b.path = later AND b.key = keys.key
    WHERE later IS NOT NULL AND a.value IS DISTINCT FROM b.value ORDER BY length(earlier), earlier, keys.key LIMIT ${MOST_CHANGES + 1}`
  try {
    const rows = await relations.rows(sql)
    if (rows.length === 0) return ''
    const told = (value: unknown) => (value === null ? 'not there' : shownValue(String(value)).slice(0, 80))
    return [
      'Settings that differ between files whose names differ in numbers only:',
      ...rows
        .slice(0, MOST_CHANGES)
        .map(([earlier, later, key, a, b]) => `  ${earlier} → ${later}: ${key} ${told(a)} → ${told(b)}`),
      ...(rows.length > MOST_CHANGES ? ['  and more'] : []),
    ].join('\n')
  } catch {
    return ''
  }
}

async function exactAnswer(question: string, relations: Relations): Promise<string | null> {
  try {
    const asked = await answerQuestion(question, relations)
    // Half understood, or for want of a word that the files need not have, it would rather mislead.
    if (asked.isNone || (asked.status === 'partial' && asked.unused.length > 0)) return null
    return facts(shownValue({ ...asked, rows: asked.rows.slice(0, MOST_ROWS), evidence: [] }))
  } catch {
    return null
  }
}

/** Rows of candidates say at length what the sentence before them says: they can be asked for. */
const MOST_FACTS = 2_000

function facts(asked: Parameters<typeof askedFacts>[0]): string | null {
  const lines = askedFacts(asked)?.split('\n') ?? []
  let room = MOST_FACTS
  const end = lines.findIndex((line, k) => (room -= line.length + 1) < 0 && k > 0)
  return lines.length === 0 ? null : (end < 0 ? lines : lines.slice(0, end)).join('\n')
}
