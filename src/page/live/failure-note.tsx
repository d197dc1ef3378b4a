// Says what went wrong with a request and what to do about it.
import { shown } from '../parts/shown.ts'
import type { LiveFailure } from './client.ts'

export function FailureNote({ failure }: { readonly failure: LiveFailure }) {
  return (
    <p class="live-failure" role="alert">
      {sentence(shown(failure.message))}
      {failure.advice === null ? null : <span class="live-advice">{sentence(shown(failure.advice))}</span>}
    </p>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
}
