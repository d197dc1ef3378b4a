// Claude Code as a model: `claude -p` with no tools and no loop, one process a call.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { LanguageModel, ModelOutcome, ModelRequest, Turn } from '@shoal/base/model/language-model'
import type { Connection, Environment, Provider } from '@shoal/base/model/provider'
import { failedAnswer, readAnswer } from './claude-answer.ts'
import { abortedFailure, unsendable } from './failure.ts'
import { inSeconds } from './http.ts'
import { runProgram } from './program.ts'
import { guessUsage } from './usage.ts'

/** It says nothing before it is done, so silence is normal for longer than with a stream. */
const PATIENCE = 3

export const claudeCli: Provider = {
  name: 'claude-cli',
  title: 'Claude Code',
  keyVariables: ['ANTHROPIC_API_KEY'],
  needsKey: false,
  urlVariables: [],
  defaultUrl: null,
  needsUrl: false,
  classes: { haiku: 'haiku', sonnet: 'sonnet', opus: 'opus' },
  hasTools: false,
  isLocal: false,
  apiUrl: url => url.href,
  async open(name, connection) {
    await findProgram(connection.env)
    return commandModel(name, connection)
  },
}

function commandModel(name: string, { id, key, url, env: around, timeoutMs }: Connection): LanguageModel {
  const env = url === null ? around : { ...around, ANTHROPIC_BASE_URL: url }
  const self = { id, hasTools: claudeCli.hasTools }
  return {
    ...self,
    async call(request, { signal }): Promise<ModelOutcome> {
      const unsent = unsendable(request, self, signal)
      if (unsent !== null) return unsent
      const limitMs = timeoutMs * PATIENCE
      const ended = await runProgram('claude', argumentsFor(name, request), {
        input: transcript(request.turns),
        // Not where the files are: what lies beside them must not instruct it.
        cwd: tmpdir(),
        env: { ...env, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(request.maxOutputTokens) },
        signal,
        limitMs,
      })
      const spent = guessUsage(request, '')
      if (ended.how === 'aborted') return { ok: false, failure: abortedFailure(spent) }
      if (ended.how === 'finished') return readAnswer(ended, { key, spent })
      if (ended.how === 'late') return failedAnswer('timeout', `was not done after ${inSeconds(limitMs)}`, key, spent)
      return failedAnswer('connection', `could not be run: ${ended.reason}`, key, null)
    },
  }
}

function argumentsFor(name: string, { system, schema }: ModelRequest): string[] {
  return [
    ...['-p', '--bare', '--tools', '', '--model', name, '--output-format', 'json'],
    ...(system === '' ? [] : ['--system-prompt', system]),
    ...(schema === null ? [] : ['--json-schema', JSON.stringify(schema.schema)]),
  ]
}

/** It takes one text: a conversation is told as one. */
function transcript(turns: readonly Turn[]): string {
  const told = turns.map(turn => {
    if (turn.role === 'user') return { who: 'User', text: turn.passages.map(({ text }) => text).join('\n\n') }
    if (turn.role === 'assistant') return { who: 'You answered', text: turn.text }
    return { who: 'Results', text: turn.results.map(({ text }) => text).join('\n\n') }
  })
  return told.length === 1 ? told[0]!.text : told.map(({ who, text }) => `${who}:\n\n${text}`).join('\n\n')
}

async function findProgram(env: Environment): Promise<void> {
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  const directories = (env.PATH ?? env.Path ?? '').split(delimiter).filter(directory => directory !== '')
  for (const directory of directories) {
    try {
      return await access(join(directory, file), constants.X_OK)
    } catch {
      // The next directory may have it.
    }
  }
  throw new ShoalError('no-credentials', 'the program `claude` is not on the PATH', {
    detail: claudeCli.name,
    advice: 'install Claude Code, or choose another provider: `shoal models` lists them',
  })
}
