// A sentence of the report; what stands between backticks in it is a name out of a file.
import { shown } from './shown.ts'

export function Words({ text, most = 2000 }: { readonly text: string; readonly most?: number }) {
  const parts = shown(text, most).split(/`([^`]{1,200})`/)
  return (
    <>
      {parts.map((part, k) =>
        k % 2 === 1 ? (
          <code key={k} class="mono">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  )
}
