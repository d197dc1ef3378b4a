// Processes that are started again at once whenever they are killed, until they end by themselves.
import { type ChildProcess, spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export class Supervised {
  /** Every process there ever was. */
  readonly pids: number[] = []
  /** How the one that was not killed ended. */
  readonly ended: Promise<Ended>
  private child: ChildProcess | null = null
  private isOver = false
  private onEnded: (ended: Ended) => void = () => {}

  constructor(
    private readonly argv: readonly string[],
    private readonly env: Readonly<Record<string, string>>,
  ) {
    this.ended = new Promise(resolve => {
      this.onEnded = resolve
    })
    this.start()
  }

  /** Null while there is none: between a death and the next start, and at the end. */
  get pid(): number | null {
    return this.child?.pid ?? null
  }

  /** False when there was none to kill. */
  kill(): boolean {
    return this.child?.kill('SIGKILL') ?? false
  }

  /** Kills it for good. */
  giveUp(): void {
    this.isOver = true
    this.kill()
  }

  private start(): void {
    const child = spawn(process.execPath, this.argv, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child = child
    this.pids.push(child.pid!)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', text => {
      stdout += text
    })
    child.stderr.on('data', text => {
      stderr += text
    })
    child.once('exit', () => {
      this.child = null
    })
    // Not before its pipes are empty: what it said last belongs to how it ended.
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL' && !this.isOver) this.start()
      else this.onEnded({ code, stdout, stderr })
    })
  }
}
