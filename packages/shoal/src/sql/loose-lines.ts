// Lines of JSON with comments and trailing commas, as people write settings, made strict. A line of plain JSON costs one search.

const LIBERTY = /\/[/*]|,\s*(?:[\]}]|$)/

export class LooseLines {
  private inComment = false
  /** A comma that ended a line stands before what follows, if anything does. */
  private hasComma = false

  /** Whole lines, in order; no string goes over a line. */
  strict(line: string): string {
    if (!this.inComment && !this.hasComma && !LIBERTY.test(line)) return line
    let text = ''
    for (let at = 0; at < line.length; ) {
      if (this.inComment) {
        const end = line.indexOf('*/', at)
        this.inComment = end < 0
        at = end < 0 ? line.length : end + 2
        continue
      }
      const char = line[at]!
      if (char === '/' && line[at + 1] === '/') break
      if (char === '/' && line[at + 1] === '*') {
        this.inComment = true
        at += 2
        continue
      }
      const end = char === '"' ? stringEnd(line, at) : at + 1
      text += this.behindComma(line.slice(at, end))
      at = end
    }
    return text
  }

  /** What was kept back, for what is not read line by line. */
  rest(): string {
    const rest = this.hasComma ? ',' : ''
    this.hasComma = false
    return rest
  }

  /** A second comma in a row is no liberty that anybody takes. */
  private behindComma(part: string): string {
    if (!this.hasComma) {
      this.hasComma = part === ','
      return this.hasComma ? '' : part
    }
    if (part.trim() === '') return part
    this.hasComma = part === ','
    return part === ']' || part === '}' ? part : `,${this.hasComma ? '' : part}`
  }
}

function stringEnd(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') return at + 1
  }
  return line.length
}
