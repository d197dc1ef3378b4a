// A place for large values outside of the ledger: an object store, or a directory that all machines share.

/** Names are made of the hash of the content, so whoever writes the same again changes nothing. What has returned is seen by every machine. */
export interface ObjectStore {
  put(name: string, content: Buffer): Promise<void>
  /** Null when there is none. */
  get(name: string): Promise<Buffer | null>
  /** No-op when there is none. */
  delete(name: string): Promise<void>
}
