// What is only drawn when the page is printed, for a screen has no use for it.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { drawWaiting } from '../charts/parts/use-room.ts'
import { atOnce } from '../parts/at-once.ts'

export function OnPaper({ draw }: { readonly draw: () => ComponentChildren }) {
  const isPrinting = usePrinting()
  return <>{isPrinting ? draw() : null}</>
}

/** Everything that is folded is unfolded on paper. */
export function useUnfoldedOnPaper(): void {
  useEffect(() => {
    let folded: HTMLDetailsElement[] = []
    const unfold = () => {
      folded = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
      for (const one of folded) one.open = true
    }
    const fold = () => {
      for (const one of folded) one.open = false
    }
    addEventListener('beforeprint', unfold)
    addEventListener('afterprint', fold)
    return () => {
      removeEventListener('beforeprint', unfold)
      removeEventListener('afterprint', fold)
    }
  }, [])
}

function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => {
      atOnce(() => setPrinting(true))
      drawWaiting()
    }
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
