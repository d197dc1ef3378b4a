// The tasks of a team, however many, a page at a time.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Task, TaskStatus } from '@shoal/base/model/task'

const PAGE = 5000

/** In the order of creation, after the task named `after`. */
export async function* eachTask(
  ledger: Ledger,
  team: string,
  filter: { readonly status?: TaskStatus; readonly after?: string } = {},
): AsyncGenerator<Task> {
  let after = filter.after
  for (;;) {
    const page = await ledger.tasks(team, { ...filter, ...(after === undefined ? {} : { after }), limit: PAGE })
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}
