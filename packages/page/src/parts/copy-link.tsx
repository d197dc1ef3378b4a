// Copies the address of what is seen.
import { useState } from 'preact/hooks'

export function CopyLink({ address }: { readonly address: string }) {
  const [said, setSaid] = useState('Copy link')
  const copy = async () => {
    const link = new URL(address, location.href)
    // The token opens everything; whoever gets the link has one of their own.
    link.searchParams.delete('token')
    try {
      await navigator.clipboard.writeText(link.href)
      setSaid('Copied')
    } catch {
      setSaid('Copy it from the address bar')
    }
    setTimeout(() => setSaid('Copy link'), 2000)
  }
  return (
    <button type="button" class="button is-plain small no-print" onClick={copy}>
      <span aria-live="polite">{said}</span>
    </button>
  )
}
