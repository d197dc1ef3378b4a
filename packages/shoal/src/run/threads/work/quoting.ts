// Lines of a file, to be shown.
import { quotedLines } from '../../quoted-lines.ts'
import { excerptsIn } from '../../report-page/excerpts-in.ts'
import { textPage } from '../../text-page/text-page.ts'
import type { Works } from '../file-work.ts'

export const quoting: Pick<Works, 'excerpts' | 'quotedLines' | 'textPage'> = {
  excerpts: (input, { signal }) => excerptsIn(input, signal),
  quotedLines: (input, { signal }) => quotedLines(input, signal),
  textPage: (input, context) => textPage(input, context),
}
