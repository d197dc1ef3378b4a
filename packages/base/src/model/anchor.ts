// Anchors: names and values in a file that other files may refer to. The synthesis across types joins them.

export const anchorRoles = [
  /** A setting: name `billing.timeout_seconds`, value `30`. */
  'config-key',
  /** An environment variable that a file sets (.env, compose, Dockerfile, export), and one that code reads. */
  'env-definition',
  'env-use',
  /** Code reads a setting by name: `config["timeout"]`, `settings.timeout_seconds`. Value: the default it falls back to. */
  'config-use',
  /** A constant or literal in code that could be a setting: name of the constant or '', value. */
  'literal',
  /** A column of a table. Value: its type (`integer`, `number`, `date`, `category`, `text` …). */
  'column',
  /** A field of JSON: name is the last step of the path, value its types joined by `|`. `path` has the whole. */
  'field',
  /** Code names a field or column: `row["region"]`, `df.region`, a column in SQL. */
  'field-use',
  /** A log template, variable parts as `<*>`. Value: its count. */
  'log-template',
  /** Code that writes a log line or prints: name is the text with `<*>` for what is filled in, value the level. */
  'log-call',
  /** Code that raises: name is the message with `<*>`, value the class of the error. */
  'raise',
  /** An error that a log or data shows: name its class or message. */
  'error-seen',
  /** Code imports a module: name is the specifier. Value: names imported, joined by `,`. */
  'import',
  /** A package that a manifest asks for: name, value the version wanted. */
  'dependency',
  /** A function, class, method, constant, type that code defines: name; value its kind. */
  'definition',
  /** A name that code uses and does not define in the same file. */
  'reference',
  /** A file or directory that is named: `data/orders.csv`. Value of a link that leads to a part of it: `#set-up`. */
  'path',
  /** What links into a document may lead to, once for each document: value, all ids of its headings, joined by blanks. */
  'sections',
  /** A URL or host that is named. */
  'url',
  /** A figure that prose or a comment states: name the words before it (`given up after`), value `30 seconds`. */
  'figure',
  /** A field that a schema or a fixture promises: name, value its type; `path` has the whole. */
  'schema-field',
] as const

/** Of one source file; of a file that has so many it is not known what it has not. */
export const MOST_DEFINITIONS = 1000
export const MOST_IMPORTS = 300

export type AnchorRole = (typeof anchorRoles)[number]

export interface Anchor {
  readonly role: AnchorRole
  readonly name: string
  readonly value?: string
  /** The full path of a key or field where the name is only its last step. */
  readonly path?: string
  readonly line: number
  /** Where the quote starts, and on which character of a long line: as in findings. */
  readonly at?: number
  readonly character?: number
  /** The words of the file, verbatim, at most 200 characters, starting on `line`. */
  readonly quote: string
  /** Of a column or a field: what stands under the name. */
  readonly holds?: Held
  /** Of an import: it stands in a branch, a `try` or a function, so the file may do without it. */
  readonly conditional?: true
}

/** The values under a name, as far as those under another can be compared with them. */
export interface Held {
  /** Values that are there, those that stand for nothing left out. */
  readonly count: number
  /** Different ones. */
  readonly distinct: number
  /** The different ones: all, or of more than `MOST_HELD` those of the smallest hashes, which are the same in every file. */
  readonly values: readonly string[]
  /** The line where each first stands; left out for large files. */
  readonly lines?: readonly number[]
  /** The ways in which all of them are written (`text-form.ts`); null when there are too many. */
  readonly forms: readonly string[] | null
  /** Of numbers, when all are. */
  readonly range?: { readonly least: number; readonly most: number }
}

/** Values that an anchor holds. */
export const MOST_HELD = 64
