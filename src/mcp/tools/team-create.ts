// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const teamCreate = defineTool({
  name: 'team_create',
  title: 'team_create',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
