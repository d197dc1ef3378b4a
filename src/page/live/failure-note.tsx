// Says what went wrong with a request and what to do about it.
import { Words } from '../parts/words.tsx'
import type { LiveFailure } from './client.ts'

export function FailureNote({ failure }: { readonly failure: LiveFailure }) {
  return (
    <p class="live-failure" role="alert">
      <Words text={sentence(failure.message)} />
      {failure.advice === null ? null : (
        <span class="live-advice">
          <Words text={sentence(failure.advice)} />
        </span>
      )}
    </p>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`
}
