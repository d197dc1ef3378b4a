// Packages that read rare forms are optional: where one is absent, that is said with what to install.

import { formatBytes } from '@shoal/base/text/printable'
import { bytesReal } from '../text/open-real.ts'
import { type PackedFile, Refused } from './form.ts'

/** What the import gives, or why the form is not read. */
export async function library<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    throw new Refused(`the package that reads it is not installed: npm install ${name}`, 'absent')
  }
}

/** A form whose reader takes it whole, up to so many bytes. */
export function wholeFile({ sizeBytes, file }: PackedFile, most: number): Buffer {
  if (sizeBytes > most)
    throw new Refused(`it is larger than ${formatBytes(most)}, the most that is read of this form`, 'limit')
  return bytesReal(file)
}
