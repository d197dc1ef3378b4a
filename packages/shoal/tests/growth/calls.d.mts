export const calls: readonly { readonly name: string }[]
