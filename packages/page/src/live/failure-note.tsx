// Says what went wrong with a request and what to do about it, word for word: it may begin or end with the name of a file.
import { Words } from '../parts/words.tsx'
import type { LiveFailure } from './client.ts'

export function FailureNote({ failure }: { readonly failure: LiveFailure }) {
  return (
    <p class="live-failure" role="alert">
      <Words text={failure.message} />
      {failure.advice === null ? null : (
        <span class="live-advice">
          <Words text={failure.advice} />
        </span>
      )}
    </p>
  )
}
