// What unpacking a file gives, as tests look at it.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Form } from '../../src/forms/form.ts'
import { unpack } from '../../src/forms/unpack.ts'

const work = mkdtempSync(join(tmpdir(), 'shoal-documents-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
let count = 0

export async function unpackedOf(name: string, bytes: Uint8Array, most = 1e8, form?: Form) {
  const file = join(work, `${++count}-${name}`)
  writeFileSync(file, bytes)
  return await unpackedFrom(file, { name, most, ...(form && { form }) })
}

export async function unpackedFrom(
  file: string,
  {
    name = basename(file),
    most = 1e8,
    form,
  }: { readonly name?: string; readonly most?: number; readonly form?: Form } = {},
) {
  const directory = mkdtempSync(join(work, 'out-'))
  const limits = { bytes: most, ratio: 200, members: 100, depth: 3 }
  const signal = new AbortController().signal
  const sizeBytes = statSync(file).size
  const order = { file, name, sizeBytes, directory, limits, ...(form && { formNamed: () => form }) }
  const made = await unpack(order, { signal, onRead: () => {} })
  return {
    texts: Object.fromEntries(
      made.members.map(member => [`${member.name}`, readFileSync(join(directory, member.file), 'utf8')]),
    ),
    left: made.leftOut.map(({ name, reason, cause }) => `${name}: ${reason} (${cause})`),
    by: made.members.map(({ by }) => by.join(' > ')),
  }
}
