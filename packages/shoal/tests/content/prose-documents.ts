// Prose documents made of known parts, in three dialects, with what a right cut of them has to respect.
import fc from 'fast-check'

export interface Part {
  readonly lines: readonly string[]
  /** The part is one heading of this level. */
  readonly level?: number
  /** Lines of it, counted from 0, at which no piece may start. */
  readonly kept?: readonly number[]
}

export interface Document {
  readonly text: string
  /** 1-based lines at which no piece may start. */
  readonly kept: ReadonlySet<number>
  readonly headings: readonly { readonly line: number; readonly level: number; readonly title: string }[]
}

export function documentOf(parts: readonly Part[], end = '\n'): Document {
  const lines: string[] = []
  const kept = new Set<number>()
  const headings: { line: number; level: number; title: string }[] = []
  for (const part of parts) {
    const first = lines.length + 1
    if (part.level !== undefined) headings.push({ line: first, level: part.level, title: part.lines[0]! })
    for (const k of part.kept ?? []) kept.add(first + k)
    lines.push(...part.lines, '')
  }
  return { text: lines.join(end), kept, headings }
}

/** The headings that enclose what starts on `line`, the outermost first. */
export function pathAt({ headings }: Document, line: number): string[] {
  const open: { level: number; title: string }[] = []
  const before = headings.filter(heading => heading.line < line)
  for (const heading of before) {
    while (open.length > 0 && open.at(-1)!.level >= heading.level) open.pop()
    open.push(heading)
  }
  const here = headings.find(heading => heading.line === line)
  while (here && open.length > 0 && open.at(-1)!.level >= here.level) open.pop()
  return open.map(({ title }) => title)
}

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'Zeta')
const words = (min: number, max: number) =>
  fc.array(word, { minLength: min, maxLength: max }).map(list => list.join(' '))
const title = fc.tuple(words(1, 3), fc.integer({ min: 1, max: 9999 })).map(([text, n]) => `T${n} ${text}`)
const paragraph: fc.Arbitrary<Part> = fc.array(words(3, 9), { minLength: 1, maxLength: 12 }).map(lines => ({ lines }))
const list: fc.Arbitrary<Part> = fc
  .array(words(1, 5), { minLength: 1, maxLength: 8 })
  .map(items => ({ lines: items.map(item => `* ${item}`) }))

/** Text that would be structure if it did not stand in a block. */
const trap = fc.constantFrom(
  '# not a heading',
  '== neither',
  'Title',
  '=====',
  '-----',
  '',
  '- item',
  '  indented',
  'text',
)
const traps = fc.array(trap, { minLength: 1, maxLength: 25 })

function block(open: string, body: readonly string[], close: string): Part {
  return { lines: [open, ...body, close], kept: Array.from({ length: body.length + 1 }, (_, i) => i + 1) }
}

const atx = fc
  .tuple(title, fc.integer({ min: 1, max: 6 }))
  .map(([text, level]): Part => ({ lines: [`${'#'.repeat(level)} ${text}`], level }))
const setext = fc
  .tuple(title, fc.integer({ min: 1, max: 2 }))
  .map(([text, level]): Part => ({ lines: [text, '=-'[level - 1]!.repeat(text.length)], level, kept: [1] }))
const fence = fc
  .tuple(fc.constantFrom('```', '~~~', '`````', '   ```'), traps, fc.constantFrom('', 'js', ' python title="x"'))
  .map(([mark, body, info]) => block(mark + info, body, mark))
const comment = traps.map(body => block('<!-- start', body, 'end -->'))
const table = fc.array(words(1, 3), { minLength: 1, maxLength: 20 }).map((rows): Part => {
  const lines = ['| a | b |', '|---|:-:|', ...rows.map(row => `| ${row} | 1 |`)]
  return { lines, kept: lines.map((_, i) => i).slice(1) }
})

export const markdownParts = fc.array(fc.oneof(atx, setext, paragraph, paragraph, list, fence, comment, table), {
  minLength: 1,
  maxLength: 60,
})

const RST_STYLES = ['=', '-', '~']
/** Titles whose levels follow the order in which their adornments appear first. */
export const rstParts = fc
  .array(
    fc.oneof(
      fc
        .tuple(title, fc.integer({ min: 1, max: 3 }))
        .map(
          ([text, level]): Part => ({ lines: [text, RST_STYLES[level - 1]!.repeat(text.length)], level, kept: [1] }),
        ),
      paragraph,
      list,
      traps.map((body): Part => {
        const lines = ['Code::', '', ...body.map(line => `    ${line}`)]
        return { lines, kept: lines.map((_, i) => i).slice(2) }
      }),
      traps.map((body): Part => {
        const lines = ['.. code-block:: text', '   :linenos:', '', ...body.map(line => `   ${line}`)]
        return { lines, kept: lines.map((_, i) => i).slice(1) }
      }),
      fc.array(words(1, 2), { minLength: 1, maxLength: 9 }).map(rows => {
        const border = '=====  ====='
        return block(
          border,
          ['a      b', border, ...rows.flatMap(row => [`${row.slice(0, 5).padEnd(7)}x`, ''])].slice(0, -1),
          border,
        )
      }),
    ),
    { minLength: 1, maxLength: 50 },
  )
  .map((parts): Part[] => [
    ...RST_STYLES.map((style, i): Part => ({ lines: [`Top ${i}`, style.repeat(6)], level: i + 1, kept: [1] })),
    ...parts,
  ])

export const asciidocParts = fc.array(
  fc.oneof(
    fc
      .tuple(title, fc.integer({ min: 1, max: 5 }))
      .map(([text, level]): Part => ({ lines: [`${'='.repeat(level)} ${text}`], level })),
    paragraph,
    list,
    fc
      .tuple(
        fc.constantFrom('----', '....', '++++', '////', '------'),
        fc.array(fc.constantFrom('= not a title', 'text', '', '|===', '** x'), { minLength: 1, maxLength: 20 }),
      )
      .map(([mark, body]) => block(mark, body, mark)),
    fc.array(words(1, 3), { minLength: 1, maxLength: 9 }).map(rows =>
      block(
        '|===',
        rows.flatMap(row => [`| ${row}`, '']),
        '|===',
      ),
    ),
    fc
      .array(words(1, 3), { minLength: 1, maxLength: 9 })
      .map(rows => block('====', [...rows, '----', '= no title', '----'], '====')),
  ),
  { minLength: 1, maxLength: 50 },
)
