// The coding agents that are known without a config: the command lines that were tried, and what they print.
import type { AgentRow } from './agent-row.ts'

/** As of Claude Code 2.1, Codex 0.166 and Gemini CLI 0.61 (docs/patterns/agents.md). */
export const agentPresets: Readonly<Record<string, AgentRow>> = {
  claude: {
    command: ['claude', '--print', '--output-format', 'stream-json', '--verbose'],
    read: ['--tools', 'Read,Grep,Glob'],
    write: ['--permission-mode', 'acceptEdits'],
    directory: ['--add-dir', '{directory}'],
    model: ['--model', '{model}'],
    schema: ['--json-schema', '{schema}'],
    max_cost: ['--max-budget-usd', '{usd}'],
    reply: {
      form: 'jsonl',
      text: 'result',
      text_when: { type: 'result' },
      value: 'structured_output',
      failed: 'is_error',
      error: ['result', 'errors.0', 'subtype'],
      cost_usd: 'total_cost_usd',
      turns: 'num_turns',
      says: ['text', 'name', 'input.file_path', 'input.command', 'input.pattern'].map(
        name => `message.content.*.${name}`,
      ),
      turn: 'message.id',
      tokens: ['usage.input_tokens', 'usage.output_tokens'],
      usage: {
        provider: 'anthropic',
        model: 'message.model',
        input: 'message.usage.input_tokens',
        output: 'message.usage.output_tokens',
        cache_read: 'message.usage.cache_read_input_tokens',
        cache_write: 'message.usage.cache_creation_input_tokens',
      },
    },
  },
  codex: {
    command: ['codex', 'exec', '--json', '--skip-git-repo-check'],
    read: ['--sandbox', 'read-only'],
    write: ['--sandbox', 'workspace-write'],
    directory: ['--add-dir', '{directory}'],
    model: ['--model', '{model}'],
    reply: {
      form: 'jsonl',
      text: 'item.text',
      text_when: { 'item.type': 'agent_message' },
      error: ['error.message', 'message'],
      tokens: ['usage.input_tokens', 'usage.output_tokens'],
      says: ['item.text', 'item.command'],
    },
  },
  gemini: {
    command: ['gemini', '--output-format', 'json', '--skip-trust'],
    read: ['--approval-mode', 'plan'],
    write: ['--approval-mode', 'auto_edit'],
    directory: ['--include-directories', '{directory}'],
    model: ['--model', '{model}'],
    reply: {
      form: 'json',
      text: 'response',
      error: ['error.message'],
      turns: 'stats.models.*.api.totalRequests',
      tokens: ['stats.models.*.tokens.total'],
    },
  },
}
