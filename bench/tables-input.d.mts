export function random(seed: number): () => number
export const HEADER: string
export function orderRow(k: number, next: () => number): string[]
export function csvLine(cells: readonly string[]): string
export function writeOrders(file: string, bytes: number, seed?: number): number
