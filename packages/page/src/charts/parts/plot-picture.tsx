// Holds a picture of Observable Plot: draws it for the room there is, and tells what was clicked.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useRoom } from './use-room.ts'

export interface PlotPictureProps<Datum> {
  /** What it shows, in words. */
  readonly label: string
  /** About how high it will be, so that nothing jumps when it is drawn. */
  readonly height: number
  /** Must be the same function as long as the picture is. */
  readonly draw: (width: number) => Element
  /** The mark under the pointer was clicked. Keys reach the same through the table. */
  readonly onPick?: ((datum: Datum) => void) | undefined
}

export function PlotPicture<Datum>({ label, height, draw, onPick }: PlotPictureProps<Datum>) {
  const { ref, width } = useRoom()
  // A new function to call is no reason to draw anew.
  const picked = useRef(onPick)
  picked.current = onPick
  const canPick = onPick !== undefined
  useLayoutEffect(() => {
    const host = ref.current
    if (!host || width === null) return
    const picture = draw(width)
    // The page allows no styles that are made while it runs; charts.css holds the same rules.
    for (const style of picture.querySelectorAll('style')) style.remove()
    // The box around it says what it shows; the names that Plot gives to its groups say nothing.
    picture.setAttribute('aria-hidden', 'true')
    host.replaceChildren(picture)
    if (!canPick) return
    const isMouse = (event: Event) => (event as PointerEvent).pointerType === 'mouse'
    const pick = (event: Event) => {
      const datum = (picture as Element & { value?: Datum | null }).value
      // A finger has to see the tip first: it opens places from the table.
      if (datum && isMouse(event)) picked.current?.(datum)
    }
    // Plot would pin the tip.
    const press = (event: Event) => {
      if (isMouse(event)) event.stopPropagation()
    }
    host.addEventListener('pointerdown', press, true)
    picture.addEventListener('click', pick)
    return () => host.removeEventListener('pointerdown', press, true)
  }, [draw, width, canPick])
  return (
    <div
      ref={ref}
      role="img"
      aria-label={label}
      class={`chart-picture ${canPick ? 'is-pickable' : ''}`}
      style={width === null ? { minHeight: `${height}px` } : {}}
    />
  )
}
