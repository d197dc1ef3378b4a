// Times as JSON logs write them: ISO dates, epochs in seconds to nanoseconds, and what Date can read.

/** Milliseconds since 1970, or NaN. A time without a zone is taken as UTC. */
export function timeOfText(text: string): number {
  const iso =
    /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    )
  if (!iso) return text.length > 40 || !/\d/.test(text) ? Number.NaN : otherTime(text)
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = iso
  const time = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second)
  return time + Number(`0.${fraction || '0'}`) * 1000 - zoneOf(zone)
}

/**
 * The time of `2026-02-11T01:30:00.123Z` in the bytes [at, end) of a buffer; NaN if it is written otherwise. Most logs
 * write times like this, so it is worth a reader of its own.
 */
export class IsoReader {
  private day = -1
  private start = 0

  read(buffer: Uint8Array, at: number, end: number): number {
    const length = end - at
    if (length < 19 || buffer[at + 4] !== 45 || buffer[at + 13] !== 58 || buffer[at + 16] !== 58) return Number.NaN
    const day = digits(buffer, at, 4) * 10_000 + digits(buffer, at + 5, 2) * 100 + digits(buffer, at + 8, 2)
    if (day !== this.day) {
      if (Number.isNaN(day)) return Number.NaN
      this.day = day
      this.start = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)
    }
    let fraction = 0
    let place = at + 19
    if (place < end && buffer[place] === 46) {
      for (let scale = 100; ++place < end && buffer[place]! >= 48 && buffer[place]! <= 57; scale /= 10)
        fraction += (buffer[place]! - 48) * scale
    }
    // Zones other than UTC are left to the slow way.
    if (place < end && !(buffer[place] === 90 && place + 1 === end)) return Number.NaN
    const [hour, minute, second] = [digits(buffer, at + 11, 2), digits(buffer, at + 14, 2), digits(buffer, at + 17, 2)]
    return this.start + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
  }
}

function digits(buffer: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let k = at; k < at + count; k++) {
    const digit = buffer[k]! - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

export function timeOfNumber(value: number): number {
  const size = Math.abs(value)
  if (size < 1e8) return Number.NaN
  if (size < 1e11) return value * 1000
  if (size < 1e14) return value
  return size < 1e17 ? value / 1000 : value / 1e6
}

/** `2026-02-11 01:30:00Z`, to the second. */
export function stampText(time: number): string {
  return Number.isFinite(time) && Math.abs(time) < 8.64e15
    ? new Date(time)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z')
    : 'unknown'
}

export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`
  if (seconds < 7200) return `${Number((seconds / 60).toFixed(1))} min`
  if (seconds < 172_800) return `${Number((seconds / 3600).toFixed(1))} h`
  return `${Number((seconds / 86_400).toFixed(1))} days`
}

function otherTime(text: string): number {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/.exec(text)
  if (dotted) return otherTime(`${dotted[3]}/${dotted[2]}/${dotted[1]}${dotted[4]}`)
  if (/^\d{9,19}(\.\d+)?$/.test(text)) return timeOfNumber(Number(text))
  const zoned = Date.parse(`${text} UTC`)
  return Number.isNaN(zoned) ? Date.parse(text) : zoned
}

function zoneOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
