// All forms of input that are read as what they hold, in order: the first that a file is of is taken.
import { closeSync, readSync } from 'node:fs'
import { openReal } from '../text/open-real.ts'
import { arrow } from './arrow-file.ts'
import { bzip2, gzip, xz, zstd } from './codecs.ts'
import { docx } from './docx.ts'
import { evtx } from './evtx/evtx.ts'
import type { Form } from './form.ts'
import { notebook } from './notebook.ts'
import { pdf } from './pdf.ts'
import { spreadsheet } from './sheets.ts'
import { sqlite } from './sqlite-file.ts'
import { tar } from './tar.ts'
import { zip } from './zip.ts'

export const forms: readonly Form[] = [
  ...[gzip, zstd, bzip2, xz, tar],
  ...[spreadsheet, docx, zip],
  ...[sqlite, arrow, notebook, pdf, evtx],
]

/** What is read of a file to know its form. */
export const HEAD_BYTES = 1024

/** The form of a file by its first bytes, and by its name where these do not tell. */
export function formOf(name: string, head: Uint8Array): Form | null {
  const ending = endingOf(name)
  return forms.find(form => form.matches(head) && (!needsEnding(form) || form.endings.includes(ending))) ?? null
}

/** Whether a name says that the file may be of a form. */
export function isFormName(name: string): boolean {
  return ENDINGS.has(endingOf(name))
}

const ENDINGS = new Set(forms.flatMap(({ endings }) => endings))

function needsEnding(form: Form): boolean {
  return form.kind === 'file' && form.needsEnding === true
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot).toLowerCase()
}

/** Throws what the system throws. */
export function headOf(file: string): Uint8Array {
  const fd = openReal(file)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(fd, head, 0, head.length, 0))
  } finally {
    closeSync(fd)
  }
}
