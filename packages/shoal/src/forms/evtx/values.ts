// Values of events of Windows by the number of their type.

export type ScalarValue = string | number | boolean

const LIST = 0x80

/** Nothing for what is empty; several for a list. Throws `RangeError` where the bytes do not fit the type. */
export function valuesIn(type: number, bytes: Buffer): ScalarValue[] {
  if ((type & LIST) === 0) return bytes.length === 0 && type !== 1 ? [] : single(type, bytes)
  const own = type & ~LIST
  if (own === 1) return ended(bytes.toString('utf16le'))
  if (own === 2) return ended(bytes.toString('latin1'))
  const size = SIZES[own]
  if (size === undefined) return [hex(bytes)]
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, k) =>
    single(own, bytes.subarray(k * size, (k + 1) * size)),
  ).flat()
}

const SIZES: Readonly<Record<number, number>> = {
  ...{ 3: 1, 4: 1, 5: 2, 6: 2, 7: 4, 8: 4, 9: 8, 10: 8, 11: 4, 12: 8, 13: 4 },
  ...{ 15: 16, 17: 8, 18: 16, 20: 4, 21: 8 },
}

function ended(text: string): string[] {
  const items = text.split('\0')
  return items.at(-1) === '' ? items.slice(0, -1) : items
}

function single(type: number, bytes: Buffer): ScalarValue[] {
  const { length } = bytes
  switch (type) {
    case 0:
      return []
    case 1:
      return [trimmed(bytes.toString('utf16le'))]
    case 2:
      return [trimmed(bytes.toString('latin1'))]
    case 3:
      return [bytes.readInt8(0)]
    case 4:
      return [bytes.readUInt8(0)]
    case 5:
      return [bytes.readInt16LE(0)]
    case 6:
      return [bytes.readUInt16LE(0)]
    case 7:
      return [bytes.readInt32LE(0)]
    case 8:
      return [bytes.readUInt32LE(0)]
    case 9:
      return [whole(bytes.readBigInt64LE(0))]
    case 10:
      return [whole(bytes.readBigUInt64LE(0))]
    case 11:
      return [bytes.readFloatLE(0)]
    case 12:
      return [bytes.readDoubleLE(0)]
    case 13:
      return [(length >= 4 ? bytes.readUInt32LE(0) : bytes.readUInt8(0)) !== 0]
    case 15:
      return [guid(bytes)]
    // A size, as wide as the machine's words, and numbers that are shown so.
    case 16:
    case 20:
    case 21:
      return [`0x${(length >= 8 ? bytes.readBigUInt64LE(0) : bytes.readUInt32LE(0)).toString(16)}`]
    case 17:
      return [fileTime(bytes.readBigUInt64LE(0))]
    case 18:
      return [systemTime(bytes)]
    case 19:
      return [sid(bytes)]
    default:
      return [hex(bytes)]
  }
}

/** Texts may end with the zero of C. */
function trimmed(text: string): string {
  return text.endsWith('\0') ? text.slice(0, -1) : text
}

/** As text where a number of JSON would round it. */
function whole(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase()
}

function guid(bytes: Buffer): string {
  if (bytes.length < 16) throw new RangeError('a GUID of less than 16 bytes')
  const [a, b, c] = [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8)].map(part =>
    Buffer.from(part).reverse().toString('hex'),
  )
  return `{${a}-${b}-${c}-${bytes.toString('hex', 8, 10)}-${bytes.toString('hex', 10, 16)}}`
}

const EPOCH = 116_444_736_000_000_000n
/** The last moment that a date of JavaScript can hold. */
const LAST = 8_640_000_000_000_000n

/** Tenths of microseconds since 1601. */
export function fileTime(ticks: bigint): string {
  const since = ticks - EPOCH
  const fraction = ((since % 10_000_000n) + 10_000_000n) % 10_000_000n
  const seconds = (since - fraction) / 10_000_000n
  if (seconds * 1000n > LAST) return ticks.toString()
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, -5)}.${String(fraction).padStart(7, '0')}Z`
}

function systemTime(bytes: Buffer): string {
  const [year, month, , day, hour, minute, second, ms] = Array.from({ length: 8 }, (_, k) => bytes.readUInt16LE(2 * k))
  const two = (part = 0) => String(part).padStart(2, '0')
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}Z`
}

/** `S-1-5-21-…`: who something was done by. */
function sid(bytes: Buffer): string {
  const count = bytes.readUInt8(1)
  const parts = Array.from({ length: count }, (_, k) => bytes.readUInt32LE(8 + 4 * k))
  return ['S', bytes.readUInt8(0), bytes.readUIntBE(2, 6), ...parts].join('-')
}
