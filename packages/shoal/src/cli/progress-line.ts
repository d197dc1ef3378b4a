// One line on a terminal's stderr that says what is being done, written over and over, and gone in the end.

import { formatCount, printable } from '@shoal/base/text/printable'
import type { FaceOptions } from '../config/options.ts'
import { type Io, progressWidth } from './io.ts'

export class ProgressLine {
  private readonly isLive: boolean

  constructor(
    private readonly io: Io,
    { quiet }: Pick<FaceOptions, 'quiet'>,
  ) {
    this.isLive = (io.stderr as NodeJS.WriteStream).isTTY === true && io.env.TERM !== 'dumb' && !quiet
  }

  readonly show = (text: string): void => {
    if (this.isLive) this.io.stderr.write(`\r\u001b[2K${text.slice(0, progressWidth(this.io))}`)
  }

  /** Of many files the one that is read. */
  readonly onFile = (done: number, of: number, path: string): void => {
    this.show(`reading ${printable(path)} (${formatCount(done + 1)} of ${formatCount(of)})`)
  }

  readonly end = (): void => {
    if (this.isLive) this.io.stderr.write('\r\u001b[2K')
  }
}
