// An answer out of relations in Markdown: the figure, how the question was read, the rows, where they stand, and the SQL.
import type { RunReport } from '@shoal/base/model/report'
import { type AskedTable, type AskedView, NO_VALUE } from '@shoal/base/report/asked-view'
import { plural } from '@shoal/base/text/printable'
import { code, codeBlock, place, withNames } from './markdown-code.ts'
import { inline, tableMarkdown } from './panel-markdown.ts'

const MOST_ROWS = 10
const MOST_QUOTES = 3

export function askedMarkdown(
  view: AskedView,
  { run, answerEvidence, question }: Pick<RunReport, 'run' | 'answerEvidence' | 'question'>,
  full: boolean,
): string[] {
  const { table, readAs, doubts, sql, rest } = view
  const ends = answerEvidence.map(end => `- ${place(end)}: ${code(end.quote)}`)
  const places = ends.length > 0 ? ends : (question?.places ?? []).map(at => `- ${place(at)}`)
  return [
    `**${inline(view.headline)}**`,
    '',
    ...(readAs === null ? [] : [withNames(`Read as: ${readAs}.`), '']),
    ...(doubts.length === 0 ? [] : [...doubts.map(doubt => `- ${withNames(doubt)}`), '']),
    ...(table ? [...rowsOf(table, run, full), ''] : []),
    ...(places.length === 0 ? [] : ['Where:', '', ...places.slice(0, MOST_QUOTES), '']),
    ...sql.flatMap(one => [...codeBlock(one, { language: 'sql' }), '']),
    ...(rest === '' ? [] : [...rest.split('\n').map(line => withNames(line)), '']),
  ]
}

function rowsOf({ columns, rows, of }: AskedTable, run: string, full: boolean): string[] {
  const listed = full ? rows : rows.slice(0, MOST_ROWS)
  const hasPlaces = listed.some(({ place: at }) => at !== null)
  const hidden = of - listed.length
  const more = full ? '' : `: ${code(`shoal report ${run} --full --format md`)}`
  const all =
    rows.length < of ? `${more === '' ? ':' : `${more},`} ${code('shoal sql')} with the SQL below shows all` : more
  return [
    ...tableMarkdown(
      [...columns.map(({ name }) => name), ...(hasPlaces ? ['place'] : [])],
      listed.map(({ cells, place: at }) => [
        ...cells,
        ...(hasPlaces ? [at === null ? NO_VALUE : `${at.path}:${at.line}`] : []),
      ]),
      columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    ),
    ...(hidden > 0 ? ['', `${plural(hidden, 'more row')}${all}.`] : []),
  ]
}
