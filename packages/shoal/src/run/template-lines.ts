// The template of every line of a file, secrets masked, as a thread finds it: told some lines at a time.
import type { BuiltInAnalyst, FileAbout, LineTemplate } from '@shoal/base/model/analyst'
import type { Brief } from '@shoal/base/model/question'
import type { SourceText } from '@shoal/base/model/source'
import { FileSecrets } from '../text/gate/file-secrets.ts'

export interface TemplateTask {
  readonly about: FileAbout
  readonly brief: Brief
  readonly signal: AbortSignal
  onRead(bytes: number): void
  tell(lines: readonly LineTemplate[]): Promise<unknown>
}

/** Masked templates that are kept at hand: lines follow few. */
const MOST_SHOWN = 100_000
/** Lines that are told at a time. */
const LINES = 1000

export async function tellTemplates(
  source: SourceText,
  { templateLines }: Pick<BuiltInAnalyst, 'templateLines'>,
  { tell, ...task }: TemplateTask,
): Promise<void> {
  const secrets = await FileSecrets.sweep(source, { signal: task.signal, isTable: false })
  const shown = new Map<string, string>()
  let lines: LineTemplate[] = []
  for await (const { line, template } of templateLines?.(source, task) ?? []) {
    let masked = shown.get(template)
    if (masked === undefined) {
      masked = secrets.value(template)
      if (shown.size < MOST_SHOWN) shown.set(template, masked)
    }
    if (lines.push({ line, template: masked }) < LINES) continue
    await tell(lines)
    lines = []
  }
  if (lines.length > 0) await tell(lines)
}
