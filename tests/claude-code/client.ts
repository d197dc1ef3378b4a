// The real Claude Code, headless, against the stub: found, started with nothing of the user's own, and watched until
// nothing of it runs any more.
import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What marks every process that comes from a session of the proof. */
const MARK = 'SHOAL_PROOF'

export interface Session {
  readonly client: string
  readonly stubUrl: string
  readonly prompt: string
  /** Where the user would stand. */
  readonly cwd: string
  /** For all that the client and the server keep. */
  readonly home: string
  readonly allowedTools: readonly string[]
  readonly missingTools: readonly string[]
  readonly seconds: number
}

export interface Ended {
  readonly status: number | null
  readonly seconds: number
  /** Lines of `--output-format stream-json`. */
  readonly events: readonly Record<string, unknown>[]
  readonly stderr: string
  /** What the MCP server wrote to its log. */
  readonly serverLog: string
  /** Processes of the session that were still there 5 seconds after its end. */
  readonly leftRunning: readonly string[]
}

/** `$SHOAL_CLAUDE`, else `claude` on the PATH; null if there is none. */
export function findClient(env: NodeJS.ProcessEnv): string | null {
  const named = env.SHOAL_CLAUDE
  const files = named ? [named] : (env.PATH ?? '').split(delimiter).map(directory => join(directory, 'claude'))
  return files.find(isExecutable) ?? null
}

export function clientVersion(client: string): string {
  return execFileSync(client, ['--version'], { encoding: 'utf8', timeout: 30_000 }).trim()
}

export async function runSession(session: Session): Promise<Ended> {
  const mark = `${process.pid}-${Date.now()}`
  const started = performance.now()
  mkdirSync(session.home, { recursive: true })
  const log = join(session.home, 'client.log')
  const args = ['-p', session.prompt, '--output-format', 'stream-json', '--verbose', '--debug-file', log]
  args.push('--allowedTools', session.allowedTools.join(','))
  if (session.missingTools.length > 0) args.push('--disallowedTools', session.missingTools.join(','))
  const child = spawn(session.client, args, {
    cwd: session.cwd,
    env: { ...environment(session), [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', part => (stdout += part))
  child.stderr.setEncoding('utf8').on('data', part => (stderr += part))
  const limit = setTimeout(() => child.kill(), session.seconds * 1000)
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  clearTimeout(limit)
  const seconds = (performance.now() - started) / 1000
  return {
    status,
    seconds,
    events: eventsIn(stdout),
    stderr,
    leftRunning: await leftOver(mark),
    serverLog: serverLines(log),
  }
}

/** Nothing of the user's: neither settings nor keys nor state, and no word to anyone but the stub. */
export function environment({
  client,
  home,
  stubUrl,
}: Pick<Session, 'client' | 'home' | 'stubUrl'>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    SHOAL_HOME: join(home, 'shoal'),
    SHOAL_CLAUDE: client,
    ANTHROPIC_BASE_URL: stubUrl,
    ANTHROPIC_API_KEY: 'no-key-is-needed',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
  }
}

function eventsIn(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Record<string, unknown>)
}

function serverLines(log: string): string {
  return contentOf(log)
    .split('\n')
    .filter(line => line.includes('shoal mcp:'))
    .join('\n')
}

async function leftOver(mark: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const left = marked(`${MARK}=${mark}`)
    if (left.length === 0 || tries === 50) return left
    await sleep(100)
  }
}

/** Processes inherit their environment; where there is no /proc nothing can be said. */
function marked(variable: string): string[] {
  return entriesOf('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => contentOf(`/proc/${pid}/environ`).split('\0').includes(variable))
    .map(pid => `${pid} ${contentOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 120)}`)
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
