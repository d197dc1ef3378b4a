// Finds what answers a request: addresses with named parts, such as `/api/runs/:run`.
import { emptyRecord } from '@shoal/base/model/lookup'
import { Refusal } from './refusal.ts'

export interface Addressed {
  readonly method: 'GET' | 'POST'
  /** Parts that begin with a colon stand for any one part. */
  readonly path: string
}

export interface Found<R extends Addressed> {
  readonly route: R
  /** The named parts, decoded. */
  readonly parts: Readonly<Record<string, string>>
}

/** Throws a Refusal: 404 when there is no such address, 405 when it takes other methods. */
export function findRoute<R extends Addressed>(routes: readonly R[], method: string, path: string): Found<R> {
  const given = path.split('/').map(decoded)
  const here = routes.flatMap(route => {
    const parts = partsOf(route.path.split('/'), given)
    return parts ? [{ route, parts }] : []
  })
  const found = here.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  if (here.length === 0)
    throw new Refusal(404, 'no-such-address', 'there is nothing at this address', 'see `/api/runs`')
  const allow = here.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])).join(', ')
  throw new Refusal(405, 'wrong-method', `this address takes ${allow}`, `send ${allow}`, { allow })
}

function partsOf(pattern: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (pattern.length !== given.length) return null
  const parts = emptyRecord<string>()
  for (const [at, part] of pattern.entries()) {
    if (!part.startsWith(':')) {
      if (part !== given[at]) return null
    } else if (given[at] === '') return null
    else parts[part.slice(1)] = given[at]!
  }
  return parts
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, 'bad-address', 'the address is not written as addresses are', 'encode its parts')
  }
}
