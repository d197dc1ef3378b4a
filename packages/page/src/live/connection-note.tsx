// Says when the connection to the server is lost, and why as far as the server tells, and when it is back.
import { useEffect, useState } from 'preact/hooks'
import { Words } from '../parts/words.tsx'
import type { LiveFailure } from './client.ts'
import type { Connection } from './connection.ts'

const WORDS: Readonly<Partial<Record<Connection, string>>> = {
  lost: 'The connection to the server is lost. What is shown may be out of date; it is tried again by itself. A server that was ended and started anew has another address, unless `--port` and `SHOAL_SERVE_TOKEN` keep this one.',
  back: 'The connection is back, and everything is up to date.',
  refused:
    'The server no longer knows this page. Open the address that `shoal serve` printed when it was started; `SHOAL_SERVE_TOKEN` keeps it the same the next time.',
}

/** What the server answers though it cannot tell what is new. */
const TROUBLE = 'The server cannot say how it goes on. What is shown may be out of date; it is tried again by itself.'

const BACK_MS = 4000

export interface ConnectionNoteProps {
  readonly connection: Connection
  /** Null when it is said elsewhere. */
  readonly failure: LiveFailure | null
}

export function ConnectionNote({ connection, failure }: ConnectionNoteProps) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    setPast(false)
    if (connection !== 'back') return
    const timer = setTimeout(() => setPast(true), BACK_MS)
    return () => clearTimeout(timer)
  }, [connection])
  const trouble = connection === 'lost' && failure !== null && failure.status > 0 ? failure : null
  const words = isPast ? undefined : trouble ? TROUBLE : WORDS[connection]
  return (
    <div role="status" class="live-status no-print">
      {words ? (
        <p class={`live-connection is-${connection}`}>
          <Words text={words} />
          {trouble ? (
            <span class="live-advice">
              <Words text={trouble.message} />
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
