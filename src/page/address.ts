// The address of the page behind its `#`: a path and parameters, so that whatever is seen can be linked to and gone back to.
import { useEffect, useState } from 'preact/hooks'

export interface Address {
  /** `runs/analyze-data/report`; '' at the start. */
  readonly path: string
  readonly params: URLSearchParams
}

export function readAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, '')
  const at = text.indexOf('?')
  const path = at < 0 ? text : text.slice(0, at)
  return { path: decoded(path), params: new URLSearchParams(at < 0 ? '' : text.slice(at + 1)) }
}

export function writeAddress(path: string, params: Readonly<Record<string, string | null>> = {}): string {
  const kept = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== '')
  const query = new URLSearchParams(kept).toString()
  return `#/${path.split('/').map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`
}

/** The address, and anew whenever it changes. */
export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash))
  useEffect(() => {
    const onChange = () => setAddress(readAddress(location.hash))
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  return address
}

/** `replace` leaves no step to go back to. */
export function go(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (address === location.hash) return
  if (!replace) location.hash = address
  else {
    history.replaceState(null, '', address)
    dispatchEvent(new HashChangeEvent('hashchange'))
  }
}

/** A link may have been cut or typed by hand. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
