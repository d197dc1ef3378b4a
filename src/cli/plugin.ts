// `shoal plugin`: placeholder.
import type { Command } from './command.ts'

export function pluginCommand(): Command {
  return {
    name: 'plugin',
    summary: 'installs, removes and checks the plugin for Claude Code',
    usage: 'install|uninstall|doctor',
    examples: [{ line: 'shoal plugin install', does: 'agents, skills, the /rlm command and the MCP server' }],
    run: async () => {
      throw new Error('not built yet')
    },
  }
}
