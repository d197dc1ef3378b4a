// What a call is given beside its request, where nothing is limited.
import { type CallContext, unlimitedCallBudget } from '@shoal/base/model/language-model'

export function callContext(rest: Partial<CallContext> = {}): CallContext {
  return {
    signal: new AbortController().signal,
    task: 'analyze-1',
    purpose: 'report',
    callBudget: unlimitedCallBudget,
    ...rest,
  }
}
