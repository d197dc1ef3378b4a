// The buffers inside a value, so that they can be moved to another thread instead of copied.

/** Deeper than this nothing large is kept. */
const DEEPEST = 6
/** Lists longer than this hold small things. */
const LONGEST = 4096

export function buffersOf(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  collect(value, found, 0)
  return [...found]
}

function collect(value: unknown, found: Set<ArrayBuffer>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (value instanceof ArrayBuffer) found.add(value)
  else if (ArrayBuffer.isView(value)) {
    // A view on a part of a shared pool must be copied: others use the rest of it.
    const whole = value.byteOffset === 0 && value.byteLength === value.buffer.byteLength
    if (whole && value.buffer instanceof ArrayBuffer && !Buffer.isBuffer(value)) found.add(value.buffer)
  } else if (value instanceof Map || value instanceof Set) {
    if (value.size <= LONGEST) for (const one of value.values()) collect(one, found, depth + 1)
  } else if (Array.isArray(value)) {
    if (value.length <= LONGEST) for (const one of value) collect(one, found, depth + 1)
  } else for (const one of Object.values(value)) collect(one, found, depth + 1)
}
