// Claims on file names, written as a table: confidence → language → names. The language '' stands for none.

import type { Confidence } from '@shoal/base/model/confidence'
import type { NameClaim } from '@shoal/base/model/content-type'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'

export type ClaimTable = Partial<Record<Confidence, Readonly<Record<string, string>>>>

export function claims(table: ClaimTable): Readonly<Record<string, NameClaim>> {
  const all = emptyRecord<NameClaim>()
  for (const [confidence, languages] of Object.entries(table)) {
    for (const [language, names] of Object.entries(languages)) {
      for (const name of names.split(' ')) {
        const known = lookup(all, name)
        if (known) throw new Error(`${name} is claimed twice, for ${known.language} and ${language}`)
        all[name] = { language: language || null, confidence: confidence as Confidence }
      }
    }
  }
  return all
}

/** The languages that a type's names speak of: the ones its own sniffing may answer with. */
export function languagesOf(...tables: Readonly<Record<string, NameClaim>>[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const table of tables) for (const claim of Object.values(table)) if (claim.language) found.add(claim.language)
  return found
}
