// Carries out a composite action as a runner does: inputs with their defaults, expressions filled in, conditions heeded, outputs read back.
// Steps that use another action are only noted. The expressions are those that the action has: `inputs.x`, `steps.y.outputs.z`, `==`, `!=`, `&&`.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Step {
  readonly name: string
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string | number>>
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

export interface Carried {
  readonly status: number
  readonly log: string
  /** Steps that ran, and what those that use another action were given. */
  readonly ran: readonly string[]
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly outputs: Readonly<Record<string, string>>
}

export function runAction(
  root: string,
  given: Readonly<Record<string, string>>,
  { work, temp, env }: { readonly work: string; readonly temp: string; readonly env: Readonly<Record<string, string>> },
): Carried {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const inputs = Object.fromEntries(
    Object.entries<{ default: string }>(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
  )
  const outputs: Record<string, Record<string, string>> = {}
  const meant = (expression: string): string => {
    const term = expression.trim()
    if (/^'.*'$/.test(term)) return term.slice(1, -1)
    const [kind, name, , output] = term.split('.')
    if (kind === 'inputs' && name! in inputs) return fill(inputs[name!]!)
    if (kind === 'steps') return outputs[name!]?.[output!] ?? ''
    if (term === 'github.token') return 'a-token'
    throw new Error(`nobody knows what ${term} is`)
  }
  const fill = (text: string) => text.replace(/\$\{\{([^}]*)\}\}/g, (_, expression: string) => meant(expression))
  const holds = (condition: string) =>
    condition
      .replace(/^\$\{\{|\}\}$/g, '')
      .split('&&')
      .every(one => {
        const [left, right] = one.split(/[!=]=/)
        return (meant(left!) === meant(right!)) === one.includes('==')
      })
  const ran: string[] = []
  const used: Record<string, Record<string, string>> = {}
  let log = ''
  let status = 0
  for (const step of action.runs.steps as readonly Step[]) {
    if (status !== 0 || (step.if !== undefined && !holds(step.if))) continue
    ran.push(step.name)
    if (step.uses !== undefined) {
      used[step.uses] = Object.fromEntries(Object.entries(step.with ?? {}).map(([key, to]) => [key, fill(String(to))]))
      continue
    }
    const [output, summary] = [join(temp, 'output'), join(temp, 'summary')]
    for (const file of [output, summary]) writeFileSync(file, '')
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, to]) => [key, fill(to)]))
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: temp, GITHUB_ACTION_PATH: root }
    // As GitHub documents `shell: bash`.
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!]
    const done = spawnSync('bash', shell, { cwd: work, encoding: 'utf8', env: { ...env, ...files, ...own } })
    status = done.status ?? 1
    log += done.stdout + done.stderr
    outputs[step.id ?? step.name] = outputsIn(readFileSync(output, 'utf8'))
  }
  const told = Object.entries<{ value: string }>(action.outputs).map(([name, { value }]) => [name, fill(value)])
  return { status, log, ran, used, outputs: Object.fromEntries(told) }
}

function outputsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => line !== '')
  return Object.fromEntries(lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
