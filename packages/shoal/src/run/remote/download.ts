// A file by its address: through the proxy of the environment, with a few redirects, given up after a silence.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { requestFor } from '../../models/providers/http.ts'
import { proxyFor, routeTo } from '../../models/providers/proxy.ts'
import { notFetched, type RemoteContext } from './address.ts'

interface Downloaded {
  readonly stream: Readable
  readonly etag: string | null
  readonly modified: string | null
}

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** Null when it is what is known. Throws `not-fetched`. */
export async function download(
  given: URL,
  known: Omit<Downloaded, 'stream'> | null,
  context: RemoteContext,
): Promise<Downloaded | null> {
  const origin = given.origin
  let url = given
  for (let k = 0; k <= MOST_REDIRECTS; k++) {
    const answer = await ask(url, { ...conditions(known), ...(url.origin === origin && credentials(given)) }, context)
    const { statusCode: status = 0, headers } = answer
    if (status === 304 && known) return answer.resume() && null
    if (status === 200)
      return { stream: answer, etag: headers.etag ?? null, modified: headers['last-modified'] ?? null }
    answer.destroy()
    if (!REDIRECTS.includes(status) || !headers.location || !URL.canParse(headers.location, url.href))
      throw notFetched(shownOf(given), `the server answers ${status} ${answer.statusMessage ?? ''}`.trim())
    const next = new URL(headers.location, url)
    if (next.protocol !== 'https:' && !(next.protocol === 'http:' && url.protocol === 'http:'))
      throw notFetched(shownOf(given), `it leads from ${url.protocol}// to ${next.protocol}//`)
    url = next
  }
  throw notFetched(shownOf(given), `it leads on more than ${MOST_REDIRECTS} times`)
}

function ask(
  url: URL,
  headers: Record<string, string>,
  { settings, env, signal }: RemoteContext,
): Promise<IncomingMessage> {
  const timeoutMs = settings.giveUpAfter * 1000
  const proxy = proxyFor(url, env)
  const plain = new URL(url)
  plain.username = plain.password = ''
  return new Promise((resolve, reject) => {
    const request = requestFor(plain, { headers }, { proxy, timeoutMs, ...routeTo(plain, proxy, timeoutMs) })
    const onAbort = () => request.destroy(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    request.setTimeout(timeoutMs, () => request.destroy(new Error(`nothing was heard for ${settings.giveUpAfter} s`)))
    request.once('response', resolve)
    request.once('close', () => signal.removeEventListener('abort', onAbort))
    request.on('error', error =>
      reject(
        signal.aborted
          ? signal.reason
          : notFetched(shownOf(url), error.message || String((error as NodeJS.ErrnoException).code)),
      ),
    )
    request.end()
  })
}

function conditions(known: Omit<Downloaded, 'stream'> | null): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.modified && { 'if-modified-since': known.modified }),
  }
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function shownOf({ host, pathname }: URL): { readonly shown: string } {
  return { shown: host + pathname }
}
