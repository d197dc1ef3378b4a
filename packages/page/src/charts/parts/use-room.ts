// How much room a picture has: nothing until it is near the part of the page that is seen, so that pages with hundreds of
// pictures open at once; all of it at once when the page is printed.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { atOnce } from '../../parts/at-once.ts'

const AHEAD = '800px'

export interface Room {
  readonly ref: RefObject<HTMLDivElement | null>
  /** Whole pixels; null while it is far away or hidden. */
  readonly width: number | null
}

/** What is not drawn yet, for printing: how to measure each, and how to tell it. */
const waiting = new Set<{ readonly measure: () => number; readonly draw: (width: number) => void }>()

export function useRoom(): Room {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => Math.floor(element.clientWidth)
    const draw = (next: number) => {
      if (next > 0) setWidth(next)
    }
    const sizes = new ResizeObserver(() => draw(measure()))
    const start = () => {
      nearness.disconnect()
      waiting.delete(entry)
      sizes.observe(element)
    }
    const nearness = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) start()
      },
      { rootMargin: AHEAD },
    )
    const entry = {
      measure,
      draw: (next: number) => {
        start()
        draw(next)
      },
    }
    if (waiting.size === 0) addEventListener('beforeprint', drawWaiting)
    waiting.add(entry)
    nearness.observe(element)
    return () => {
      nearness.disconnect()
      sizes.disconnect()
      waiting.delete(entry)
    }
  }, [])
  return { ref, width }
}

/** All is drawn before this returns. Measured first, for every change would be laid out anew. */
export function drawWaiting(): void {
  const sizes = [...waiting].map(({ measure, draw }) => ({ width: measure(), draw }))
  atOnce(() => {
    for (const { width, draw } of sizes) draw(width)
  })
}
