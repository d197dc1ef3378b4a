// Opens an address in the user's browser.
import { spawn } from 'node:child_process'

/** Never throws: who has no browser here can still open the address elsewhere. */
export function openInBrowser(url: string, note: (line: string) => void, platform = process.platform): void {
  const [command, ...args] = openerOf(url, platform)
  const child = spawn(command, args, { stdio: 'ignore', detached: true, windowsHide: true })
  child.once('error', error => note(`no browser could be opened (${error.message}); open the address yourself`))
  child.unref()
}

function openerOf(url: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  // Unlike `start`, it reads no characters of an address as its own.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}
