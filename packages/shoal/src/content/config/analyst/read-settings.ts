// Reads the settings of a configuration file in whatever format: YAML into a tree where it is small enough, all else by lines.
import type { SourceText } from '@shoal/base/model/source'
import { type ConfigFormat, settingsReader } from '../../../text/config-keys/read.ts'
import { Settings } from '../../../text/config-keys/settings.ts'
import { MOST_TREE, readYamlTree } from '../../../text/config-keys/yaml.ts'
import { type TextLine, type TextWalk, walkText } from '../../../text/text-lines.ts'
import { formatOf } from './format.ts'

export interface ReadSettings {
  readonly format: ConfigFormat
  readonly found: Settings
  /** Why YAML was read line by line; null when it was not. */
  readonly byLines: string | null
}

const TOO_LARGE = `It is larger than ${MOST_TREE >> 20} MB`

export async function readSettings(
  source: SourceText,
  language: string | null,
  task: TextWalk & { readonly most?: number; onLine?(line: TextLine): void },
): Promise<ReadSettings> {
  const format = formatOf(source, language)
  const found = new Settings(task.most)
  const reader = settingsReader(found, format)
  const held: string[] = []
  // YAML waits until it is known to be small enough for a tree.
  let waits = format === 'yaml'
  let size = 0
  await walkText(source, { start: 0, end: source.size, line: 1 }, task, line => {
    const { text, number, more } = line
    task.onLine?.(line)
    if (waits) {
      if (more) held[held.length - 1] += text
      else held.push(text)
      size += text.length + 1
      if (size > MOST_TREE) {
        for (const [i, row] of held.splice(0).entries()) reader.line(row, i + 1)
        waits = false
      }
    } else if (!more) reader.line(text, number)
  })
  const byLines = format === 'yaml' ? (waits ? readYamlTree(found, held) : TOO_LARGE) : null
  if (waits && byLines) for (const [i, row] of held.entries()) reader.line(row, i + 1)
  reader.end()
  return { format, found, byLines }
}
