// Parts that trap shapes are made of.

/** Repeats a text until `size` characters are there. */
export const fill = (size, text) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
/** `count` of something that opens, then as much of what closes it. */
export const nested = (size, open, close, core = '') => {
  const count = Math.floor((size - core.length) / (open.length + close.length))
  return open.repeat(count) + core + close.repeat(count)
}
/** Lines made of their number until a size is reached. */
export const lines = (size, line) => {
  const all = []
  for (let k = 0, length = 0; length < size; k++) {
    const text = `${line(k)}\n`
    all.push(text)
    length += text.length
  }
  return all.join('')
}
/** Each line further in than the one before; the depth grows with the root of the size. */
export const stairs = (size, line) => {
  const all = []
  for (let k = 0, length = 0; length < size; k++) {
    const text = `${' '.repeat(k)}${line(k)}\n`
    all.push(text)
    length += text.length
  }
  return all.join('')
}
/** A name of the same length for every number, so that sizes do not jump. */
export const id = k => k.toString(36).padStart(5, '0')
export const stamp = k => new Date(1.7e12 + k * 1000).toISOString().slice(0, 19)

export function letters(k) {
  return [...id(k)].map(digit => String.fromCharCode(97 + (Number.parseInt(digit, 36) % 26))).join('')
}

export function damagedUtf16(size, text) {
  const bytes = Buffer.from(`\ufeff${fill(size / 2, text)}`, 'utf16le')
  for (let at = 101; at < bytes.length; at += 97) bytes[at] = 0xd8
  return bytes.subarray(0, size - 1)
}
