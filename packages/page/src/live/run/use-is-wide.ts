// Whether there is room for a task beside its run.
import { useEffect, useState } from 'preact/hooks'

const WIDE = '(min-width: 1100px)'

export function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const onChange = () => setWide(query.matches)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, [])
  return isWide
}
