// Keys of the config file that are no options: what each holds, for the docs, the schema and a new config file.

interface OwnKey {
  /** As the docs write it. */
  readonly type: string
  /** Sentences. */
  readonly means: string
  /** JSON Schema of its value; none where only a program can write it. */
  readonly schema: object | null
  /** As YAML on one line, which is also how TypeScript writes it. */
  readonly example: string | null
}

const rate = { type: 'number', minimum: 0 }
const rates = { input: rate, output: rate, cacheRead: rate, cacheWrite: rate }
const text = { type: 'string', minLength: 1 }
const needed = ['input', 'output']

export const ownKeys = {
  types: {
    type: 'content types',
    means: 'Content types of your own, made with `defineContentType`; only in TypeScript and JavaScript.',
    schema: null,
    example: null,
  },
  providers: {
    type: 'providers of models',
    means:
      'Providers of language models of your own, made with `defineProvider` (docs/models.md); only in TypeScript and JavaScript.',
    schema: null,
    example: null,
  },
  modelClasses: {
    type: 'names by provider and class',
    means: 'The model of each class where another one is wanted.',
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { haiku: text, sonnet: text, opus: text },
        additionalProperties: false,
      },
    },
    example: '{ openai: { haiku: "gpt-5-nano" } }',
  },
  suppress: {
    type: '`{ rule, path?, reason }[]`',
    means:
      'Findings that are accepted: a rule or a type, everywhere or below a glob, each with its reason (docs/ci.md).',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { rule: text, path: text, reason: text },
        required: ['rule', 'reason'],
        additionalProperties: false,
      },
    },
    example: '[{ rule: "python.sql-injection", path: "tests/**", reason: "fixtures" }]',
  },
  codingAgents: {
    type: 'rows by name',
    means:
      'Command lines of coding agents for `agent:` in pattern files; a run keeps the rows that its file names (docs/patterns/agents.md).',
    schema: { type: 'object' },
    example: '{ mine: { command: ["my-agent", "--print"] } }',
  },
  readers: {
    type: '`{ [glob]: { command, as?, seconds?, megabytes? } }`',
    means:
      'Commands that turn files of other forms into text (docs/forms.md), by the names of files. `{file}` is the path; without it the file comes on standard input.',
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          command: { type: 'array', items: { type: 'string' }, minItems: 1 },
          as: { type: 'string', pattern: '^[A-Za-z0-9]{1,16}$', default: 'txt' },
          seconds: { type: 'integer', minimum: 1, default: 300 },
          megabytes: { type: 'integer', minimum: 1, default: 2000 },
        },
        required: ['command'],
        additionalProperties: false,
      },
    },
    example: '{ "*.doc": { command: ["antiword", "{file}"], as: "txt" } }',
  },
  prices: {
    type: '`{ "PROVIDER:NAME": { input, output, cacheRead?, cacheWrite?, context?, above? } }`',
    means:
      'US dollars per million tokens, for estimates, budgets and costs; the tokens it can be given; the rates `above` so many tokens of input.',
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          ...rates,
          context: rate,
          above: {
            type: 'object',
            properties: { tokens: rate, ...rates },
            required: ['tokens', ...needed],
            additionalProperties: false,
          },
        },
        required: needed,
        additionalProperties: false,
      },
    },
    example: '{ "local:llama": { input: 0, output: 0 } }',
  },
} as const satisfies Record<string, OwnKey>

export const ownKeyRows = Object.entries(ownKeys).map(([name, key]): OwnKey & { readonly name: string } => ({
  name,
  ...key,
}))
