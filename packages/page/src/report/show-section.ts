// Brings the section that the address names into view.
import { useEffect } from 'preact/hooks'
import { readAddress } from '../address.ts'

/** `always`: somebody asked for the section itself, so that reading goes on at its heading. */
export function showSection(id: string, { always = false }: { readonly always?: boolean } = {}): void {
  const section = id === '' ? null : document.getElementById(id)
  if (!section) return
  const { top, bottom } = section.getBoundingClientRect()
  const isSeen = top <= innerHeight / 2 && bottom >= innerHeight / 3
  if (always || !isSeen) section.scrollIntoView()
  if (always) section.querySelector('h2')?.focus({ preventScroll: true })
}

/** When the page is opened, and whenever a link or the browser's arrows lead elsewhere. */
export function useSectionOfAddress(base: string): void {
  useEffect(() => {
    const show = () => showSection(sectionOf(readAddress(location.hash).path, base))
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [base])
}

function sectionOf(path: string, base: string): string {
  if (base === '') return path
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
}
