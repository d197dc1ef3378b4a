// Runs the commands over a ledger of the test's own, as `main` does over the one of the state directory.
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Command } from '../../src/cli/command.ts'
import { reportError } from '../../src/cli/report-error.ts'
import { resumeCommand } from '../../src/cli/resume.ts'
import { runCommand } from '../../src/cli/run.ts'
import { runsCommand } from '../../src/cli/runs.ts'
import type { World } from '../../src/cli/team/world.ts'
import { teamCommand } from '../../src/cli/team.ts'
import { parseCommandLine } from '../../src/config/parse.ts'
import { resolveOptions } from '../../src/config/resolve.ts'
import { fakeIo, type Outcome, type Surroundings } from './fake-io.ts'

export interface Around extends Surroundings {
  readonly stdin?: string
  readonly stderrIsTTY?: boolean
  readonly now?: () => number
}

/** Started, not awaited: what was printed so far can be read while it runs. */
export interface Started {
  readonly outcome: Promise<Outcome>
  stdout(): string
  stderr(): string
}

export function start(ledger: Ledger, argv: readonly string[], around: Around = {}): Started {
  const io = fakeIo(around)
  if (around.stderrIsTTY) Object.assign(io.stderr, { isTTY: true })
  const runs = join(io.cwd, '.runs')
  const world: World = {
    // The test's ledger outlives the command.
    openLedger: async () => ({ ...ledger, close: async () => {} }),
    runDirectory: (_, run) => join(runs, run),
    readStdin: async () => around.stdin ?? '',
    now: around.now ?? Date.now,
  }
  const run = async () => {
    try {
      const { command, args, values } = parseCommandLine(argv)
      return await commands(world)[command!]!.run(io, { args, ...resolveOptions(values, {}, '') })
    } catch (error) {
      return reportError(error, io, false)
    }
  }
  const outcome = run().then(status => ({ status, stdout: io.stdout.text, stderr: io.stderr.text }))
  return { outcome, stdout: () => io.stdout.text, stderr: () => io.stderr.text }
}

export async function over(ledger: Ledger, argv: readonly string[], around: Around = {}): Promise<Outcome> {
  return await start(ledger, argv, around).outcome
}

function commands(world: World): Partial<Record<string, Command>> {
  const all = [runCommand(world), resumeCommand(world), runsCommand(world), teamCommand(world)]
  return Object.fromEntries(all.map(command => [command.name, command]))
}
