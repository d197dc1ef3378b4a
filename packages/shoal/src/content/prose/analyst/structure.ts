// The sections of a document: where each begins and ends, how long it is, and what is odd about their order.
import type { FindingDraft } from '@shoal/base/model/finding'
import { formatCount } from '@shoal/base/text/printable'
import type { Heading } from './headings.ts'

export interface Section extends Heading {
  readonly lastLine: number
  /** Words of its own, those of the sections inside it apart. */
  readonly words: number
}

interface Oddity {
  readonly id: string
  readonly type: string
  /** `@` is the title. */
  readonly one: string
  readonly many: string
  readonly advice: string
}

const EMPTY: Oddity = {
  id: 'empty-section',
  type: 'empty_section',
  one: 'The section “@” has a heading and nothing below it',
  many: 'sections have a heading and nothing below it',
  advice: 'Write the section, or remove its heading',
}
const JUMP: Oddity = {
  id: 'heading-jump',
  type: 'structure',
  one: 'The heading “@” skips a level',
  many: 'headings skip a level',
  advice: 'Give the heading the level below the one before it',
}
const REPEATED: Oddity = {
  id: 'repeated-heading',
  type: 'duplicate',
  one: 'The heading “@” is there twice in the same section',
  many: 'headings are there twice in the same section',
  advice: 'Rename one of the two headings, or unite their sections',
}

/** `words` holds, per heading, the words between it and the next; the first entry is what stands before all headings. */
export function sectionsOf(headings: readonly Heading[], words: readonly number[], lines: number): Section[] {
  const last = new Array<number>(headings.length).fill(lines)
  const open: number[] = []
  for (const [i, { level, line }] of headings.entries()) {
    while (open.length > 0 && headings[open.at(-1)!]!.level >= level) last[open.pop()!] = line - 1
    open.push(i)
  }
  return headings.map((heading, i) => ({ ...heading, lastLine: last[i]!, words: words[i + 1] ?? 0 }))
}

export function structureFindings(sections: readonly Section[], quoteAt: (line: number) => string): FindingDraft[] {
  const empty = sections.filter(
    (section, i) =>
      section.words === 0 && (sections[i + 1]?.level ?? 0) <= section.level && section.lastLine - section.line <= 3,
  )
  const jumps = sections.filter((section, i) => i > 0 && section.level > sections[i - 1]!.level + 1)
  return [
    ...oneFor(EMPTY, empty, quoteAt),
    ...oneFor(JUMP, jumps, quoteAt),
    ...oneFor(REPEATED, repeated(sections), quoteAt),
  ]
}

/** Headings whose twin stands under the same parent. */
function repeated(sections: readonly Section[]): Section[] {
  const seen = new Set<string>()
  const open: Section[] = []
  return sections.filter(section => {
    while (open.length > 0 && open.at(-1)!.level >= section.level) open.pop()
    const key = `${open.at(-1)?.line ?? 0} ${section.level} ${section.title.toLowerCase()}`
    open.push(section)
    const twin = seen.has(key) && /\p{L}/u.test(section.title)
    seen.add(key)
    return twin
  })
}

function oneFor(
  { id, type, one, many, advice }: Oddity,
  sections: readonly Section[],
  quoteAt: (line: number) => string,
): FindingDraft[] {
  const first = sections[0]
  if (!first) return []
  const evidence = quoteAt(first.line)
  if (evidence === '') return []
  const titles = sections.slice(0, 5).map(({ title, line }) => `“${title.slice(0, 60)}” (line ${line})`)
  const rest = sections.length > titles.length ? ' …' : ''
  return [
    {
      type,
      key: `prose.${id}`,
      summary:
        sections.length === 1
          ? one.replace('@', first.title.slice(0, 80))
          : `${formatCount(sections.length)} ${many}: ${titles.join(', ')}${rest}`,
      severity: 'low',
      confidence: 'high',
      nature: 'problem',
      advice,
      line: first.line,
      evidence,
      count: sections.length,
      topics: ['structure', 'section', first.title],
      weight: 0.3,
    },
  ]
}
