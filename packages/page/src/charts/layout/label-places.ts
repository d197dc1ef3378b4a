// Places names beside points so that none lies over another: those that come first choose first, the others may get none.

import { smallest } from '@shoal/base/model/lists'
import { labelWidth } from './label-text.ts'

export interface PointToName {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly text: string
  /** Which way its name should rather go. */
  readonly away?: { readonly x: number; readonly y: number }
}

/** Where a name starts or ends, and the middle of its height; null where there is no room. */
export interface NamePlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'end' | 'middle'
}

export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const HEIGHT = 15
const GAP = 4

type Dot = Pick<PointToName, 'x' | 'y' | 'radius'>

/** The first of all are named even where other points lie over their names. */
const FOREMOST = 4

/** `taken` is where other text stands; `others` are points that get no name. */
export function placeNames(
  points: readonly PointToName[],
  within: Bounds,
  { taken = [], others = [] }: { readonly taken?: readonly Bounds[]; readonly others?: readonly Dot[] } = {},
): (NamePlace | null)[] {
  const dots = [...points, ...others].map(({ x, y, radius }) => around(x, y, radius, radius))
  const names = [...taken]
  return points.map((point, index) => {
    const free = placesFor(point)
      .map(place => ({ place, box: boxOf(place, labelWidth(point.text)) }))
      .filter(({ box }) => isWithin(box, within) && !names.some(other => overlap(box, other)))
    const clear = free.find(({ box }) => !dots.some((dot, k) => k !== index && overlap(box, dot)))
    const chosen = clear ?? (index < FOREMOST ? free[0] : undefined)
    if (chosen) names.push(chosen.box)
    return chosen?.place ?? null
  })
}

/** Of the places where a text may stand, the first that lies over the fewest points. */
export function clearest(places: readonly NamePlace[], width: number, points: readonly Dot[]): NamePlace {
  const dots = points.map(({ x, y, radius }) => around(x, y, radius, radius))
  const covered = places.map(place => {
    const box = boxOf(place, width)
    return dots.filter(dot => overlap(box, dot)).length
  })
  return places[covered.indexOf(smallest(covered))]!
}

/** Right, left, below and above; those that lie the wanted way first. */
export function placesFor({ x, y, radius, away = { x: 0, y: 0 } }: Omit<PointToName, 'text'>): NamePlace[] {
  const off = radius + GAP
  const places: NamePlace[] = [
    { x: x + off, y, anchor: 'start' },
    { x: x - off, y, anchor: 'end' },
    { x, y: y + off + HEIGHT / 2, anchor: 'middle' },
    { x, y: y - off - HEIGHT / 2, anchor: 'middle' },
  ]
  const suits = (place: NamePlace) => Math.sign(place.x - x) * away.x + Math.sign(place.y - y) * away.y
  return places.sort((a, b) => suits(b) - suits(a))
}

export function boxOf({ x, y, anchor }: NamePlace, width: number): Bounds {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 }
}

function around(x: number, y: number, across: number, down: number): Bounds {
  return { left: x - across, right: x + across, top: y - down, bottom: y + down }
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function isWithin(box: Bounds, { left, top, right, bottom }: Bounds): boolean {
  return box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom
}
