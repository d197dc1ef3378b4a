// No planted secret leaves through any face, wherever what makes it one stands. Every third is held back: with
// SHOAL_PLANTED=count it is not listed, so that no rule is written for it.
import { describe, it } from 'vitest'
import { scratch } from '../mcp/connect.ts'
import { commandOutputs, mcpOutputs, pageOutputs, workerOutputs } from './exits.ts'
import { hold } from './hold.ts'
import { outputsOf, requestsOf } from './outputs.ts'
import { HELD_BACK, KINDS, type PlantedSet, plantedSet } from './planted.ts'
import { plantedForms } from './planted-forms.ts'
import { LINES } from './planted-lines.ts'

const lines = plantedSet(LINES, 40_591)
const all = plantedSet([...KINDS, ...HELD_BACK, ...LINES], 9_127)

const forms = everyForm('third.txt')

describe('a secret in any form that the sweep finds', () => {
  it('is in no report, profile, search, answer or file of the ledger', async () => {
    hold(forms, await outputsOf(forms, scratch()), 'outputs')
  })

  it('is in no request to a model, nor in what its tools show of any line', async () => {
    hold(forms, await requestsOf(forms), 'requests')
  })

  it('is in no answer of the MCP server', async () => {
    hold(forms, await mcpOutputs(forms), 'mcp')
  })
})

describe('a secret on lines of its own', () => {
  it('is in no report, profile, search, answer or file of the ledger', async () => {
    hold(lines, await outputsOf(lines, scratch()), 'outputs')
  })

  it('is in no request to a model, nor in what its tools show of any line', async () => {
    hold(lines, await requestsOf(lines), 'requests')
  })
})

describe('a secret in any document', () => {
  it('is in no answer of the MCP server', async () => {
    hold(all, await mcpOutputs(all), 'mcp')
  })

  it('is in nothing that the live page is told', async () => {
    hold(all, await pageOutputs(all), 'page')
  })

  it('is not given to the workers of a pattern', async () => {
    hold(all, await workerOutputs(all), 'workers')
  })

  it('is in nothing that the command line says', async () => {
    hold(all, await commandOutputs(all), 'commands')
  })
})

/** The documents of `forms/`, with the secrets that are found; a notebook is a packed file, which not every tool takes. */
function everyForm(name: string): PlantedSet {
  const { files, secrets } = plantedForms(name, 8_191)
  const isRead = (file: string) => !file.endsWith('.ipynb')
  return {
    files: Object.fromEntries([...files].filter(([file]) => isRead(file))),
    // Known to be shown: digits in prose, where sentences are asked for and their lines are joined to one.
    secrets: secrets.filter(
      ({ isShown, file, look }) => !isShown && isRead(file) && !(file === 'notes.txt' && look === 'digits6'),
    ),
  }
}
