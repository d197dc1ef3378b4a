// `shoal mcp`: placeholder.
import type { Command } from './command.ts'

export function mcpCommand(): Command {
  return {
    name: 'mcp',
    summary: 'serves all of this to agents, over the Model Context Protocol',
    usage: '',
    examples: [{ line: 'shoal mcp', does: 'over stdin and stdout, as clients start it' }],
    run: async () => {
      throw new Error('not built yet')
    },
  }
}
