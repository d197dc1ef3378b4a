// A box that scrolls when what it holds is larger, and can be reached by keys only then.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface ScrollBoxProps {
  readonly label: string
  readonly class?: string
  readonly children: ComponentChildren
}

export function ScrollBox({ label, class: name = '', children }: ScrollBoxProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const sizes = new ResizeObserver(() =>
      setScrolls(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight),
    )
    sizes.observe(box)
    if (box.firstElementChild) sizes.observe(box.firstElementChild)
    return () => sizes.disconnect()
  }, [])
  return (
    <div ref={ref} class={`scroll-x ${name}`} {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}>
      {children}
    </div>
  )
}
