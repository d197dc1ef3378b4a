// Which area the arrow keys lead to: the nearest one in that direction.

export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Its place in `areas`, or `from` itself when nothing lies that way. Distances aside count double. */
export function nextArea(areas: readonly Area[], from: number, direction: Direction): number {
  const start = areas[from]
  if (!start) return from
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const [index, area] of areas.entries()) {
    if (index === from) continue
    const ahead = aheadBy(start, area, direction)
    if (ahead < -1e-9) continue
    const distance = ahead + 2 * asideBy(start, area, direction)
    if (distance < least) {
      least = distance
      best = index
    }
  }
  return best
}

/** From edge to edge; negative when it does not lie that way. */
function aheadBy(start: Area, area: Area, direction: Direction): number {
  switch (direction) {
    case 'left':
      return start.left - (area.left + area.width)
    case 'right':
      return area.left - (start.left + start.width)
    case 'up':
      return start.top - (area.top + area.height)
    case 'down':
      return area.top - (start.top + start.height)
  }
}

/** Between the middles, so that of several neighbours the one straight ahead is taken. */
function asideBy(start: Area, area: Area, direction: Direction): number {
  const isAcross = direction === 'left' || direction === 'right'
  const middle = ({ left, top, width, height }: Area) => (isAcross ? top + height / 2 : left + width / 2)
  const low = isAcross ? area.top : area.left
  const high = isAcross ? area.top + area.height : area.left + area.width
  const at = middle(start)
  return at < low ? low - at : at > high ? at - high : 0
}
