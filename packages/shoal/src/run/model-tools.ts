// The tools of a language model that does tasks: it looks at the files where it works, and writes there if its pattern file lists
// `write`. What it is shown has passed the gate; what it writes stays in its directory.
import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { ModelTool } from '@shoal/team/patterns/keys'
import { z } from 'zod'
import { cacheDir } from '../config/cache-dir.ts'
import { settingsFrom } from '../config/resolve.ts'
import { type AskTool, askTool } from '../stages/asking/ask-tool.ts'
import { ToolMistake } from '../stages/tools/tool-mistake.ts'
import { shownText } from '../text/gate/shown.ts'
import { readReal } from '../text/open-real.ts'
import { actionsOver } from './ask/actions.ts'
import { FileSet } from './ask/file-set.ts'
import type { StepStore } from './ask/steps.ts'
import { toolsOver } from './ask/tools.ts'

export interface ModelToolsRequest {
  readonly names: readonly ModelTool[]
  /** The files below it are all that can be reached. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** No writing, whatever is listed. */
  readonly isReadOnly: boolean
}

export interface ModelTools {
  readonly all: readonly AskTool[]
  close(): void
}

/** Opened for one task: another may have changed files since. */
export async function openModelTools({ names, cwd, env, signal, isReadOnly }: ModelToolsRequest): Promise<ModelTools> {
  const root = realpathSync(cwd)
  const options = {
    settings: { ...settingsFrom(), within: [root] },
    signal,
    cache: cacheDir(env, process.platform, cwd),
    cwd: root,
  }
  const looking = names.filter(name => name !== 'write')
  const write = names.includes('write') && !isReadOnly ? [writeTool(root)] : []
  if (looking.length === 0) return { all: write, close: () => {} }
  const set = await FileSet.open(['.'], options)
  const { all, close } = toolsOver(set, actionsOver(set, options, null), NOT_KEPT)
  return { all: [...all.filter(({ spec }) => (looking as string[]).includes(spec.name)), ...write], close }
}

/** The calls are recorded, and a look costs nothing. */
const NOT_KEPT: StepStore = { once: async (_, make) => ({ value: await make(), isNew: true }) }

const MOST_WRITTEN = 1_000_000

const writeInput = z.object({
  path: z.string().describe('Relative to where you work'),
  text: z.string().max(MOST_WRITTEN).describe('The whole new content of the file'),
})

export function writeTool(root: string): AskTool {
  return askTool({
    name: 'write',
    description: 'Writes a file, in the place of one that is there. Directories are made. Give the whole content.',
    input: writeInput,
    run: async ({ path, text }) => {
      const file = jailed(root, path)
      const before = lstatSync(file, { throwIfNoEntry: false })
      if (before && !before.isFile()) throw new ToolMistake(`${path} is no regular file`)
      if (before && hasSecrets(file))
        throw new ToolMistake(`${path} holds secrets that you were not shown; it cannot be written whole`)
      mkdirSync(dirname(file), { recursive: true })
      const part = `${file}.shoal-part`
      try {
        writeFileSync(part, text, before ? { mode: before.mode } : {})
        renameSync(part, file)
      } finally {
        rmSync(part, { force: true })
      }
      return `${path} has ${text.length} characters now.`
    },
  })
}

/** Inside of the root by its name and by where its directories really lead. */
function jailed(root: string, path: string): string {
  const file = resolve(root, path)
  const name = relative(root, file)
  const isOutside = name === '' || name.startsWith('..') || isAbsolute(name)
  let there = dirname(file)
  while (!isOutside && !existsSync(there)) there = dirname(there)
  const real = isOutside ? '' : realpathSync(there)
  if (isOutside || (real !== root && !real.startsWith(root + sep)))
    throw new ToolMistake(`${path} is outside of the directory where you work`)
  if (name.split(sep).includes('.git')) throw new ToolMistake(`${path} belongs to git`)
  return file
}

function hasSecrets(file: string): boolean {
  const text = readReal(file)
  return shownText(text) !== text
}
