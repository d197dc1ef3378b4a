// What a worker has used so far, for the terminal and the page.
import type { LiveWorker } from '../model/live.ts'
import { dollarsText } from './dollars.ts'
import { plural } from './printable.ts'

/** `3 turns, 12,400 tokens, about $0.04`; '' where nothing is known. */
export function usedWords({ turns, tokens = 0, costUsd }: Pick<LiveWorker, 'turns' | 'tokens' | 'costUsd'>): string {
  const parts = [
    turns > 0 ? plural(turns, 'turn') : '',
    tokens > 0 ? plural(tokens, 'token') : '',
    costUsd === undefined ? '' : `about ${dollarsText(costUsd)}`,
  ]
  return parts.filter(part => part !== '').join(', ')
}
