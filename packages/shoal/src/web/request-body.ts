// What a request brings, read as JSON.
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

const MOST_BYTES = 64 * 1024
/** Of one that is too large, so much is read and thrown away: who is still sending does not hear an answer. */
const MOST_DRAINED = 16 * 1024 * 1024

/** Throws a Refusal: 413 for one that is too large, 400 for what is no JSON, or is cut off. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  // A form of another site can send anything but this type without asking first.
  const [type] = (request.headers['content-type'] ?? '').split(';')
  if (type!.trim().toLowerCase() !== 'application/json')
    throw new Refusal(400, 'not-json', 'the content type must be application/json', 'send JSON')
  const bytes = Number(request.headers['content-length'] ?? 0) > MOST_DRAINED ? null : await received(request)
  if (bytes === null)
    throw new Refusal(413, 'too-large', `a body has at most ${MOST_BYTES / 1024} KB`, 'send less', {
      connection: 'close',
    })
  if (bytes.length === 0) return null
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal(400, 'not-json', 'the body is not valid JSON', 'send JSON in UTF-8')
  }
}

/** Null when it is too large. By its events: a stream that is iterated over and left closes the connection. */
async function received(request: IncomingMessage): Promise<Buffer | null> {
  return await new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= MOST_BYTES) parts.push(part)
      if (bytes > MOST_DRAINED) resolve(null)
    })
    request.once('end', () => resolve(bytes > MOST_BYTES ? null : Buffer.concat(parts)))
    const cutOff = () => reject(new Refusal(400, 'cut-off', 'the body was cut off', 'send all of it'))
    request.once('error', cutOff)
    request.once('close', cutOff)
  })
}
