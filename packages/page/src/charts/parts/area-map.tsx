// Areas in a box, as elements: text that is cut where it has no room, keys that go from one to the next, and a tip.

import { lookup } from '@shoal/base/model/lookup'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { type Area, type Direction, nextArea } from '../layout/next-area.ts'
import { styleShare } from '../layout/number-text.ts'

export interface MapArea extends Area {
  readonly key: string
  /** For those who cannot see it; also the first line of the tip. */
  readonly label: string
  /** Lines of the tip after the first. */
  readonly about: readonly string[]
  readonly class: string
  readonly colour: string
  readonly content: ComponentChildren
  /** Left out where there is nothing to open. */
  readonly onPick?: (() => void) | undefined
}

export interface AreaMapProps {
  readonly room: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly height: number
  readonly areas: readonly MapArea[]
  /** What lies below the areas, such as frames with names. */
  readonly children?: ComponentChildren
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export function AreaMap({ room, label, height, areas, children }: AreaMapProps) {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [tip, setTip] = useState<number | null>(null)
  const canPick = areas.some(({ onPick }) => onPick)
  const stop = Math.min(current, areas.length - 1)
  const focus = (index: number) => {
    setCurrent(index)
    ;(list.current?.children[index] as HTMLElement | undefined)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && tip !== null) {
      // What else the key closes stays open.
      event.preventDefault()
      return setTip(null)
    }
    const direction = lookup(KEYS, event.key)
    const next = direction
      ? nextArea(areas, stop, direction)
      : event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? areas.length - 1
          : null
    if (next === null) return
    event.preventDefault()
    focus(next)
  }
  const index = (target: EventTarget | null) => {
    const element = (target as Element | null)?.closest?.('[data-area]')
    return element ? Number(element.getAttribute('data-area')) : null
  }
  const shownTip = tip === null ? undefined : areas[tip]
  return (
    <div class="chart-map" ref={room} style={{ height: `${height}px` }}>
      {children}
      <div
        ref={list}
        {...(canPick ? { role: 'group', onKeyDown } : { role: 'img' })}
        {...{ 'aria-label': label }}
        onPointerOver={event => setTip(index(event.target))}
        onPointerLeave={() => setTip(null)}
        onFocusIn={event => setTip(index(event.target))}
        onFocusOut={() => setTip(null)}
      >
        {areas.map((area, k) => (
          <AreaBox
            key={area.key}
            area={area}
            place={k}
            tabIndex={k === stop ? 0 : -1}
            canPick={canPick}
            onFocus={setCurrent}
          />
        ))}
      </div>
      {shownTip && <AreaTip area={shownTip} />}
    </div>
  )
}

interface AreaBoxProps {
  readonly area: MapArea
  readonly place: number
  readonly tabIndex: number
  readonly canPick: boolean
  readonly onFocus: (place: number) => void
}

function AreaBox({ area, place, tabIndex, canPick, onFocus }: AreaBoxProps) {
  const shared = {
    class: `chart-area ${area.class}`,
    'data-area': place,
    style: {
      left: styleShare(area.left),
      top: styleShare(area.top),
      width: styleShare(area.width),
      height: styleShare(area.height),
      background: area.colour,
    },
  }
  if (!canPick) return <div {...shared}>{area.content}</div>
  return (
    <button
      type="button"
      {...shared}
      tabIndex={tabIndex}
      aria-label={[area.label, ...area.about].join(', ')}
      aria-disabled={area.onPick ? undefined : true}
      onFocus={() => onFocus(place)}
      onClick={area.onPick}
    >
      {area.content}
    </button>
  )
}

/** Beside the area on the side with more room; the area itself says the same to those who cannot see it. */
function AreaTip({ area: { label, about, left, top, width, height } }: { readonly area: MapArea }) {
  const isLow = top + height / 2 > 0.5
  const isRight = left + width / 2 > 0.5
  return (
    <div
      class="chart-tip"
      aria-hidden="true"
      style={{
        ...(isLow ? { bottom: styleShare(1 - top) } : { top: styleShare(top + height) }),
        ...(isRight ? { right: styleShare(1 - left - width) } : { left: styleShare(left) }),
      }}
    >
      <bdi>{label}</bdi>
      {about.map((line, index) => (
        <span key={index} class="muted">
          <bdi>{line}</bdi>
        </span>
      ))}
    </div>
  )
}
