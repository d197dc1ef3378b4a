// The name around a word that may be part of one: `db.password`, `--api-key`, `api key`.
import { kindOfName, type NameKind } from './names.ts'

export interface NameAround {
  readonly first: number
  readonly last: number
  readonly kind: NameKind | null
}

/** How far a name may reach to either side of the word that gave it away. */
const REACH = 60
/** Words that make a name of the next one: `api key`, `access token`, `pass phrase`, `mot de passe`. */
const QUALIFIES =
  /(?<![\p{L}\d])(?:api|access|auth|bearer|refresh|secret|private|signing|encryption|master|deploy|bot|personal|session|client|license|app|webhook|github|gitlab|slack|pass|seed|wifi|wlan|wpa|recovery|backup|mot de|de)[ \t]$/iu

export function nameAround(text: string, at: number, end: number): NameAround {
  let first = nameStart(text, at)
  const last = nameEnd(text, end)
  const own = kindOfName(text.slice(first, last))
  if (own !== null && own !== 'noun') return { first, last, kind: own }
  const qualifier = QUALIFIES.exec(text.slice(Math.max(0, first - 16), first))?.[0]
  const both = qualifier === undefined ? null : kindOfName(qualifier + text.slice(first, last))
  if (both !== null) first -= qualifier!.length
  return { first, last, kind: both ?? own }
}

function nameStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < REACH && isNameUnit(text.charCodeAt(start - 1))) start--
  // `--password`: the dashes belong to the option, not to the name.
  while (start < at && text[start] === '-') start++
  return start
}

function nameEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at < REACH && isNameUnit(text.charCodeAt(end))) end++
  return end
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 45 && unit <= 57 && unit !== 47) ||
    unit === 95 ||
    unit > 0xbf
  )
}
