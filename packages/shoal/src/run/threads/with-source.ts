// An open file for as long as it is used.
import type { SourceText } from '@shoal/base/model/source'
import { openSource } from '../../text/source-file.ts'
import type { SizedFile } from './file-work.ts'

export async function withSource<T>(
  { file, path, sizeBytes }: SizedFile,
  use: (source: SourceText) => Promise<T>,
): Promise<T> {
  const source = openSource(file, { path, sizeBytes })
  try {
    return await use(source)
  } finally {
    source.close()
  }
}
