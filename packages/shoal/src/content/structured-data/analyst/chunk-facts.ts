// What the report of a chunk of a table says of it: its columns, and how many rows it has.
import type { BuiltInAnalyst } from '@shoal/base/model/analyst'
import { records } from '../records.ts'

export const chunkFacts: NonNullable<BuiltInAnalyst['chunkFacts']> = (source, chunk, { figures, mayRead }) => {
  const { columns } = figures as { readonly columns: readonly { readonly name: string }[] }
  return {
    columns: columns.map(({ name }) => name),
    ...(mayRead ? { row_count: records(source, { body: chunk, continuation: chunk.continuation }).length } : {}),
  }
}
