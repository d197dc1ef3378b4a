// A stack of nested things (elements, keys, blocks) whose scopes are only built when a mark needs them: most never do.
import { COST, type Outline, Scope } from './outline.ts'

class Frame {
  /** What tells it from its neighbours: the hash of a tag name, an indentation. */
  key = 0
  start = 0
  end = 0
  first = 0
  last = 0
  ordinal = 0
  children = 0
  scope: Scope | null = null
}

/** What is nested deeper than this is not told apart. */
const DEEPEST = 64

/** A thing of fewer gaps than this needs no marks inside. */
const SHORT = 8

const COST_PER_RANK = 0.25

export class Nesting {
  private readonly frames: Frame[] = []
  private size = 0
  private beyond = 0
  private lastMark = 0
  /** The smallest depth at which siblings were seen: above it there are only wrappers. */
  dominant = DEEPEST

  constructor(private readonly outline: Outline) {
    outline.locate = () => this.scopeAt(this.size - 1)
  }

  get depth(): number {
    return this.size + this.beyond
  }

  get key(): number {
    return this.size === 0 ? -1 : this.frames[this.size - 1]!.key
  }

  push(key: number, start: number, end: number, first: number, last: number): void {
    if (this.size === DEEPEST) {
      this.beyond++
      return
    }
    const frame = (this.frames[this.size] ??= new Frame())
    const ordinal = this.countChild()
    if (ordinal === 2 && this.size < this.dominant) this.dominate(frame, first)
    frame.key = key
    frame.start = start
    frame.end = end
    frame.first = first
    frame.last = last
    frame.children = 0
    frame.scope = null
    frame.ordinal = ordinal
    this.size++
  }

  pop(): void {
    if (this.beyond > 0) this.beyond--
    else if (this.size > 0) {
      this.size--
      this.outline.close(this.size)
    }
  }

  /** How many frames have to go until the one with this key is gone; 0 if there is none. */
  levelsTo(key: number): number {
    for (let i = this.size - 1; i >= 0; i--) if (this.frames[i]!.key === key) return this.size - i + this.beyond
    return 0
  }

  /** Offers the frame on top as the start of a piece, unless it is deep down and another mark is near. */
  mark(offset: number, line: number, rank: number): void {
    const near = line - this.lastMark < rank * this.outline.gap
    if (this.beyond > 0 || (near && this.outline.marked < line)) return
    const frame = this.frames[this.size - 1]!
    this.outline.scope = this.scopeAt(this.size - 2)
    this.outline.structural++
    frame.scope = this.outline.open({
      offset,
      line,
      level: this.size - 1,
      cost: Math.min(COST.filler - 0.1, COST_PER_RANK * rank),
      extent: { start: frame.start, end: frame.end, first: frame.first, last: frame.last },
      ordinal: frame.ordinal,
    })
    this.lastMark = line
  }

  /** Only the end of the line follows the start of the frame on top: it takes that in. */
  extend(end: number): void {
    const frame = this.size > 0 && this.beyond === 0 ? this.frames[this.size - 1]! : null
    if (!frame) return
    frame.end = end
    if (frame.scope) frame.scope.end = end
  }

  /** Siblings stand here: what was marked inside the first of them was taken for siblings too soon, unless it is long. */
  private dominate(sibling: Frame, line: number): void {
    this.dominant = this.size
    if (line - sibling.first <= SHORT * this.outline.gap) this.outline.retract(sibling.end)
  }

  private countChild(): number {
    if (this.size === 0) return 1
    const parent = this.frames[this.size - 1]!
    parent.children++
    if (parent.scope) parent.scope.children = parent.children
    return parent.children
  }

  private scopeAt(index: number): Scope | null {
    if (index < 0) return null
    const frame = this.frames[index]!
    if (!frame.scope) {
      const parent = this.scopeAt(index - 1)
      frame.scope = new Scope(frame.start, frame.end, frame.first, frame.last, index, parent, frame.ordinal)
      frame.scope.children = frame.children
    }
    return frame.scope
  }
}
