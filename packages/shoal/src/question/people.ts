// Columns that name people: what "who" asks for.
import { stem } from '@shoal/base/text/stem'
import { type Field, isKindOf, type Table } from './schema.ts'

const PEOPLE = new Set(
  'owner customer client employee agent author driver user person seller buyer manager doctor patient student player member cashier assignee operator clerk rep'
    .split(' ')
    .map(stem),
)

const ROWS_OF_PEOPLE = new Set(
  'staff team people pupil guest visitor tenant resident volunteer contact payroll crew runner participant colleague worker'
    .split(' ')
    .map(stem),
)

/** What people are called by what they do: a borrower, an inspector; and what is called so and is no one. */
const DOES = /^\p{L}{2,}(?:er|or|ee|ist|ian)$/u
const NOBODY = new Set(
  'number order color colour sensor letter offer paper layer center quarter server router computer printer meter counter folder container error power water weather chapter folder tower floor door motor factor vector indicator monitor tier semester trimester register identifier parameter header footer member_number year liter tractor trailer reactor cluster controller supplier vendor other under over after fee tree degree coffee'.split(
    ' ',
  ),
)

/** A column of people, by its name. */
export function isPerson({ relation, column, core }: Field): boolean {
  // The program that asked for a page.
  if (relation.kind === 'entries' && /agent$/i.test(column.name)) return false
  if (column.kind !== 'text' || core.some(part => isKindOf(part, { core } as Field))) return false
  const words = column.name.toLowerCase().match(/\p{L}+/gu) ?? []
  return core.some(part => PEOPLE.has(part)) || words.some(word => DOES.test(word) && !NOBODY.has(word))
}

/** A row is somebody, and has a name. */
export function isOfPeople({ nouns, fields }: Table): boolean {
  const isPeople = nouns.some(noun => PEOPLE.has(noun) || ROWS_OF_PEOPLE.has(noun))
  return isPeople && fields.some(({ core, column }) => column.kind === 'text' && core.at(-1) === 'name')
}
