export interface RedisServer {
  readonly url: string
  empty(): void
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export function findRedis(): string | null
export function startRedis(): Promise<RedisServer>
