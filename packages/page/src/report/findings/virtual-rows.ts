// Only the rows in sight are drawn, however many there are. All have one height, so it takes no more than a division.
import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useState } from 'preact/hooks'

export interface VirtualRows {
  /** Of the first row that is drawn, and behind the last. */
  readonly from: number
  readonly to: number
  /** It can be seen, at least in part. */
  readonly firstInSight: number
  /** Rows of which all can be seen, less one to go on from. */
  readonly page: number
  /** Pixels above and below them. */
  readonly above: number
  readonly below: number
  /** Brings a row into sight, if it is not. */
  scrollTo(index: number): void
}

/** Rows that are drawn out of sight, so that scrolling shows no gap. */
const OVERSCAN = 10

export function useVirtualRows(box: RefObject<HTMLElement | null>, count: number, rowHeight: number): VirtualRows {
  const [view, setView] = useState({ top: 0, height: 800 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const resized = new ResizeObserver(look)
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, count === 0])
  const scrollTo = useCallback(
    (index: number) => {
      const element = box.current
      if (!element) return
      const head = element.querySelector('thead')?.offsetHeight ?? 0
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
      if (top < element.scrollTop) element.scrollTop = top
      else if (bottom + head > element.scrollTop + element.clientHeight)
        element.scrollTop = bottom + head - element.clientHeight
    },
    [box, rowHeight],
  )
  return { ...rowsInSight(view, count, rowHeight), scrollTo }
}

export function rowsInSight(
  { top, height }: { readonly top: number; readonly height: number },
  count: number,
  rowHeight: number,
): Omit<VirtualRows, 'scrollTo'> {
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN)
  const firstInSight = Math.min(Math.floor(top / rowHeight), count)
  const from = Math.max(0, firstInSight - OVERSCAN)
  const to = Math.max(from, last)
  // The head of the table takes about a row.
  const page = Math.max(1, Math.floor(height / rowHeight) - 2)
  return { from, to, firstInSight, page, above: from * rowHeight, below: (count - to) * rowHeight }
}
