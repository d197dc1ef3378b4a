// Makefiles (rules with their recipes) and Dockerfiles (stages and instructions).
import { BACKSLASH, COLON, HASH, isLetter, TAB, trimEnd } from './ascii.ts'
import { CommentLead } from './comment-lead.ts'
import type { Line } from './line-walker.ts'
import { COST, type Outline } from './outline.ts'
import { lineText } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

const RULE = /^[^\s#=:][^=:#]*::?(?![=:])(?:\s|$|[^=])/
const STAGE = /^FROM\s/i
const HEREDOC = /<<-?\s*["']?([A-Za-z_]\w*)["']?/

export function scanMakefile(outline: Outline): LineScanner {
  return new Recipes(outline, {
    head: line => line.bytes.subarray(line.from, line.to).includes(COLON) && RULE.test(lineText(line, 400)),
    statement: line => line.bytes[line.from] !== TAB,
    block: text => (/^define\s/.test(text) ? /^endef\b/ : null),
  })
}

export function scanDockerfile(outline: Outline): LineScanner {
  return new Recipes(outline, {
    head: line => (line.bytes[line.from]! | 32) === 102 && STAGE.test(lineText(line, 8)),
    statement: line => isLetter(line.bytes[line.from]!),
    block: text => {
      const word = HEREDOC.exec(text)?.[1]
      return word ? new RegExp(`^\\s*${word}\\s*$`) : null
    },
  })
}

interface Rules {
  /** The line opens a rule or a stage. */
  readonly head: (line: Line) => boolean
  /** The line may start a piece, if it continues none and stands after a blank line. */
  readonly statement: (line: Line) => boolean
  /** What ends the block that this line opens, null if it opens none. */
  readonly block: (text: string) => RegExp | null
}

class Recipes implements LineScanner {
  private readonly comments = new CommentLead()
  private afterBlank = false
  private continued = false
  private ends: RegExp | null = null

  constructor(
    private readonly outline: Outline,
    private readonly rules: Rules,
  ) {}

  line(line: Line): void {
    const { bytes, from, head, to } = line
    if (this.ends) {
      if (!this.ends.test(lineText(line, 80))) return
      this.ends = null
      this.outline.leave()
      return
    }
    if (head === to) {
      this.afterBlank = true
      this.continued = false
      return
    }
    const continues = this.continued
    this.continued = bytes[trimEnd(bytes, head, to) - 1] === BACKSLASH
    if (bytes[head] === HASH) {
      if (head === from) this.comments.comment(line)
    } else if (!continues) this.statement(line)
    if (bytes[head] !== HASH) this.afterBlank = false
  }

  end(): void {}

  private statement(line: Line): void {
    const offset = this.comments.offset(line)
    const number = this.comments.line(line)
    if (this.rules.head(line)) {
      const extent = { start: line.offset, end: line.next, first: line.number, last: line.number }
      this.outline.structural++
      this.outline.open({ offset, line: number, level: 1, cost: 0, extent })
    } else if (this.rules.statement(line)) {
      this.outline.mark(offset, number, this.afterBlank ? COST.rule : COST.item)
    }
    const text = lineText(line, 400)
    this.ends = /define|<</.test(text) ? this.rules.block(text) : null
    if (this.ends) this.outline.enter(line.offset)
  }
}
