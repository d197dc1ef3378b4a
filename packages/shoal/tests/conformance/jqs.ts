// The versions of jq that people have: two as WebAssembly, and the one of this machine, where it has one (Debian 12 has 1.6).
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { raw } from 'jq-wasm'

export interface Jq {
  readonly version: string
  /** Lines that are read in a moment: one build takes time by the square of them. */
  readonly mostLines: number
  /** What it prints. Throws what it complains of. */
  run(input: string, program: string, args: readonly string[]): Promise<string>
}

interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

const require = createRequire(import.meta.url)
const { raw: older } = require('jq-1.7') as {
  raw(input: string, program: string, args: string[]): Promise<Outcome>
}
const own = spawnSync('jq', ['--version'], { encoding: 'utf8' }).stdout?.trim()

export const jqs: readonly Jq[] = [
  {
    version: '1.7.1',
    mostLines: 100,
    run: async (input, program, args) => printed(await older(input, program, [...args])),
  },
  {
    version: '1.8.2',
    mostLines: Number.POSITIVE_INFINITY,
    run: async (input, program, args) => printed(await raw(input, program, [...args])),
  },
  ...(own ? [{ version: `${own} of this machine`, mostLines: Number.POSITIVE_INFINITY, run: ofThisMachine }] : []),
]

async function ofThisMachine(input: string, program: string, args: readonly string[]): Promise<string> {
  const { status, ...said } = spawnSync('jq', [...args, program], { input, encoding: 'utf8' })
  return printed({ ...said, exitCode: status })
}

function printed({ stdout, stderr, exitCode }: Outcome): string {
  if (exitCode !== 0 || stderr !== '') throw new Error(`exit ${exitCode}: ${stderr}`)
  return stdout
}
