// Counts what the stub's replies cost as its provider would: the other side of every budget.
import { microUsd, priceOf } from '@shoal/base/model/prices'
import { saidBy } from '../../models/stub/exchange.ts'
import type { OnRequest } from '../../models/stub/server.ts'

export class Meter {
  tokens = 0
  microUsd = 0

  /** The same stub, with every reply on the bill. */
  metered(onRequest: OnRequest): OnRequest {
    return async request => {
      const action = await onRequest(request)
      if ((action.status ?? 200) < 300 && !action.hang) {
        const { usage } = saidBy(action, request, request.number)
        this.tokens += usage.input + usage.output
        this.microUsd += microUsd(usage, priceOf(`${request.api}:${request.model}`)!)!
      }
      return action
    }
  }
}
