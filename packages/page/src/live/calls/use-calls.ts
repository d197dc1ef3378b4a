// The calls of a run as far as they were asked for, page by page; while all are listed, new ones come by themselves.

import type { LiveCall } from '@shoal/base/model/live'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { getJson, type LiveFailure } from '../client.ts'
import { asFailure, Returns } from '../use-live.ts'

interface CallsPage {
  readonly calls: readonly LiveCall[]
  readonly next: number | null
}

export interface ListedCalls {
  readonly calls: readonly LiveCall[]
  /** There are others behind these. */
  readonly hasMore: boolean
  readonly isReading: boolean
  readonly failure: LiveFailure | null
  readonly readMore: () => void
}

/** `count` is how many the run has made. */
export function useCalls(run: string, count: number): ListedCalls {
  const [calls, setCalls] = useState<readonly LiveCall[]>([])
  const [hasMore, setMore] = useState(false)
  const [failure, setFailure] = useState<LiveFailure | null>(null)
  const [isReading, setReading] = useState(false)
  const returns = useContext(Returns)

  /** The one that is under way: a later one takes its place, and nothing is heard of it any more. */
  const under = useRef<AbortController | null>(null)

  const read = async () => {
    under.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    under.current = controller
    setReading(true)
    try {
      const page = await getJson<CallsPage>(['runs', run, 'calls'], { after: calls.at(-1)?.number ?? 0 }, signal)
      if (signal.aborted) return
      setCalls(known => [...known, ...page.calls.filter(({ number }) => number > (known.at(-1)?.number ?? 0))])
      setMore(page.next !== null)
      setFailure(null)
    } catch (error) {
      if (!signal.aborted) setFailure(asFailure(error))
    } finally {
      if (under.current === controller) setReading(false)
    }
  }

  useEffect(() => {
    if (!hasMore && calls.length < count) read()
  }, [count, returns])
  useEffect(() => () => under.current?.abort(), [])

  return { calls, hasMore, isReading, failure, readMore: read }
}
