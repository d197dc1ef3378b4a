// A config file to begin with: every setting as a comment with what it means, so that one is used by uncommenting its line.

import { type Option, optionGroups } from '@shoal/base/model/option'
import { describe } from './config-schema.ts'
import { type OptionName, optionRows } from './options.ts'
import { ownKeyRows } from './own-keys.ts'

export const starterForms = ['yaml', 'json', 'ts'] as const
export type StarterForm = (typeof starterForms)[number]

/** `schema` is where an editor finds the schema. */
export function starterConfig(form: StarterForm, schema: string): string {
  if (form === 'json') return `${JSON.stringify({ $schema: schema }, null, 2)}\n`
  if (form === 'yaml')
    return `${[`# yaml-language-server: $schema=${schema}`, ...HEAD('#'), ...settings('#')].join('\n')}\n`
  const body = settings('//', ',').map(line => (line === '' ? '' : `  ${line}`))
  const lines = ["import { defineConfig } from 'shoal'", '', ...HEAD('//'), 'export default defineConfig({']
  return `${[...lines, ...body.slice(1), '})'].join('\n')}\n`
}

const HEAD = (mark: string) => [
  `${mark} Settings of shoal for this directory and those below; a flag on the command line wins. Each stands here with its`,
  `${mark} default or an example: take away the ${mark} before its name to use it.`,
]

/** What is said begins with a space after its mark, a setting does not. */
function settings(mark: string, end = ''): string[] {
  const said = (text: string) => `${mark} ${text}`
  const line = (name: string, value: string) => `${mark}${name}: ${value}${end}`
  const groups = optionGroups.flatMap(group => {
    const rows = optionRows.filter(row => row.configurable && row.group === group)
    return rows.length === 0
      ? []
      : ['', said(`--- ${group} ---`), ...rows.flatMap(row => [said(describe(row)), line(row.name, value(row))])]
  })
  const own = ownKeyRows.flatMap(({ name, means, example }) => (example ? [said(means), line(name, example)] : []))
  return [...groups, '', said('--- Tables ---'), ...own]
}

function value(option: Option & { readonly name: OptionName }): string {
  if (option.type === 'boolean') return String(option.default)
  if (option.type === 'list') return JSON.stringify([option.example])
  if (option.type === 'overrides')
    return `{ ${option.example
      .split('=')
      .map(word => JSON.stringify(word))
      .join(': ')} }`
  if (option.type === 'choices') return JSON.stringify(option.example.split(','))
  const shown = option.default ?? option.example
  return JSON.stringify(shown)
}
