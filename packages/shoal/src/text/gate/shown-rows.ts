// The gate for rows that a file is read into: what the whole file shows to be a secret is hidden in every column.
import type { Json } from '@shoal/base/model/json'
import type { SourceText } from '@shoal/base/model/source'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { MASK } from '@shoal/base/secrets/mask-value'
import { kindOfName } from '@shoal/base/secrets/names'
import { judgeAssignment } from '@shoal/base/secrets/value'
import { sweepSecrets } from '../secrets/sweep.ts'
import { hiddenValue } from './shown.ts'
import { shownValue } from './shown-value.ts'

type Values = Readonly<Record<string, Json>>

/** Hides the secrets of a file in the values of its rows; null when the file has none. In memory only. */
export async function hiderOfRows(
  source: SourceText,
  signal: AbortSignal,
): Promise<((values: Values) => Values) | null> {
  const sweep = await sweepSecrets(source, { signal, isTable: false })
  if (sweep.spans.length === 0 && !sweep.hasMore) return null
  const known = KnownSecrets.of(sweep)
  return values => shownValue(withoutNumbers(values), known)
}

/** Numbers under the name of a secret: the rest of the gate sees only texts. */
function withoutNumbers(values: Values): Values {
  const names = Object.keys(values).filter(name => typeof values[name] === 'number' && kindOfName(name) !== null)
  return names.length === 0 ? values : { ...values, ...Object.fromEntries(names.map(name => [name, MASK])) }
}

/** The value of a setting as it may be shown, and whether it is hidden. */
export function shownSetting(
  name: string,
  value: string,
  quoted: boolean,
): { readonly shown: string; readonly isSecret: boolean } {
  const isSecret = value !== '' && judgeAssignment(name, value, { sure: true, quoted, syntax: 'data' }) !== null
  return { shown: isSecret ? hiddenValue(value) : value, isSecret }
}
