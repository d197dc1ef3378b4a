// The texts of the plugin as tests look at them: frontmatter, examples, tools and links.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface PluginText {
  /** From the root of the package. */
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function textAt(path: string): PluginText {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(path)) ?? [null, null, read(path)]
  return { path, fields: front === null ? {} : (parse(front!) as Record<string, unknown>), body: body!.trim() }
}

const markdownBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .toSorted()
    .map(name => textAt(`${folder}/${name.replaceAll('\\', '/')}`))

const allOfSkills = markdownBelow('skills')
export const skills = allOfSkills.filter(({ path }) => path.endsWith('/SKILL.md'))
/** Loaded only when a skill leads to them. */
export const references = allOfSkills.filter(({ path }) => !path.endsWith('/SKILL.md'))
export const commands = markdownBelow('commands')
export const agents = markdownBelow('agents')
export const texts = [...skills, ...references, ...commands, ...agents]

export const skillName = ({ path }: PluginText): string => path.split('/')[1]!

export interface Example {
  readonly path: string
  readonly tool: string
  readonly input: string
}

/** Blocks of the kind ```json plan: the input of one call. */
export const examplesIn = ({ path, body }: PluginText): Example[] =>
  [...body.matchAll(/^```json (\w+)\n([\s\S]*?)^```$/gm)].map(([, tool, input]) => ({
    path,
    tool: tool!,
    input: input!,
  }))

/** What stands in backticks, examples apart. */
export const wordsIn = ({ body }: PluginText): string[] =>
  [...body.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!)

/** `plan {run, stage}`: a tool and the names of what it is given. */
export const callsIn = (text: PluginText): { tool: string; names: string[] }[] =>
  wordsIn(text).flatMap(word => {
    const [, tool, names] = /^([a-z_]+) \{([\w, ]*)\}$/.exec(word) ?? []
    return tool === undefined ? [] : [{ tool, names: names!.split(/, ?/).filter(name => name !== '') }]
  })

export const linksIn = ({ body }: PluginText): string[] =>
  [...body.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link!).filter(link => !/^https?:/.test(link))
