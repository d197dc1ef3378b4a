// What is shown in place of a secret.

/** How a secret ends that is hidden. */
export const MASK = '…[masked]'

/** At most four characters and a fifth of a secret are shown. */
export function maskValue(secret: string): string {
  return `${/^[\w-]*/.exec(secret.slice(0, Math.min(4, Math.floor(secret.length / 5))))![0]}${MASK}`
}
