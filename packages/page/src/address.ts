// The address of the page behind its `#`: a path and parameters, so that whatever is seen can be linked to and gone back to.
import { decodedUri } from '@shoal/base/text/paths'
import { useEffect, useState } from 'preact/hooks'

export interface Address {
  /** `runs/analyze-data/report`; '' at the start. */
  readonly path: string
  readonly params: URLSearchParams
}

export type Params = Readonly<Record<string, string | null>>

export function readAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, '')
  const at = text.indexOf('?')
  const path = at < 0 ? text : text.slice(0, at)
  return { path: decodedUri(path), params: new URLSearchParams(at < 0 ? '' : text.slice(at + 1)) }
}

export function writeAddress(path: string, params: Params = {}): string {
  const kept = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== '')
  const query = new URLSearchParams(kept).toString()
  return `#/${path.split('/').map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`
}

/** Another path, with some parameters changed and all others as they are at this moment. */
export function changedAddress(path: string, change: Params): string {
  return writeAddress(path, { ...Object.fromEntries(readAddress(location.hash).params), ...change })
}

/** The browser says `hashchange` when somebody goes elsewhere; this one is ours, for a change where they are. */
const CHANGED = 'address-changed'

/** The address, and anew whenever it changes. */
export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash))
  useOnAddress(() => setAddress(readAddress(location.hash)))
  return address
}

/** One parameter: whoever asks for it is not drawn again when others change. */
export function useParam(name: string): string | null {
  const read = () => readAddress(location.hash).params.get(name)
  const [value, setValue] = useState(read)
  useOnAddress(() => setValue(read()))
  return value
}

function useOnAddress(onChange: () => void): void {
  useEffect(() => {
    addEventListener('hashchange', onChange)
    addEventListener(CHANGED, onChange)
    return () => {
      removeEventListener('hashchange', onChange)
      removeEventListener(CHANGED, onChange)
    }
  }, [])
}

/** `replace` leaves no step to go back to. */
export function go(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (address === location.hash) return
  if (!replace) location.hash = address
  else {
    history.replaceState(null, '', address)
    dispatchEvent(new Event(CHANGED))
  }
}
