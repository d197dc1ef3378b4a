// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const teamDelete = defineTool({
  name: 'team_delete',
  title: 'team_delete',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
