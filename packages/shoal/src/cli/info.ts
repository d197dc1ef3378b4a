// `shoal info`: what is registered, and what works here. Each of its verbs is a command that also works by its bare name.
import { ShoalError } from '@shoal/base/model/errors'
import type { Command } from './command.ts'

export const info: Command = {
  name: 'info',
  summary: 'types, agents, models, doctor; init, completions',
  usage: 'types|agents|models|doctor|init|completions',
  examples: [
    { line: 'shoal info doctor', does: 'what works on this machine, and what to do about the rest' },
    { line: 'shoal info models', does: 'the providers of language models, and whether their keys are set' },
  ],
  async run(_io, { args: [verb] }) {
    if (verb === undefined)
      throw new ShoalError('missing-argument', 'shoal info needs types, agents, models, doctor, init or completions')
    throw new ShoalError('bad-value', `shoal info has no "${verb}"`, {
      detail: verb,
      advice: 'it has types, agents, models, doctor, init and completions',
    })
  },
}
