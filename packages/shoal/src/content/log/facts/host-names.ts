// Whether the names behind time and level are hosts: `web-1`, `web-2`. Programs number their machines and not their parts.
import type { LineParts } from '../../../text/log/format.ts'

const MOST = 500
const NEARLY_ALL = 0.95
const NUMBERED = /^([a-z][a-z\d]{0,30}(?:-[a-z][a-z\d]{0,30}){0,4}?)-?\d{1,4}$/i
const DOMAIN =
  /^[a-z\d][a-z\d-]{0,60}(?:\.[a-z\d-]{1,60}){1,5}\.(?:com|net|org|io|dev|local|lan|internal|example|test|corp|de|eu|uk|fr)$/i
const PART =
  /thread|worker|exec|pool|nio|main|task|job|queue|partition|shard|executor|timer|handler|consumer|producer|session|conn|req|order|user|item|block|batch|step|stage|phase|attempt|cpu|eth|disk|tty|usb|v\d|node_/i

/** Where entries have their host. */
export type HostPlace = 'component' | 'message' | null

export class HostNames {
  private readonly names = new Set<string>()
  private entries = 0
  private misses = 0
  private components = 0
  private isOther = false
  /** Names come again and again. */
  private readonly judged = new Map<string, boolean>()

  count(parts: LineParts): void {
    if (parts.host !== undefined || parts.values !== undefined) this.isOther = true
    if (this.isOther) return
    this.entries++
    if (parts.component !== undefined) this.components++
    const name = parts.component ?? firstWord(parts.content)
    if (!this.isHost(name)) this.misses++
    else if (this.names.size < MOST) this.names.add(name)
  }

  private isHost(name: string): boolean {
    const known = this.judged.get(name)
    if (known !== undefined) return known
    const isHost = NUMBERED.test(name) || DOMAIN.test(name)
    if (this.judged.size < MOST) this.judged.set(name, isHost)
    return isHost
  }

  get place(): HostPlace {
    const names = [...this.names]
    if (this.isOther || this.misses > (1 - NEARLY_ALL) * this.entries) return null
    if (this.components > 0 && this.components < NEARLY_ALL * this.entries) return null
    if (names.length < 2 || names.length >= Math.min(MOST, this.entries / 2) || names.some(name => PART.test(name)))
      return null
    const stems = names.map(name => NUMBERED.exec(name)?.[1] ?? 'domain')
    // More than one of a kind: `bk-1` and `bk-2`.
    if (new Set(stems).size === stems.length) return null
    return this.components > 0 ? 'component' : 'message'
  }
}

/** The host of an entry whose log has it there. */
export function hostIn(place: HostPlace, { component, content }: LineParts): string | null {
  const name = place === null ? null : place === 'component' ? (component ?? null) : firstWord(content)
  return name !== null && (NUMBERED.test(name) || DOMAIN.test(name)) ? name : null
}

function firstWord(content: string): string {
  const end = content.search(/[\s:]/)
  return end < 0 ? content.slice(0, 100) : content.slice(0, Math.min(end, 100))
}
