// A command as it can be typed.
import { shown } from '../../parts/shown.ts'

export function Command({ words }: { readonly words: readonly string[] }) {
  return <code class="mono">shoal {words.map(word => shown(asWord(word))).join(' ')}</code>
}

function asWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
