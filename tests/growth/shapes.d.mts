export const LAW: readonly string[]
