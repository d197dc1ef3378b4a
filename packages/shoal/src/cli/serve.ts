// `shoal serve [RUN]`: a page of this machine that shows runs as they go, and can start, stop and resume them.
import { resolve } from 'node:path'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { printable } from '@shoal/base/text/printable'
import { checkPort } from '../run/loopback.ts'
import { openInBrowser } from './browser.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { runArgument, withRun } from './named-run.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function serveCommand(world: World = realWorld, openPage: typeof openInBrowser = openInBrowser): Command {
  return {
    name: 'serve',
    summary: 'a page that shows runs live, and starts and stops them',
    usage: '[RUN]',
    examples: [
      { line: 'shoal serve --open', does: 'all runs, in the browser; Ctrl-C ends it' },
      { line: 'shoal serve analyze-data', does: 'says the address of the page of one run' },
      { line: 'shoal serve --port 7464', does: 'at the same port every time' },
    ],
    run: (io, input) => run(io, input, world, openPage),
  }
}

async function run(io: Io, input: CommandInput, world: World, openPage: typeof openInBrowser): Promise<ExitStatus> {
  const { args, face } = input
  checkPort(face.port)
  checkToken(io.env.SHOAL_SERVE_TOKEN)
  const name = args.length === 0 ? null : runArgument('serve', args)
  const page = name === null ? '' : `#/runs/${encodeURIComponent(name)}`
  const serve = async (ledger: Ledger): Promise<ExitStatus> => {
    const { serveLive } = await import('../web/server.ts')
    const note = (line: string) =>
      void io.stderr.write(`shoal serve: ${face.debug ? line : printable(line.split('\n')[0]!)}\n`)
    let tidy = () => {}
    await serveLive({
      ledger,
      settings: input.settings,
      env: io.env,
      cwd: io.cwd,
      runDirectory: of => world.runDirectory(io, of),
      now: world.now,
      port: face.port,
      token: io.env.SHOAL_SERVE_TOKEN,
      flags: configFlags(io, input),
      signal: io.signal,
      note,
      onListening: ({ url, onceUrl }) => {
        io.stdout.write(`${url}${page}\n`)
        note('whoever has this address can see and start runs; Ctrl-C ends it')
        if (face.open) tidy = openPage(`${onceUrl()}${page}`, note)
      },
    }).finally(() => tidy())
    return 0
  }
  return name === null ? await withLedger({ io, world }, serve) : await withRun({ io, world, name }, serve)
}

const SHORTEST_TOKEN = 16

function checkToken(token: string | undefined): void {
  if (!token || token.length >= SHORTEST_TOKEN) return
  throw new ShoalError('bad-value', `SHOAL_SERVE_TOKEN must have at least ${SHORTEST_TOKEN} characters`, {
    detail: 'SHOAL_SERVE_TOKEN',
    advice: 'take a longer one that nobody can guess, or none, and one is made up',
  })
}

/** Runs that are started from the page go by the same config file. */
function configFlags({ cwd }: Io, { face }: CommandInput): string[] {
  if (face.noConfig) return ['--no-config']
  return face.config === null ? [] : [`--config=${resolve(cwd, face.config)}`]
}
