// What to do about files that do not agree: one line for each kind of cross finding. Links that are only facts need none.

export const linkAdvice = {
  'undefined-setting': 'Define the setting, or stop reading it',
  'setting-misspelled': 'Use one spelling in the code and in the file',
  'unused-setting': 'Remove the setting, or read it',
  'value-differs': 'Read the value from the config, or make both the same',
  'default-differs': 'Make the default and the config say the same',
  'hard-coded-value': 'Read the value from the config',
  'figure-differs': 'Correct the figure, or what it speaks of',
  'stale-documentation': 'Correct the documentation, or what it speaks of',
  'schema-differs': 'Make data and schema agree on the type',
  'schema-field-missing': 'Add the field to the data, or make it optional in the schema',
  'field-not-in-schema': 'Add the field to the schema, or remove it from the data',
  'shape-differs': 'Settle on one type in all files',
  'field-missing': 'Add the field where it is missing, or declare it optional',
  'field-renamed': 'Settle on one name for it',
  'fixture-differs': 'Make the fixture of values that the data has, or say what it is to show',
  'orphan-key': 'Add the rows that are referred to, or correct the references',
  'unknown-field': 'Use the name that the data has, or add the field to the data',
  'naming-differs': 'Settle on one spelling of the name',
  'undeclared-dependency': 'Declare the package',
  'unused-dependency': 'Remove the packages, or write down what needs them',
  'unresolved-import': 'Correct the import, or add the module',
  'missing-export': 'Export the name, or import one that is there',
  'missing-file': 'Check the path, and correct it if the file is not there',
  'broken-anchor': 'Correct the link, or the heading it leads to',
  'port-differs': 'Make the port the same everywhere',
  'version-differs': 'Make the version the same everywhere',
  imports: null,
  'file-references': null,
  'log-origin': null,
  'log-without-origin': null,
  'error-origin': null,
  'error-without-origin': null,
} as const satisfies Readonly<Record<string, string | null>>

/** The kinds that programs find; models have one of their own. */
export type LinkKind = keyof typeof linkAdvice
