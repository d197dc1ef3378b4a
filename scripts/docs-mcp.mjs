// The page of the MCP tools, from the tool objects of the built package.
import { sets, tools } from '../build/shoal/mcp/tools.js'

const CHANGES = {
  nothing: 'Changes nothing.',
  adds: 'Adds to what shoal keeps.',
  replaces: 'Replaces what shoal keeps.',
  removes: 'Removes from what shoal keeps.',
}

const SETS = {
  loop: 'The loop, and a reading of everything by agents:',
  data: 'Single tools for data (`data`):',
  team: 'Teams (`team`):',
}

export function toolsPage() {
  return [
    '# The tools of the MCP server',
    '<!-- Written by `npm run docs` from the tool objects in packages/shoal/src/mcp/tools. -->',
    "How to set the server up: [shoal in an agent](mcp.md). Input marked with * is required; what changes shoal's own state says so, and no tool ever writes to your files.",
    'Every client is told of the first set. `shoal mcp --tools team`, `--tools data` or `--tools all` tells it of more; what it is not told of can be called all the same.',
    ...Object.entries(sets).flatMap(([set, own]) => [
      SETS[set],
      table(
        ['tool', 'does'],
        own.map(({ name, title }) => [`[\`${name}\`](#${name})`, title]),
      ),
    ]),
    ...tools.flatMap(toolSection),
  ]
    .join('\n\n')
    .concat('\n')
}

function toolSection({ name, description, changes, input, output }) {
  const rows = (schema, io) =>
    fieldRows(schema['~standard'].jsonSchema[io]({ target: 'draft-2020-12' }), io === 'input')
  const fields = rows(input, 'input')
  return [
    `## ${name}`,
    `${description} ${CHANGES[changes]}`,
    ...(fields.length > 0 ? [table(['input', 'type', 'means'], fields)] : []),
    ...('shape' in output
      ? [table(['output', 'type', 'means'], rows(output, 'output'))]
      : [`Gives text. ${output.description}.`]),
  ]
}

function fieldRows(schema, isInput, prefix = '') {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const star = isInput && required.includes(name) && field.default === undefined ? '*' : ''
    const fallback = field.default === undefined ? '' : ` Default: ${code(JSON.stringify(field.default))}.`
    const inner = field.items?.properties ? [field.items, `${path}[].`] : field.properties ? [field, `${path}.`] : null
    return [
      [`${code(path)}${star}`, typeName(field), `${field.description ?? ''}${fallback}`],
      ...(inner ? fieldRows(inner[0], isInput, inner[1]) : []),
    ]
  })
}

function typeName({ type, enum: choices, anyOf, items }) {
  if (choices) return choices.map(code).join(', ')
  if (anyOf) return [...new Set(anyOf.map(typeName))].join(' or ')
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return `array of ${items ? typeName(items) : 'any'}`
  return type ?? 'any'
}

function table(head, rows) {
  const line = cells => `| ${cells.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function code(text) {
  return `\`${text}\``
}
