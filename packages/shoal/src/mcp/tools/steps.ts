// The steps of a question that the agent itself answers: the same as those of `shoal ask`.
import { ACTION_INPUTS, codeInput, SAID } from '../../stages/asking/inputs.ts'
import { stepTool } from '../looking/open-looking.ts'

const { search: searchInput, read: readInput, sql: sqlInput, diff: diffInput } = ACTION_INPUTS

export const search = stepTool({ name: 'search', title: 'Search lines', description: SAID.search, input: searchInput })
export const read = stepTool({ name: 'read', title: 'Read lines', description: SAID.read, input: readInput })
export const sql = stepTool({ name: 'sql', title: 'Query in SQL', description: SAID.sql, input: sqlInput })
export const diff = stepTool({ name: 'diff', title: 'Compare', description: SAID.diff, input: diffInput })
export const run = stepTool({
  name: 'run',
  title: 'Run code',
  description: SAID.run,
  input: codeInput(['search', 'read', 'sql', 'diff']),
})
