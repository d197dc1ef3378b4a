// `shoal init`: writes a config file to begin with; never over one that is there.
import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type ExitStatus, ShoalError, toShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { schemaAddress } from '../config/config-schema.ts'
import { findConfig } from '../config/load.ts'
import { type StarterForm, starterConfig, starterForms } from '../config/starter-config.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'

export const init: Command = {
  name: 'init',
  summary: 'writes a config file with every setting as a comment',
  usage: '[yaml|json|ts]',
  ownVerbs: [
    ['yaml', 'shoal.config.yaml, which editors check against the schema; so without a word'],
    ['json', 'shoal.config.json, with its schema and no comments'],
    ['ts', 'shoal.config.ts, which may also define content types'],
  ],
  examples: [
    { line: 'shoal init', does: 'shoal.config.yaml in this directory; one that is there is left as it is' },
    { line: 'shoal init ts', does: 'the same in TypeScript' },
  ],
  run,
}

async function run(io: Io, { args }: CommandInput): Promise<ExitStatus> {
  const [form = 'yaml', more] = args
  if (more !== undefined || !isForm(form))
    throw new ShoalError('bad-value', 'shoal init takes nothing, or yaml, json or ts', { detail: more ?? form })
  const above = findConfig(io.cwd, io.env.HOME ?? io.env.USERPROFILE)
  if (above !== null && dirname(above) === io.cwd) throw isThere(relative(io.cwd, above))
  const name = `shoal.config.${form}`
  try {
    writeFileSync(join(io.cwd, name), starterConfig(form, schemaAddress(io.cwd)), { flag: 'wx' })
  } catch (error) {
    throw toShoalError(error).code === 'already-there' ? isThere(name) : toShoalError(error)
  }
  // JSON has no comments.
  const holds =
    form === 'json'
      ? 'it names its schema, and sets nothing yet'
      : 'every setting is a comment, so nothing has changed yet'
  io.stdout.write(`wrote ${name}: ${holds}; docs/config.md explains the settings\n`)
  if (above !== null) io.stderr.write(`here it takes the place of ${printable(relative(io.cwd, above))}\n`)
  return 0
}

function isForm(word: string): word is StarterForm {
  return (starterForms as readonly string[]).includes(word)
}

function isThere(name: string): ShoalError {
  return new ShoalError('already-there', `${name} is there already; nothing was written`, {
    detail: name,
    advice: 'edit it, or move it away first',
  })
}
