// Text without known structure: all that is seen of it are its blank lines.
import type { Line } from './line-walker.ts'
import { COST, type Outline } from './outline.ts'
import type { LineScanner } from './structured-cut.ts'

export function scanParagraphs(outline: Outline): LineScanner {
  let afterBlank = false
  return {
    line(line: Line) {
      const blank = line.head === line.to
      if (afterBlank && !blank) outline.mark(line.offset, line.number, COST.paragraph)
      afterBlank = blank
    },
    end() {},
  }
}
