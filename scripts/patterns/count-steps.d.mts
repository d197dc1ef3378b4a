export function countingMatcher(
  source: string,
  flags: string,
): { search(text: string, from?: number): { readonly start: number; readonly end: number; readonly steps: number } }
