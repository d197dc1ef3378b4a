// Text of a file as it may be shown, stored or sent: its secrets are hidden. Only `packages/shoal/src/text/gate/` makes one.

declare const hidden: unique symbol

/** What demands it cannot be given text as it stands in a file. */
export type Shown = string & { readonly [hidden]: true }
