// What is known of TypeScript, beside all that JavaScript has.
import { SCRIPT } from './javascript.ts'
import type { Language } from './language.ts'

const TYPED = {
  ...SCRIPT,
  cuts: {
    ...SCRIPT.cuts,
    types: `${SCRIPT.cuts.types} abstract_class_declaration interface_declaration enum_declaration internal_module module`,
    bodies: `${SCRIPT.cuts.bodies} interface_body enum_body`,
    data: `${SCRIPT.cuts.data} object_type`,
    glue: 'decorator function_signature',
  },
  syntax: {
    ...SCRIPT.syntax,
    type: `${SCRIPT.syntax.type} abstract_class_declaration interface_declaration enum_declaration type_alias_declaration`,
    scope: 'internal_module module',
    identifier: `${SCRIPT.syntax.identifier} type_identifier`,
    binding: `${SCRIPT.syntax.binding} public_field_definition`,
  },
} satisfies Omit<Language, 'name'>

export const typescript: Language = {
  ...TYPED,
  name: 'typescript',
  extensions: '.ts .mts .cts',
  interpreters: /^(?:deno|ts-node|tsx)$/,
  aliases: 'ts',
}

/** With elements of JSX: a grammar of its own. */
export const tsx: Language = { ...TYPED, name: 'tsx', extensions: '.tsx', aliases: 'typescriptreact' }
