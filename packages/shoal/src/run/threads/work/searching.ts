// Searches.
import { search } from '../../search.ts'
import type { Works } from '../file-work.ts'

export const searching: Pick<Works, 'search'> = {
  search: ({ order, overrides }, context) => {
    const { secrets: memory } = context
    const lookForTable = async (file: number) => {
      if (overrides === null) return (await context.ask(file)) as boolean
      const [{ inspect }, { tabledTypes }] = await Promise.all([
        import('../../inspect.ts'),
        import('../../search/tabled-types.ts'),
      ])
      const registry = await context.registry()
      const isTabled = tabledTypes(registry)
      return await isTabled(inspect(order.files[file]!, registry, { overrides }).detection.contentType)
    }
    return search({ ...order, ...context, memory, lookForTable })
  },
}
