// A limit on how much goes on at a time: whoever wants to work takes a slot, and waits in line when there is none.

export class Slots {
  private taken = 0
  private readonly line: (() => void)[] = []

  constructor(private readonly count: number) {}

  get inUse(): number {
    return this.taken
  }

  /** Resolves to false when `signal` was aborted before there was one. */
  async take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    if (this.taken < this.count) {
      this.taken++
      return true
    }
    return await new Promise(resolve => {
      const next = () => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = () => {
        this.line.splice(this.line.indexOf(next), 1)
        resolve(false)
      }
      this.line.push(next)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** A slot that is given back goes to the first in line, and so stays in use. */
  give(): void {
    const next = this.line.shift()
    if (next) next()
    else this.taken--
  }
}
