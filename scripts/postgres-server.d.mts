export interface PostgresServer {
  /** Where it answers. */
  readonly url: string
  readonly directory: string
  restart(): Promise<void>
  stop(): Promise<void>
}

export function findPostgres(): string | null
export function startPostgres(options?: {
  readonly isDurable?: boolean
  readonly isRemote?: boolean
  readonly settings?: Readonly<Record<string, string | number>>
}): Promise<PostgresServer>
/** Null when this process is no root. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | null
export function freePort(): Promise<number>
