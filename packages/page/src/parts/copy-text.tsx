// A text to take away: it is copied where the page may, else selected, so that the keys of the system copy it.
import { useRef, useState } from 'preact/hooks'
import { shownSource } from './shown.ts'
import './copy-text.css'

export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  const box = useRef<HTMLPreElement>(null)
  const [said, setSaid] = useState('')
  // What is copied is what is seen.
  const seen = text.split('\n').map(shownSource).join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(seen)
      setSaid('Copied')
    } catch {
      if (box.current) getSelection()?.selectAllChildren(box.current)
      setSaid('Selected: copy it with your keyboard')
    }
  }
  return (
    <div class="copy-text">
      <pre ref={box} class="mono">
        {seen}
      </pre>
      <p class="copy-text-foot no-print">
        <button type="button" class="button small" onClick={copy}>
          Copy {what}
        </button>
        <span class="small muted" aria-live="polite">
          {said}
        </span>
      </p>
    </div>
  )
}
