// The product as a user has it: the built command line, asked about the run that the client made.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

const bin = join(repository, 'dist/bin.js')

export interface ReportedFinding {
  readonly summary: string
  readonly path: string
  readonly line: number
  readonly evidence: string
  readonly verified: boolean
  readonly place_count: number
  /** Who says so; nobody for what programs found. */
  readonly by?: string
}

export interface Product {
  readonly markdown: string
  readonly findings: readonly ReportedFinding[]
  readonly coverage: { readonly tasks: number; readonly tasks_completed: number; readonly tasks_failed: number }
  readonly tasks: readonly { readonly id: string; readonly status: string; readonly owner: string | null }[]
}

export interface Asking {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** As a user does it; throws what goes wrong. */
export function installPlugin(asking: Asking): void {
  shoal(['plugin', 'install'], asking)
}

export function productOf(run: string, asking: Asking): Product {
  const report = JSON.parse(shoal(['report', run, '--json'], asking))
  return {
    // As long as the `report` tool gives it.
    markdown: shoal(['report', run, '--format', 'md', '--full', '--top', '20', '--quiet'], asking),
    findings: report.findings,
    coverage: report.coverage,
    tasks: JSON.parse(shoal(['team', 'tasks', run, '--json'], asking)).tasks,
  }
}

function shoal(args: readonly string[], { cwd, env }: Asking): string {
  return execFileSync(process.execPath, [bin, ...args], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/** What our own linter says about the agents; empty when it is content. */
export function lintAgents(): string {
  const files = readdirSync(join(repository, 'agents')).map(name => join(repository, 'agents', name))
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'agents', ...files], { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`.trim()
}

/** Every file with its content: what must be the same afterwards. */
export function contentsOf(directory: string): string {
  return JSON.stringify(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(file => [file, readFileSync(file, 'latin1')]),
  )
}
