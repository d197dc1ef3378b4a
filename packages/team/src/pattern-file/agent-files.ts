// Puts what an agent file says in the place of its name, so that a run which keeps its pattern file needs no other to resume.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { errnoReason } from '@shoal/base/model/errors'
import { shown } from '@shoal/base/model/option-values'
import type { Mistake } from './mistake.ts'
import { workersIn } from './workers-in.ts'
import type { Lines } from './yaml-tree.ts'

const FILE_LIMIT = 1_000_000

type File = Readonly<Record<string, unknown>>

/** Of workers that take instructions; what a file says of other workers, the keys of the pattern refuse. */
export function withAgentFiles(
  file: File,
  dir: string,
  lines: Lines,
): { readonly value: File; readonly mistakes: readonly Mistake[] } {
  const value = structuredClone(file)
  const mistakes: Mistake[] = []
  for (const { worker, path } of workersIn(value)) {
    const { agent_file: name, prompt } = worker
    if (typeof name !== 'string' || (worker.agent === undefined && worker.model === undefined)) continue
    const told = instructionsIn(name, dir)
    if ('what' in told) {
      const at = [...path, 'agent_file']
      mistakes.push({ line: lines.lineOf(at), path: at, ...told })
    } else if (prompt === undefined || typeof prompt === 'string') {
      worker.prompt = prompt === undefined ? told.text : `${told.text}\n\n${prompt}`
      delete worker.agent_file
    }
  }
  return { value, mistakes }
}

/** All behind the frontmatter, which is for Claude Code. */
function instructionsIn(name: string, dir: string): { readonly text: string } | Pick<Mistake, 'what'> {
  const file = resolve(dir, name)
  let content: string
  try {
    const stats = statSync(file)
    if (!stats.isFile()) return { what: `${shown(name)} is not a regular file` }
    if (stats.size > FILE_LIMIT) return { what: `${shown(name)} is larger than 1 MB` }
    content = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (thrown) {
    return { what: `${shown(name)}: ${thrown instanceof TypeError ? 'not UTF-8 text' : errnoReason(thrown)}` }
  }
  const lines = content.split(/\r?\n/)
  const isFence = (line: string | undefined) => line?.trimEnd() === '---'
  const end = isFence(lines[0]) ? lines.findIndex((line, at) => at > 0 && isFence(line)) : -1
  const text = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  if (text.includes('\0')) return { what: `${shown(name)} holds a zero character` }
  return text === '' ? { what: `${shown(name)} tells an agent nothing` } : { text }
}
