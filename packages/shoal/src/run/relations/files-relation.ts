// The relation `files`: one row for each file.
import { basename, dirname } from 'node:path'
import type { ColumnKind, RelationColumn } from '@shoal/base/model/relation'
import type { PrintedFile } from './fingerprints.ts'

export const FILES = 'files'

const column = (name: string, kind: ColumnKind, type: string): RelationColumn => ({
  name,
  kind,
  type,
  unit: null,
  ambiguousDate: false,
  note: null,
})

export const FILE_COLUMNS: readonly RelationColumn[] = [
  column('name', 'text', 'VARCHAR'),
  column('directory', 'text', 'VARCHAR'),
  column('type', 'text', 'VARCHAR'),
  column('language', 'text', 'VARCHAR'),
  column('bytes', 'whole', 'BIGINT'),
  column('lines', 'whole', 'BIGINT'),
  column('encoding', 'text', 'VARCHAR'),
  column('modified', 'time', 'TIMESTAMP'),
  column('chunks', 'whole', 'BIGINT'),
]

/** By the names of the columns and of the place. */
export function fileRow({ path, contentType, language, lines, chunks, known }: PrintedFile) {
  return {
    name: basename(path),
    directory: dirname(path),
    type: contentType,
    language,
    bytes: known.sizeBytes,
    lines: lines ?? known.lines,
    encoding: known.encoding,
    modified: new Date(known.mtimeMs).toISOString().replace('T', ' ').replace('Z', ''),
    chunks: chunks ?? null,
    path,
    line: 1,
  }
}
