// Lists within an answer, as far as there is room for them: what has been done must not fail for want of it.

/** From the start, as many as fit into so many characters of JSON. */
export function within<T>(items: readonly T[], room: number): T[] {
  let left = room
  const fitting: T[] = []
  for (const item of items) {
    left -= JSON.stringify(item).length + 1
    if (left < 0) break
    fitting.push(item)
  }
  return fitting
}

/** A text that takes at most so many characters of JSON, with a mark where it was cut. */
export function clipped(text: string, room: number): string {
  if (JSON.stringify(text).length <= room) return text
  let end = Math.min(text.length, room)
  while (JSON.stringify(text.slice(0, end)).length > room - 2) end = Math.floor(end * 0.9)
  return `${text.slice(0, end)}…`
}
