// The signature of a request to an object store: AWS Signature Version 4, in headers.

import { createHash, createHmac } from 'node:crypto'
import { lookup } from '@shoal/base/model/lookup'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface Unsigned {
  readonly method: string
  /** Path and query are encoded as `encoded` does, the query in the order of its names. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** All headers to send. */
export function signedHeaders(
  { method, url, headers, body }: Unsigned,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  region: string,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const payload = sha256(body)
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': time,
    'x-amz-content-sha256': payload,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const names = Object.keys(all).sort()
  const signed = names.join(';')
  const lines = names.map(name => `${name}:${lookup(all, name)!.trim()}\n`).join('')
  const canonical = [method, url.pathname, url.search.slice(1), lines, signed, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
  return { ...all, authorization }
}

/** As signatures want it: all but letters, digits and `-._~` in percent. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
