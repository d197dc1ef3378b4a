// What the plugin is called in the client.

export const PLUGIN = 'shoal'

/** The marketplace of the directory that `shoal plugin install` writes: not the one that the repository offers. */
export const MARKETPLACE = 'shoal-local'

export const PLUGIN_ID = `${PLUGIN}@${MARKETPLACE}`

/** What a plugin is made of, in the package and in the directory that is written from it. */
export const PARTS = ['.claude-plugin', 'agents', 'skills', 'commands', 'workflows'] as const

export const MANIFEST = '.claude-plugin/plugin.json'
export const MARKETPLACE_MANIFEST = '.claude-plugin/marketplace.json'
