export function findPooler(): string | null
export function startPooler(
  url: string,
  options?: { readonly connections?: number },
): Promise<{ readonly url: string; stop(): Promise<void> }>
