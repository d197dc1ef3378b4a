// Opens an address in the user's browser.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Every user of the machine can see with what a browser is started, so it is started with a file of this user's own that
 * leads to the address. Never throws: who has no browser here can still open the address elsewhere. Gives what removes the
 * file.
 */
export function openInBrowser(
  url: string,
  note: (line: string) => void,
  opener = openerOf(process.platform),
): () => void {
  const failed = ({ message }: Error) => note(`no browser could be opened (${message}); open the address yourself`)
  try {
    // For its owner only.
    const directory = mkdtempSync(join(tmpdir(), 'shoal-'))
    const file = join(directory, 'open.html')
    writeFileSync(file, leadingTo(url), { mode: 0o600 })
    const [command, ...args] = opener
    const child = spawn(command, [...args, pathToFileURL(file).href], {
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    })
    child.once('error', failed)
    child.unref()
    return () => rmSync(directory, { recursive: true, force: true })
  } catch (error) {
    failed(error as Error)
    return () => {}
  }
}

function leadingTo(url: string): string {
  const address = url.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>shoal</title>
<a href="${address}">shoal</a>
`
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  // Unlike `start`, it reads no characters of an address as its own.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
