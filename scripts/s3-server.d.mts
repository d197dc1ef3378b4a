export interface S3Server {
  readonly asked: string[]
  fail(path: string, status: number, times: number): void
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export function findS3(): Promise<unknown>
export function startS3(buckets: readonly string[]): Promise<S3Server>
