// `shoal mcp`: serves everything to agents, over stdin and stdout or over HTTP on this machine only.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { checkPort } from '../run/loopback.ts'
import type { Command, CommandInput } from './command.ts'
import { ungated } from './gated-stream.ts'
import type { Io } from './io.ts'
import { ownStdin } from './program.ts'

export function mcpCommand(): Command {
  return {
    name: 'mcp',
    summary: 'serves all of this to agents (Model Context Protocol)',
    usage: '',
    examples: [
      { line: 'shoal mcp', does: 'over stdin and stdout, as clients start it' },
      { line: 'shoal mcp --root logs --root data', does: 'two directories and nothing else' },
      { line: 'shoal mcp --tools team', does: 'lists the tools of teams too' },
      { line: 'shoal mcp --http --port 7464', does: 'over HTTP on this machine; says the address and the token' },
    ],
    run,
  }
}

/** What calls under way get to end in, once the client is gone. */
const GRACE_MS = 1200

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  check(args, face)
  const [{ ServerState }, { serverFactory }, { namedRoots, startRoots }] = await Promise.all([
    import('../mcp/context.ts'),
    import('../mcp/server.ts'),
    import('../mcp/roots.ts'),
  ])
  const note = (line: string) =>
    void io.stderr.write(`shoal mcp: ${face.debug ? line : printable(line.split('\n')[0]!)}\n`)
  const { env, cwd, signal } = io
  const state = new ServerState({ settings, env, cwd, note })
  const named = face.root.length > 0 ? namedRoots(face.root, cwd) : null
  try {
    if (face.http) {
      const { serveOverHttp } = await import('../mcp/http.ts')
      // Whoever knows the token may ask, but not say what may be read.
      const factory = serverFactory({ state, roots: named ?? startRoots(state.setting), sets: face.tools })
      const tellToken = (token: string) => void ungated(io.stderr).write(`shoal mcp: token: ${token}\n`)
      await serveOverHttp(factory, { port: face.port, token: env.SHOAL_MCP_TOKEN, signal, note, tellToken })
    } else {
      const { serveOverStdio } = await import('../mcp/stdio.ts')
      const factory = serverFactory({ state, roots: named, sets: face.tools })
      await serveOverStdio(factory, { stdin: ownStdin(), stdout: process.stdout, signal, note })
    }
  } finally {
    // What does not end when it is told to must not keep the process.
    if (!(await state.close(GRACE_MS))) process.exit(0)
  }
  return 0
}

function check(args: readonly string[], { http, port }: CommandInput['face']): void {
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal mcp takes no arguments', {
      detail: args[0]!,
      advice: 'name the directories it may read with `--root`',
    })
  if (port !== 0 && !http)
    throw new ShoalError('bad-value', '--port needs --http', {
      detail: '--port',
      advice: 'add `--http`, or leave it out',
    })
  checkPort(port)
}
