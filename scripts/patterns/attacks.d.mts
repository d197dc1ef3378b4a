export function attacksOn(
  source: string,
  flags: string,
  most: number,
): readonly { readonly name: string; readonly of: (length: number) => string }[]
