// Mines the templates of a log from the keys of its contents.
import { hashText } from '../hash.ts'
import { clusterKeys } from './cluster.ts'
import { coarsenKey } from './coarsen.ts'
import { MARK, maskContent } from './mask.ts'
import { normaliseKey } from './normalise.ts'
import type { TemplateTally } from './tally.ts'

const SHOWN = '<*>'
const MAX_EXAMPLES = 3

export interface Template {
  /** Made from the text, so it is the same in every file and run. */
  readonly id: string
  /** `Received block <*> of size <*> from <*>`; distinct templates have distinct texts. */
  readonly template: string
  readonly count: number
  /** Lines of the file, 1-based. */
  readonly first: number
  readonly last: number
  /** Contents as they stand in the file, the earliest of up to three keys. */
  readonly examples: readonly string[]
}

export interface TemplateBook {
  /** The most frequent first. */
  readonly templates: readonly Template[]
  /** The template of a content; one that was never tallied may get a template of its own, with a count of 0. */
  templateOf(content: string): Template
  /** The same by the key that `TemplateTally.add` gave. */
  templateOfKey(key: string): Template
}

export function mineTemplates(tally: TemplateTally): TemplateBook {
  const keys = [...tally.entries()].sort((a, b) => (a[0] < b[0] ? -1 : 1))
  const texts = clusterKeys(keys.map(([text, { count }]) => ({ text, count })))
  const groups = new Map<string, number[]>()
  for (const [k, text] of texts.entries()) {
    const members = groups.get(text)
    if (members) members.push(k)
    else groups.set(text, [k])
  }
  const byKey = new Map<string, Template>()
  const templates: Template[] = []
  for (const [text, members] of groups) {
    const counts = members.map(k => keys[k]![1]).sort((a, b) => a.first - b.first)
    const template: Template = {
      ...named(text),
      count: counts.reduce((sum, { count }) => sum + count, 0),
      first: counts[0]!.first,
      last: counts.reduce((last, count) => Math.max(last, count.last), 0),
      examples: counts.slice(0, MAX_EXAMPLES).map(({ example }) => example),
    }
    templates.push(template)
    for (const k of members) byKey.set(keys[k]![0], template)
  }
  templates.sort((a, b) => b.count - a.count || a.first - b.first)
  const byText = new Map(templates.map(template => [template.template, template]))
  const templateOfKey = (key: string): Template => {
    const known = byKey.get(key) ?? byKey.get(coarsenKey(key, tally.step))
    if (known) return known
    const stranger = named(normaliseKey(key))
    return byText.get(stranger.template) ?? { ...stranger, count: 0, first: 0, last: 0, examples: [] }
  }
  return { templates, templateOf: content => templateOfKey(maskContent(content)), templateOfKey }
}

function named(text: string): Pick<Template, 'id' | 'template'> {
  const template = text.replaceAll(MARK, SHOWN)
  return { id: hashText(template).slice(0, 16), template }
}
