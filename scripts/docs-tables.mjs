// What several generated pages say in the same words.

/** Variables of the environment, and what each means. */
export const ENVIRONMENT = [
  ['NO_COLOR', 'no colours, unless `--color always`'],
  [
    'SHOAL_HOME',
    'where teams and runs are kept; otherwise `$XDG_STATE_HOME/shoal`, else `~/.local/state/shoal`, on Windows `%LOCALAPPDATA%\\shoal`',
  ],
  ['SHOAL_STORE', 'the address of PostgreSQL where teams and runs are kept instead; `--store` and the config file win'],
  ['SHOAL_BLOBS', 'where their large values lie: `s3://BUCKET/PREFIX` or a shared directory; the config file wins'],
  ['SHOAL_QUEUE', 'the Redis through which workers are invited; the config file wins'],
  ['SHOAL_DEBUG', '`1` shows the stack of an error, as `--debug` does'],
  ['SHOAL_SERVE_TOKEN', 'the token of `shoal serve`, 16 characters or more; made up for each process without it'],
  ['SHOAL_MCP_TOKEN', 'the token of `shoal mcp --http`; made up for each process without it'],
  ['SHOAL_CLAUDE', 'the file of Claude Code, where it is not on the PATH'],
]

export const WRITTEN =
  'stdout carries only the document asked for; notes and errors go to stderr. ' +
  'Options may stand anywhere; `--option=value` and `--option value` mean the same, and after `--` everything is an argument.'
