// Only the rows in sight are drawn, however many there are.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useState } from 'preact/hooks'

export interface VirtualRows {
  /** Of the first row that is drawn, and behind the last. */
  readonly from: number
  readonly to: number
  /** Pixels above and below them. */
  readonly above: number
  readonly below: number
  scrollTo(index: number): void
}

const OVERSCAN = 8

/** All rows have one height. */
export function useVirtualRows(box: RefObject<HTMLElement | null>, count: number, rowHeight: number): VirtualRows {
  const [, redraw] = useReducer((n: number, _: undefined) => n + 1, 0)
  const options: VirtualizerOptions<HTMLElement, Element> = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined),
    initialRect: { width: 800, height: 600 },
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? -1) + 1
  return {
    from,
    to,
    above: from * rowHeight,
    below: Math.max(0, count - to) * rowHeight,
    scrollTo: index => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
