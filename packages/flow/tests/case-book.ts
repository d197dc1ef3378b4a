// Reads the case books of fixtures/dangers: whole files, and rows crossed with the ways that a value takes to them.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Sample {
  readonly family: string
  readonly rule: string
  readonly isBad: boolean
  readonly title: string
  readonly grammar: string
  readonly text: string
}

interface Block {
  readonly section: string
  readonly isBad: boolean
  readonly isRow: boolean
  readonly title: string
  readonly grammar: string
  readonly text: string
}

const ROOT = fileURLToPath(new URL('../../../fixtures/dangers/', import.meta.url))
const BOOK = /^(?!README)(\w+)\.md$/

export function caseBooks(): readonly Sample[] {
  return readdirSync(ROOT).flatMap(name => {
    const family = BOOK.exec(name)?.[1]
    return family ? samplesOf(family, readFileSync(`${ROOT}${name}`, 'utf8')) : []
  })
}

function samplesOf(family: string, book: string): Sample[] {
  const blocks = blocksOf(book)
  const frame = blocks.find(({ section }) => section === 'frame')?.text
  const ways = blocks.filter(({ section }) => section === 'ways')
  return blocks
    .filter(({ section }) => section !== 'frame' && section !== 'ways')
    .flatMap(block => {
      const { section: rule, grammar, title, isBad, isRow, text } = block
      if (!isRow) return [{ family, rule, grammar, title, isBad, text }]
      if (!frame) throw new Error(`${family}: a row needs a frame`)
      return (isBad ? ways : ways.slice(0, 1)).map(way => ({
        family,
        rule,
        grammar,
        title: `${title}, ${way.title}`,
        isBad: isBad && way.isBad,
        text: inFrame(frame, way.text, text),
      }))
    })
}

function blocksOf(book: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let heading = ''
  let fence: { grammar: string; lines: string[] } | null = null
  for (const line of book.split('\n')) {
    if (fence && line === '```') {
      const [, verdict = '', row, title = ''] = /^(\w+)( row)?(?:: (.*))?$/.exec(heading) ?? []
      const isRow = row !== undefined
      blocks.push({
        section,
        isBad: verdict === 'bad',
        isRow,
        title,
        grammar: fence.grammar,
        text: fence.lines.join('\n'),
      })
      fence = null
    } else if (fence) fence.lines.push(line)
    else if (line.startsWith('```')) fence = { grammar: line.slice(3), lines: [] }
    else if (line.startsWith('## ')) section = line.slice(3)
    else if (line.startsWith('### ')) heading = line.slice(4)
  }
  return blocks
}

function inFrame(frame: string, way: string, row: string): string {
  const [a, b] = [partsOf(way), partsOf(row)]
  const parts: Readonly<Record<string, string[]>> = {
    imports: [...new Set([...a.imports, ...b.imports])],
    body: [...a.body, ...b.body],
    below: [...a.below, ...b.below],
  }
  return `${frame
    .split('\n')
    .flatMap(line => {
      const [, indent = '', name = ''] = /^(\s*)«(\w+)»$/.exec(line) ?? []
      return name ? parts[name]!.map(part => indent + part) : [line]
    })
    .join('\n')}\n`
}

function partsOf(block: string): { imports: string[]; body: string[]; below: string[] } {
  const lines = block.split('\n')
  const body = lines.indexOf('«body»')
  const below = lines.indexOf('«below»')
  const end = below < 0 ? lines.length : below
  return { imports: lines.slice(0, Math.max(0, body)), body: lines.slice(body + 1, end), below: lines.slice(end + 1) }
}
