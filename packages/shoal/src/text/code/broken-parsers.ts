// Whether the parsers of this thread have met their end: they share one memory, and what asks for more than there is breaks all of them.

let areBroken = false

export function breakParsers(): void {
  areBroken = true
}

export function areParsersBroken(): boolean {
  return areBroken
}
