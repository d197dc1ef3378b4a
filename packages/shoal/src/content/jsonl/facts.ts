// The rows of JSON lines that are a log: one for each entry. Other records are a table of their own.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { learnJsonFormat } from '../log/analyst/learn-format.ts'
import { entryRows } from '../log/facts.ts'
import { logRolesOf } from './analyst/log-roles.ts'

export async function* loggedRows(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  if (logRolesOf(source)) yield* entryRows(source, about, learnJsonFormat(source).lines)
  else about.onRead(source.sizeBytes)
}
