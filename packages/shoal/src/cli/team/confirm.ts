// What a move leaves to say: one line for people, or what has become of it as JSON.
import { writeDocument } from '../document.ts'
import { type JsonDocument, writeJsonObject } from '../json-document.ts'
import type { VerbInput } from './verb.ts'

/** `line` must be printable. */
export async function confirm(
  { io, face }: Pick<VerbInput, 'io' | 'face'>,
  line: string,
  json: JsonDocument,
): Promise<0> {
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') await writeJsonObject(write, json)
    else await write(`${line}\n`)
  })
  return 0
}
