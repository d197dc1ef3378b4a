// Where objects lie in a directory: keys are any text, names of files are not. What cannot be a name is written in percent, so that every
// object has a place and no place is outside.
import { createHash } from 'node:crypto'

const LONGEST = 200

/** One for each key, in order; no two are the same, and none is the directory of another. */
export function placeNames(keys: readonly string[]): string[] {
  const directories = new Set<string>()
  const plain = keys.map(key => key.split('/').map(nameOf))
  for (const names of plain)
    for (let k = 1; k < names.length; k++) directories.add(names.slice(0, k).join('/').toLowerCase())
  const taken = new Set<string>()
  return plain.map((names, k) => {
    let place = names.join('/')
    // Beside `a/b` there may be an `a`, and some disks tell no small letters from large ones.
    if (directories.has(place.toLowerCase()) || taken.has(place.toLowerCase())) place += `%${hashOf(keys[k]!)}`
    taken.add(place.toLowerCase())
    return place
  })
}

function nameOf(part: string): string {
  if (part === '') return '%'
  if (/^\.\.?$/.test(part)) return part.replaceAll('.', '%2E')
  const safe = part.replace(
    /[\u0000-\u001f\u007f\\]/g,
    one => `%${one.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
  if (Buffer.byteLength(safe) <= LONGEST) return safe
  const ending = /\.[\w.]{1,20}$/.exec(safe)?.[0] ?? ''
  return `${Buffer.from(safe)
    .subarray(0, 120)
    .toString('utf8')
    .replace(/\ufffd$/, '')}%${hashOf(part)}${ending}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
