// Numbers from 0 to 1 that are the same on every run.

export function randomOf(seed: number): () => number {
  let state = seed % 2147483647 || 1
  for (let k = 0; k < 8; k++) state = (state * 48271) % 2147483647
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}
