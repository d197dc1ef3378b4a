// JSON for machines that a person can still read: one element of a list to a line, written as it comes.
import { SCHEMA_VERSION } from '@shoal/base/model/schema-version'
import { gathered, jsonPieces } from '@shoal/base/text/json-pieces'
import type { Write } from './document.ts'

/** A list may be any iterable, so that its elements are made one at a time. Keys whose value is undefined are left out. */
export type JsonDocument = Readonly<Record<string, unknown>>

export async function writeJsonObject(write: Write, document: JsonDocument): Promise<void> {
  await write(`{\n  "schema_version": ${SCHEMA_VERSION}`)
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue
    await write(`,\n  ${JSON.stringify(key)}: `)
    if (isList(value)) await writeJsonList(write, value, '  ')
    else for (const piece of gathered(jsonPieces(value))) await write(piece)
  }
  await write('\n}\n')
}

/** Without a newline at its end. */
export async function writeJsonList(
  write: Write,
  elements: Iterable<unknown> | AsyncIterable<unknown>,
  indent = '',
): Promise<void> {
  let separator = `[\n${indent}  `
  for await (const element of elements) {
    await write(separator + JSON.stringify(element))
    separator = `,\n${indent}  `
  }
  await write(separator.startsWith('[') ? '[]' : `\n${indent}]`)
}

function isList(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
}
