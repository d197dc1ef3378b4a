// Reads the pairs of fixtures/dangers/pairs: dangerous code, and the same code mended.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const ROOT = new URL('../fixtures/dangers/pairs/', import.meta.url)

/** Every pair; a third, drawn by the hash of its title, is held back: whoever writes rules does not look at it. */
export function readPairs() {
  return readdirSync(ROOT)
    .filter(file => file.endsWith('.pairs'))
    .flatMap(file => {
      const language = file.replace('.pairs', '')
      return pairsOf(readFileSync(new URL(file, ROOT), 'utf8')).map(pair => ({
        language,
        ...pair,
        isHeld: createHash('sha256').update(`${language} ${pair.kind} ${pair.title}`).digest()[0] % 3 === 0,
      }))
    })
}

/** `@ frame NAME`, then its text; `@ KIND FRAME: TITLE`, then lines: "-" dangerous, "+" mended, " " both. */
function pairsOf(book) {
  const frames = new Map([['none', '«body»']])
  const pairs = []
  for (const section of book.split(/^@ /m).slice(1)) {
    const [head, ...lines] = section.trimEnd().split('\n')
    const [, frame] = /^frame (\w+)$/.exec(head) ?? []
    if (frame) frames.set(frame, lines.join('\n'))
    else {
      const [, kind, frameName, title] = /^([\w-]+) (\w+): (.*)$/.exec(head) ?? []
      const within = mark =>
        inFrame(
          frames.get(frameName),
          lines.filter(line => line[0] === mark || line[0] === ' ').map(line => line.slice(1)),
        )
      pairs.push({ kind, title, bad: within('-'), good: within('+') })
    }
  }
  return pairs
}

function inFrame(frame, body) {
  return `${frame.replace(/^([ \t]*)«body»/m, (_, indent) => body.map(line => indent + line).join('\n'))}\n`
}
