// Seeded draws and small writers, so that every data set is the same on every machine.

export function draws(seed) {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  const int = (low, high) => low + Math.floor(next() * (high - low + 1))
  const pick = list => list[int(0, list.length - 1)]
  const chance = share => next() < share
  /** Picks a key of an object whose values are weights. */
  const weighted = weights => {
    const entries = Object.entries(weights)
    let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key
    return entries[entries.length - 1][0]
  }
  const normal = (mean, deviation) =>
    mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const shuffle = list => {
    const copy = [...list]
    for (let i = copy.length - 1; i > 0; i--) {
      const j = int(0, i)
      ;[copy[i], copy[j]] = [copy[j], copy[i]]
    }
    return copy
  }
  return { next, int, pick, chance, weighted, normal, shuffle }
}

export const pad = (value, width) => String(value).padStart(width, '0')

/** Times are milliseconds since 1970, in UTC. */
export const at = (year, month, day, hour = 0, minute = 0, second = 0) =>
  Date.UTC(year, month - 1, day, hour, minute, second)
export const isoDay = time => new Date(time).toISOString().slice(0, 10)
export const isoSecond = time => new Date(time).toISOString().slice(0, 19)
export const DAY = 86_400_000

/** A table as text: quoted where the separator, a quote or a line break stands inside. */
export function table(header, rows, separator = ',') {
  const cell = value => {
    const text = value === null || value === undefined ? '' : String(value)
    return text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${[header, ...rows].map(row => row.map(cell).join(separator)).join('\n')}\n`
}

export const FIRST =
  'Anna,Ben,Carla,David,Elif,Frank,Greta,Hugo,Ines,Jonas,Karin,Leo,Maya,Nils,Olga,Paul,Rosa,Sven,Tina,Viktor'.split(',')
export const LAST =
  'Adler,Brandt,Costa,Dahl,Evans,Fischer,Gruber,Holm,Ivanov,Jansen,Keller,Lopez,Meyer,Novak,Olsen,Petit,Quinn,Rossi,Silva,Tanaka'.split(
    ',',
  )
