export const SHORT_TEXT: readonly { readonly file: string; readonly source: string; readonly reason: string }[]
