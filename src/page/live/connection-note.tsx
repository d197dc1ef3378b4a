// Says when the connection to the server is lost, and when it is back.
import { useEffect, useState } from 'preact/hooks'
import { Words } from '../parts/words.tsx'
import type { Connection } from './connection.ts'

const WORDS: Readonly<Partial<Record<Connection, string>>> = {
  lost: 'The connection to the server is lost. What is shown may be out of date; it is tried again by itself.',
  back: 'The connection is back, and everything is up to date.',
  refused: 'The server no longer knows this page. Open the address that `shoal serve` printed when it was started.',
}

const BACK_MS = 4000

export function ConnectionNote({ connection }: { readonly connection: Connection }) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    setPast(false)
    if (connection !== 'back') return
    const timer = setTimeout(() => setPast(true), BACK_MS)
    return () => clearTimeout(timer)
  }, [connection])
  const words = isPast ? undefined : WORDS[connection]
  return (
    <div role="status" class="live-status no-print">
      {words ? (
        <p class={`live-connection is-${connection}`}>
          <Words text={words} />
        </p>
      ) : null}
    </div>
  )
}
