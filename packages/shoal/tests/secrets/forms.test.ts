// Every form in which files keep secrets, looked for by the sweep that all outputs rest on. What is marked as shown must be shown:
// a form that comes to be found loses its mark, and none is lost without being seen. What looks like a secret stays.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweepSecrets } from '../../src/text/secrets/sweep.ts'
import { openSource } from '../../src/text/source-file.ts'
import { scratch } from '../mcp/connect.ts'
import { plantedForms } from './planted-forms.ts'

const signal = new AbortController().signal
const MASKED = 0x2a

describe.each([
  ['first.txt', 4711],
  ['second.txt', 31_337],
  ['third.txt', 8_191],
])('the secrets of %s', (name, seed) => {
  const { files, secrets, harmless } = plantedForms(name, seed)
  const folder = scratch()

  it.each([...files])('of %s are found', async (file, text) => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    const { spans } = await sweepSecrets(openSource(path), { signal, isTable: /\.[ct]sv$/.test(file) })
    const bytes = Buffer.from(text)
    for (const { start, end } of spans) bytes.fill(MASKED, start, end)
    const left = bytes.toString()
    const shown = secrets.filter(one => one.file === file && left.includes(one.value))
    const told = (all: typeof secrets) => all.map(({ form, look }) => `${look}: ${form}`)
    expect(told(shown)).toEqual(told(secrets.filter(one => one.file === file && one.isShown)))
    const hidden = harmless.filter(
      one => one.file === file && spans.some(({ start, end }) => start < one.end && one.start < end),
    )
    expect(hidden.map(({ line }) => line)).toEqual([])
  })
})
