// An analysis with models as a user meets it: the real run over a real ledger, the stub's HTTP for a provider, streams
// that remember. Only the patience with a provider in trouble is shorter than the command line's.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunReport } from '@shoal/base/model/report'
import { onTestFinished } from 'vitest'
import type { Io } from '../../../src/cli/io.ts'
import { leadAnalysis } from '../../../src/cli/led-analysis.ts'
import { splitQuery } from '../../../src/cli/paths.ts'
import { reportError } from '../../../src/cli/report-error.ts'
import { realWorld, withLedger } from '../../../src/cli/team/world.ts'
import { parseCommandLine } from '../../../src/config/parse.ts'
import { resolveOptions } from '../../../src/config/resolve.ts'
import type { Patience } from '../../../src/models/retrying.ts'
import { analyzePaths, replayAnalysis, resumeAnalysis } from '../../../src/run/analysis/analyze.ts'
import { assertBuilt, bin } from '../../cli/built-bin.ts'
import { fakeIo, type Outcome, shoal } from '../../cli/fake-io.ts'
import type { StubRequest } from '../../models/stub/exchange.ts'
import { type OnRequest, type Stub, startStub } from '../../models/stub/server.ts'

export const KEY = 'sk-ant-api03-the-key-of-the-test-0123456789'
export const MODEL = 'anthropic:claude-haiku-4-5'

/** What the user is left with. */
export interface Seen extends Outcome {
  /** Null when there is none. */
  readonly report: RunReport | null
}

export interface LabOptions {
  readonly patience?: Partial<Patience>
  readonly signal?: AbortSignal
}

const PATIENCE: Partial<Patience> = { attempts: 3, baseMs: 1, maxMs: 5 }

export class Lab {
  private readonly children: ChildProcess[] = []

  private constructor(
    readonly stub: Stub,
    readonly path: string,
  ) {}

  static async open(onRequest: OnRequest): Promise<Lab> {
    const path = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-lab-')))
    const lab = new Lab(await startStub(onRequest), path)
    onTestFinished(() => lab.close())
    return lab
  }

  get home(): string {
    return join(this.path, 'home')
  }

  get data(): string {
    return join(this.path, 'data')
  }

  get env(): Record<string, string> {
    const { stub, path } = this
    return {
      HOME: path,
      SHOAL_HOME: this.home,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: `${stub.url}/v1`,
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${stub.url}/v1`,
      GEMINI_API_KEY: KEY,
    }
  }

  /** What the stub was asked so far. */
  get asked(): readonly StubRequest[] {
    return this.stub.requests
  }

  write(name: string, content: string | Uint8Array): string {
    const file = join(this.data, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }

  /**
   * `shoal analyze data … --model …`; the run is called `lab` unless the arguments name it. Chunks are cut, and files of a type are read by
   * themselves, so that a run has many calls; `--at-once` leaves that to shoal.
   */
  async analyze(args: readonly string[] = [], options: LabOptions = {}): Promise<Seen> {
    const named = args.includes('--name') ? [] : ['--name', 'lab']
    const model = args.includes('--model') ? [] : ['--model', MODEL]
    const cut = args.includes('--at-once') || args.includes('--chunk-size') ? [] : ['--chunk-size', '2000']
    const given = args.filter(arg => arg !== '--at-once')
    return await this.see(['analyze', 'data', ...given, ...named, ...model, ...cut], options)
  }

  async resume(args: readonly string[] = [], options: LabOptions = {}): Promise<Seen> {
    return await this.see(['resume', 'lab', ...args], options)
  }

  async replay(args: readonly string[] = [], options: LabOptions = {}): Promise<Seen> {
    return await this.see(['replay', 'lab', ...args], options)
  }

  /** Any other command, by the command line itself. */
  async shoal(...argv: readonly string[]): Promise<Outcome> {
    return await shoal(argv, { env: this.env, cwd: this.path })
  }

  /** The command line in a process of its own, which can be killed. */
  start(...argv: readonly string[]): ChildProcess {
    assertBuilt()
    const child = spawn(process.execPath, [bin, ...argv], {
      cwd: this.path,
      env: { PATH: process.env.PATH, ...this.env },
      stdio: 'ignore',
    })
    this.children.push(child)
    return child
  }

  /** Every file under SHOAL_HOME, by its path in it. */
  kept(): Map<string, string> {
    const files = readdirSync(this.home, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    return new Map(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(this.home.length + 1), readFileSync(path, 'latin1')]
      }),
    )
  }

  async close(): Promise<void> {
    for (const child of this.children) child.kill('SIGKILL')
    await this.stub.close().catch(() => {})
    rmSync(this.path, { recursive: true, force: true })
  }

  private async see(argv: readonly string[], { patience = PATIENCE, signal }: LabOptions): Promise<Seen> {
    const io = fakeIo({ env: this.env, cwd: this.path, ...(signal && { signal }) })
    let report: RunReport | null = null
    const onReport = (made: RunReport) => {
      report = made
    }
    const status = await lead(io, argv, patience, onReport).catch(error => reportError(error, io, false))
    return { status, stdout: io.stdout.text, stderr: io.stderr.text, report }
  }
}

async function lead(
  io: Io,
  argv: readonly string[],
  patience: Partial<Patience>,
  onReport: (report: RunReport) => void,
) {
  const { command, args, values } = parseCommandLine(argv)
  const { settings, face } = resolveOptions(values, {}, '')
  return await withLedger({ io, world: realWorld }, ledger =>
    leadAnalysis(io, { face, settings, world: realWorld, ledger, inputs: [], onReport }, async given => {
      const options = { ...given, patience, ...(face.name !== null && { name: face.name }) }
      if (command === 'resume') return await resumeAnalysis(args[0]!, settings, options)
      if (command === 'replay') return await replayAnalysis(args[0]!, settings, options)
      const { paths, query } = splitQuery(io, args, face.query)
      return await analyzePaths(
        paths.map(path => join(io.cwd, path)),
        query,
        settings,
        options,
      )
    }),
  )
}

/** What a model said of the report's findings, without what programs found. */
export function modelFindings(report: RunReport | null) {
  return report?.findings.filter(({ by }) => by !== undefined) ?? []
}
