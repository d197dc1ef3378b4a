// What the report of a chunk of JSON or JSON lines says of it: how many objects it has, and their fields.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import type { ContentType } from '@shoal/base/model/content-type'

/** So much of a chunk is read; of a longer one the fields are those of its first objects, which are not counted. */
const READ_UNITS = 2 * 1024 * 1024
const MOST_FIELDS = 200
const DEEPEST = 8

export function chunkFactsOf(
  format: 'json' | 'jsonl',
  records: NonNullable<ContentType['records']>,
): NonNullable<BuiltInAnalyst['chunkFacts']> {
  return (source, chunk, { mayRead }) => {
    if (!mayRead) return { format }
    const fields = new Set<string>()
    let objects = 0
    let members = 0
    let looked = 0
    let units = 0
    let isWhole = true
    for (const { start, end } of records(source, { body: chunk, continuation: chunk.continuation })) {
      if (units > READ_UNITS) {
        isWhole = false
        break
      }
      units += end - start
      const value = parsed(source.text(start, end))
      if (value === null) continue
      if (value.isMember) members++
      else objects++
      looked++
      for (const [key, inner] of Object.entries(value.of)) addFields(key, inner, fields, 1)
    }
    // Members of one object are that object.
    const count = members > 0 && objects === 0 ? 1 : objects
    return {
      format,
      ...(isWhole && { object_count: count }),
      schema_fields: [...fields].slice(0, MOST_FIELDS),
      ...(isWhole && fields.size <= MOST_FIELDS ? {} : { schema_fields_of: looked }),
    }
  }
}

/** An object, or the member of one; null for anything else. */
function parsed(text: string): { readonly of: object; readonly isMember: boolean } | null {
  const trimmed = text.trim()
  const isMember = trimmed.startsWith('"')
  try {
    const value: unknown = JSON.parse(isMember ? `{${trimmed}}` : trimmed)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { of: value, isMember } : null
  } catch {
    return null
  }
}

/** `metadata.source`: objects are named by what stands in them, lists by what their objects have. */
function addFields(path: string, value: unknown, fields: Set<string>, depth: number): void {
  if (fields.size > MOST_FIELDS) return
  if (Array.isArray(value)) {
    const objects = value.filter(one => typeof one === 'object' && one !== null)
    if (objects.length === 0 || depth >= DEEPEST) fields.add(path)
    for (const one of depth >= DEEPEST ? [] : objects) addFields(`${path}[*]`, one, fields, depth + 1)
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) addFields(`${path}.${key}`, inner, fields, depth + 1)
  } else fields.add(path)
}
