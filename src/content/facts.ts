// What files hold as rows of relations: one reader for each content type, loaded when it is wanted.
import type { FactReader } from '../model/relation.ts'

/** By name of the content type. */
export const factReaders: Readonly<Record<string, FactReader>> = {}
