// Whether the screen is no wider than so many characters of normal text, and anew when that changes.
import { useEffect, useState } from 'preact/hooks'

export function useIsNarrow(rem: number): boolean {
  const words = `(max-width: ${rem}rem)`
  const [isNarrow, setNarrow] = useState(() => matchMedia(words).matches)
  useEffect(() => {
    const query = matchMedia(words)
    const onChange = () => setNarrow(query.matches)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, [words])
  return isNarrow
}
