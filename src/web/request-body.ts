// What a request brings, read as JSON.
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

const MOST_BYTES = 64 * 1024

/** Throws a Refusal: 413 for one that is too large, 400 for what is no JSON. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  // A form of another site can send anything but this type without asking first.
  const [type] = (request.headers['content-type'] ?? '').split(';')
  if (type!.trim().toLowerCase() !== 'application/json')
    throw new Refusal(400, 'not-json', 'the content type must be application/json', 'send JSON')
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES)
      throw new Refusal(413, 'too-large', `a body has at most ${MOST_BYTES / 1024} KB`, 'send less', {
        connection: 'close',
      })
    parts.push(part)
  }
  if (bytes === 0) return null
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)))
  } catch {
    throw new Refusal(400, 'not-json', 'the body is not valid JSON', 'send JSON in UTF-8')
  }
}
