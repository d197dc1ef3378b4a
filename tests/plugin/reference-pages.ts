// The reference pages of the skills that repeat what the code knows, made from the code. `vitest -u` writes them anew.

import type { ContentType } from '@shoal/base/model/content-type'
import { GOALS } from '@shoal/base/model/goal'
import { classifyFields, JQ_ARGS, jqRecipes } from '../../packages/shoal/src/content/jsonl/log-fields.ts'
import { builtInTypes } from '../../packages/shoal/src/content/registry.ts'
import { STAGE_SIZE, tierOf } from '../../packages/shoal/src/stages/plan.ts'
import { SMALL_LINES } from '../../packages/shoal/src/stages/plan-batches.ts'
import { goalText } from '../../packages/shoal/src/stages/reading/goals.ts'
import { shapeOf } from '../../packages/shoal/src/text/json-shape.ts'

/** In the order of the requirement book. */
const ORDER = ['source_code', 'structured_data', 'json', 'jsonl', 'log', 'prose', 'config', 'markup', 'unknown']

export const types: readonly ContentType[] = ORDER.map(name => builtInTypes.find(type => type.name === name)!)

/** Where each type is cut and what heads its chunks: the words for what `cut.ts` of the type does. */
const CUTS: Readonly<Record<string, { readonly at: string; readonly context: string }>> = {
  source_code: { at: 'functions, classes, modules; never inside a function', context: 'the imports of the file' },
  structured_data: { at: 'rows; a quoted cell may span lines', context: 'the header row' },
  json: { at: 'elements of the top-level list, or top-level keys', context: 'valid JSON; schema with the task' },
  jsonl: { at: 'lines', context: 'valid JSON lines; fields with the task' },
  log: { at: 'entries; never inside a stack trace', context: 'chunk M of N, in time' },
  prose: { at: 'headings', context: 'chunk M of N, the headings above' },
  config: { at: 'sections and lines', context: 'none' },
  markup: { at: 'elements and lines', context: 'none' },
  unknown: { at: 'lines', context: 'none' },
}

/** Of the endings that do not settle the type, so many are listed. */
const MOST_OTHERS = 12

const code = (word: string) => `\`${word}\``
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

export function contentTypesPage(): string {
  const large = [...Array(20_000).keys()].findIndex(lines => tierOf(lines, 0, 1) === 'large')
  return `# Content types

Made from the code of shoal.

## Detection

\`overview\` and \`plan\` do it; there is nothing to do by hand. The name of a file settles its type where it is telling. Where it is not (medium or low below, no extension, \`.txt\`, \`.log\`), its beginning decides: a table with consistent columns, lines with time and level, a JSON document, JSON on every line, code, headings and paragraphs, in this order. What fits nothing is \`unknown\` and read like prose. A \`.log\` of JSON lines is \`jsonl\`, and read as a log.

${table(['type', 'sure by name', 'looked into'], types.map(nameRow))}

\`shoal info types\` lists them with their languages, and the names of files such as Makefile.

## Chunks

${table(['type', 'cut at', 'size (target)', 'overlap', 'added to each chunk'], types.map(sizeRow))}

- A table with 20 columns or more is cut into 500 to 1500 rows (500).
- A chunk must also fit its reader: a record or function that does not is split and marked as continued.
- A single file of more than ${SMALL_LINES} lines is cut into five to ten chunks where the sizes of its type allow it; a smaller one is read whole.

## Tiers, in a directory

| tier | lines | what happens |
|---|---|---|
| small | up to ${SMALL_LINES} | not cut; files of one type in batches, smallest first, up to ${SMALL_LINES} lines together |
| medium | ${SMALL_LINES + 1} to ${large - 1} | cut by the target of its type, into two chunks at least |
| large | from ${large} | cut by the target of its type; the count grows with the file |

One analyst per chunk or batch, in stages of ${STAGE_SIZE}. Analysts are named ${namesOfAnalysts()}.
`
}

function nameRow({ name, extensions }: ContentType): string[] {
  const of = (isSure: boolean) =>
    Object.keys(extensions).filter(extension => (extensions[extension]!.confidence === 'high') === isSure)
  const others = of(false)
  const shown = [...others.slice(0, MOST_OTHERS), ...(others.length > MOST_OTHERS ? ['…'] : [])]
  return [code(name), of(true).join(' ') || '–', shown.join(' ') || '–']
}

function sizeRow({ name, sizing }: ContentType): (string | number)[] {
  const { unit, min, target, max, overlap, overlapsFlat } = sizing
  const [least, most] = [overlap(target), overlap(max)]
  const { at, context } = CUTS[name]!
  const lines = overlapsFlat
    ? `${least} if it shows no structure`
    : least === most
      ? `${least}`
      : `${least} (${most} at ${max})`
  return [code(name), at, `${min}–${max} ${unit} (${target})`, lines, context]
}

function namesOfAnalysts(): string {
  return [...new Set(types.map(({ analyst }) => code(`${analyst}-analyst-1`)))].join(', ')
}

export function routingPage(): string {
  return `# Routing

Made from the code of shoal. The content type chooses the agent; the goal changes what it is told to look for, never who reads. \`plan\` reads the goal from the question; \`goal\` sets it.

${table(['type', 'agent', ...GOALS], types.map(routingRow))}

\`•\`: the type has something of its own to look for under this goal. \`–\`: read as general.

## What is looked for

${types
  .map(
    type =>
      `**${type.name}**\n\n${ownGoals(type)
        .map(([goal, text]) => `- ${goal}: ${text}`)
        .join('\n')}`,
  )
  .join('\n\n')}

## Types of findings

${table(
  ['type', 'findings'],
  types.map(({ name, focus }) => [code(name), focus.types.map(code).join(', ')]),
)}

Every finding has \`severity\` (high: act now, medium: look into it, low: know of it), \`confidence\` (high: the quote says it, medium: it clearly follows, low: inferred) and \`nature\` (problem or fact). Code adds \`scope\`, tables \`column\`, JSON \`path\`.
`
}

function routingRow({ name, agent, focus }: ContentType): string[] {
  const own = new Set(ownGoals({ focus }).map(([goal]) => goal))
  return [code(name), code(agent), ...GOALS.map(goal => (own.has(goal) ? '•' : '–'))]
}

function ownGoals({ focus }: Pick<ContentType, 'focus'>): [string, string][] {
  return GOALS.filter(goal => focus.goals[goal] !== undefined).map(goal => [goal, goalText(focus, [goal])])
}

/** A log record with a field of every role. */
const RECORD = {
  timestamp: '2026-01-05T10:00:00Z',
  level: 'error',
  service: 'api',
  message: 'Request failed',
  status: 502,
  error: 'GatewayTimeout',
  request_id: 'r-1',
}

export function recipesPage(): string {
  const recipes = jqRecipes(classifyFields(shapeOf([RECORD])))
  const lines = recipes.map(({ name, program }) => `# ${name}\njq ${JQ_ARGS.join(' ')} '${program}' app.jsonl`)
  return `# jq recipes

Made from the code of shoal, for records such as

\`\`\`json
${JSON.stringify(RECORD)}
\`\`\`

For the fields of your file take the recipes that \`shoal profile FILE\` gives: they are made from its schema. They pass over broken lines, and run with jq 1.6 and later. Those that count hold all records in memory; over some hundred megabytes use \`sql {run, query}\` instead.

\`\`\`sh
${lines.join('\n')}
\`\`\`
`
}
