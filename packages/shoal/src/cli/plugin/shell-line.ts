// Calls of the client as a person types them.
import { printable } from '@shoal/base/text/printable'
import { shellWord } from '@shoal/base/text/shell-word'

/** For a shell. */
export function shellLine(args: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return printable(['claude', ...args].map(arg => quoted(arg, platform)).join(' '))
}

/** For the prompt of the client, which takes a path as it stands. */
export function slashLine(args: readonly string[]): string {
  const scope = args.indexOf('--scope')
  return printable(`/${(scope === -1 ? args : args.slice(0, scope)).join(' ')}`)
}

function quoted(arg: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w@:./\\-]+$/.test(arg) ? arg : `"${arg}"`
  return shellWord(arg)
}
