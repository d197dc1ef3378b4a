// The rows of one relation that a file tells, held to the laws; columns without a value are left out.
import type { Json } from '@shoal/base/model/json'
import type { FactRow } from '@shoal/base/model/relation'
import { factsLawfully } from '../../conformance/facts.ts'

export async function rowsOf(name: string, lines: readonly string[], relation: FactRow['relation']) {
  const rows = await factsLawfully({ name, content: lines.map(line => `${line}\n`).join('') })
  return rows
    .filter(row => row.relation === relation)
    .map(({ line, values }): { readonly line: number } & Readonly<Record<string, Json>> => ({
      line,
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    }))
}
