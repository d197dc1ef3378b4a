// The messages of a team, all of them a page at a time, or the last few without reading the others.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'

const PAGE = 1000

export async function* eachMessage(ledger: Ledger, team: string, after = 0): AsyncGenerator<Message> {
  let seen = after
  for (;;) {
    const page = await ledger.messages(team, { after: seen, limit: PAGE })
    yield* page
    if (page.length < PAGE) return
    seen = page.at(-1)!.number
  }
}

/**
 * Numbers only grow, so the last one is found by doubling and halving, and the last few by reaching back from it until
 * enough are found. Numbers may be left out, so reaching back once may not do.
 */
export async function lastMessages(ledger: Ledger, team: string, count: number): Promise<readonly Message[]> {
  const isBehind = async (number: number) => (await ledger.messages(team, { after: number, limit: 1 })).length > 0
  if (!(await isBehind(0))) return []
  let behind = 0
  let beyond = 1
  while (await isBehind(beyond)) {
    behind = beyond
    beyond *= 2
  }
  while (beyond - behind > 1) {
    const middle = Math.floor((behind + beyond) / 2)
    if (await isBehind(middle)) behind = middle
    else beyond = middle
  }
  for (let reach = count; ; reach *= 4) {
    const after = Math.max(0, beyond - reach)
    const found = await ledger.messages(team, { after })
    if (found.length >= count || after === 0) return found.slice(-count)
  }
}
