// Times for people: how long ago, how long it took, when on the clock. JSON has ISO 8601.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `12 s ago`, `3 min ago`, `5 h ago`, `12 d ago`, then the date. */
export function ago(at: number, now: number): string {
  const age = now - at
  if (age < 2 * SECOND) return 'just now'
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < 2 * DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 60 * DAY) return `${Math.floor(age / DAY)} d ago`
  return new Date(at).toISOString().slice(0, 10)
}

/** `340 ms`, `4.2 s`, `3 min 20 s`, `5 h 2 min`, `3 d 4 h`. */
export function lasted(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < MINUTE) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  return coarse(ms)
}

/** The same where a part of it is not known. */
export function lastedAtLeast(ms: number, isLeast: boolean): string {
  return isLeast ? `at least ${lasted(ms)}` : lasted(ms)
}

/** `lasted` in whole seconds, for what still runs: `4 s`, `3 min 20 s`. */
export function lasting(ms: number): string {
  return ms < MINUTE ? `${Math.max(0, Math.floor(ms / SECOND))} s` : coarse(ms)
}

function coarse(ms: number): string {
  if (ms < HOUR) return parts(ms, MINUTE, 'min', SECOND, 's')
  if (ms < DAY) return parts(ms, HOUR, 'h', MINUTE, 'min')
  return parts(ms, DAY, 'd', HOUR, 'h')
}

function parts(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`
}

/** The time of day where the reader is: `14:03:07`. */
export function clock(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(part => String(part).padStart(2, '0')).join(':')
}

export function iso(at: number): string
export function iso(at: number | null): string | null
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
