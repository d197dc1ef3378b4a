// The JSON Schema of config files in YAML and JSON, for editors; and where an editor finds it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultText, type Option } from '@shoal/base/model/option'
import { packageFile } from '@shoal/base/model/package-files'
import { optionRows } from './options.ts'
import { ownKeyRows } from './own-keys.ts'

export const SCHEMA_FILE = 'config.schema.json'

/**
 * Written to the package by `npm run docs`.
 * @public
 */
export function configSchema(): object {
  const options = optionRows
    .filter(({ configurable }) => configurable)
    .map(option => [option.name, { description: describe(option), ...valueSchema(option) }])
  const own = ownKeyRows.flatMap(({ name, schema, means }) =>
    schema ? [[name, { description: means, ...schema }]] : [],
  )
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The config file of shoal',
    description: 'shoal.config.yaml and shoal.config.json. A flag on the command line wins over the file.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries([...options, ...own]) },
    additionalProperties: false,
  }
}

/** As a config file in `directory` names it: that of the package beside it, so that it works on every machine, else of this installation. */
export function schemaAddress(directory: string): string {
  const beside = `node_modules/shoal/${SCHEMA_FILE}`
  return existsSync(join(directory, beside)) ? `./${beside}` : fileURLToPath(packageFile(SCHEMA_FILE))
}

/** What the key means, with its default. */
export function describe(option: Option): string {
  const fallback = defaultText(option)
  return `${option.keyDescription ?? option.description}${fallback ? ` (default: ${fallback})` : ''}`
}

function valueSchema(option: Option): object {
  const known = option.default === null || Array.isArray(option.default) ? {} : { default: option.default }
  switch (option.type) {
    case 'boolean':
      return { type: 'boolean', ...known }
    case 'text':
      return { type: 'string', minLength: 1, ...(option.pattern && { pattern: option.pattern.source }) }
    case 'count':
      return { type: 'integer', minimum: option.min, ...known }
    case 'amount':
      return { type: 'number', exclusiveMinimum: 0 }
    case 'choice':
      return { enum: option.choices, ...known }
    case 'choices': {
      const one = { enum: option.choices }
      return { anyOf: [one, { type: 'array', items: one }] }
    }
    case 'list':
      return { type: 'array', items: { type: 'string', minLength: 1 } }
    case 'overrides':
      return { type: 'object', additionalProperties: { type: 'string', minLength: 1 } }
  }
}
