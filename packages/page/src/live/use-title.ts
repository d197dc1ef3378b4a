// The title of the browser's tab.
import { useEffect } from 'preact/hooks'

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · shoal`
  }, [title])
}
