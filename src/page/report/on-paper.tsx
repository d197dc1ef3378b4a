// What is only drawn when the page is printed, for a screen has no use for it.
import { type ComponentChildren, render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { PageProvider, usePage } from './context.ts'

export function OnPaper({ draw }: { readonly draw: () => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  const context = usePage()
  useEffect(() => {
    // Drawing within the page would come too late: the browser waits for nothing.
    const fill = () => render(<PageProvider value={context}>{draw()}</PageProvider>, box.current!)
    const empty = () => render(null, box.current!)
    // Captured, so that it is there before charts that are out of sight are told to draw themselves.
    addEventListener('beforeprint', fill, { capture: true })
    addEventListener('afterprint', empty)
    return () => {
      removeEventListener('beforeprint', fill, { capture: true })
      removeEventListener('afterprint', empty)
    }
  }, [draw, context])
  return <div ref={box} />
}
