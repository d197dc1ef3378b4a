// `shoal mcp` as a process of its own, over a directory that the test made.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'dist/bin.js')

export const TOKEN = 'token-of-the-client-tests'

/** A copy of a fixture's directory as the only root, and a state directory beside it. */
export interface Workspace {
  readonly home: string
  readonly directory: string
  readonly env: Record<string, string>
  /** How a client starts the server over stdio. */
  readonly command: string
  readonly args: string[]
  remove(): void
}

export function makeWorkspace(fixture: string): Workspace {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-clients-')))
  const directory = join(home, 'workspace')
  cpSync(join(root, 'fixtures', fixture), directory, { recursive: true })
  return {
    home,
    directory,
    env: { PATH: process.env.PATH ?? '', HOME: home, SHOAL_HOME: join(home, 'state'), SHOAL_MCP_TOKEN: TOKEN },
    command: process.execPath,
    args: [bin, 'mcp', '--root', directory],
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

export interface HttpServer {
  readonly url: URL
  /** The exit status. */
  close(): Promise<number | null>
}

export async function startHttpServer({ command, args, env, directory }: Workspace): Promise<HttpServer> {
  const child = spawn(command, [...args, '--http'], { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const url = await addressOf(child)
  return {
    url,
    close() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function addressOf(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [url] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(said) ?? []
      if (url !== undefined) resolve(new URL(url))
    })
    child.once('close', status => reject(new Error(`the server ended with ${status}: ${said}`)))
  })
}
