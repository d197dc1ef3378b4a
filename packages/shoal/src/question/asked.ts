// Where questions are asked: relations, and rows that a statement gives.
import type { Relation } from '@shoal/base/model/relation'

export type Cell = string | number | bigint | boolean | null

/** Where questions are asked. */
export interface Asked {
  readonly all: readonly Relation[]
  rows(sql: string): Promise<readonly (readonly Cell[])[]>
}

/** A relation that is made of others: the query that stands before a statement for it to be there. */
export interface Definition {
  readonly relation: Relation
  readonly sql: string
}
