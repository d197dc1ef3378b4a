// Glob: which files a task has, by their names.

import type { FileAbout } from '@shoal/base/model/analyst'
import { formatBytes, plural, printable } from '@shoal/base/text/printable'
import { withinTime } from '@shoal/base/text/within-time'
import picomatch from 'picomatch'
import { z } from 'zod'
import { ResultPage } from './result-page.ts'
import type { Tool } from './tool.ts'
import { ToolMistake } from './tool-mistake.ts'

/** A pattern out of a model may take for ever; no honest one takes as long. */
const PATIENCE_MS = 250

const input = z.strictObject({
  pattern: z.string().min(1).max(1_000).describe('A glob such as *.csv or src/**/*.ts'),
})

export const globTool: Tool<z.infer<typeof input>> = {
  name: 'Glob',
  description: 'Lists the files of this task whose names match a pattern, with their type and size.',
  input,
  async run({ pattern }, { files }) {
    const { all } = files
    const found = matching(pattern, all)
    if (found.length === 0) return `None of the ${plural(all.length, 'file')} of this task matches`
    const page = new ResultPage()
    for (const about of found) if (!page.add(entry(about))) break
    const rest = found.length - page.count
    return page.text({ foot: rest > 0 ? `(and ${plural(rest, 'more file')})` : null })
  },
}

function matching(pattern: string, files: readonly FileAbout[]): FileAbout[] {
  const glob = pattern.replace(/^(?:\.\/+)+/, '')
  try {
    return withinTime(() => {
      // Without a slash it speaks of names at any depth.
      const matches = picomatch(glob, { dot: true, basename: !glob.includes('/') })
      return files.filter(({ path }) => path === glob || matches(path))
    }, PATIENCE_MS)
  } catch (error) {
    throw new ToolMistake(`This pattern cannot be used (${(error as Error).message}); try a simpler one, such as *`)
  }
}

function entry({ path, contentType, lineCount, sizeBytes }: FileAbout): string {
  return `${printable(path)} (${contentType}, ${plural(lineCount, 'line')}, ${formatBytes(sizeBytes)})`
}
