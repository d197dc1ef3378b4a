// What is used of packages that bring no types.
declare module 'unbzip2-stream' {
  export default function unbzip2(): NodeJS.ReadWriteStream
}

declare module 'yauzl' {
  export interface Entry {
    readonly fileNameRaw: Buffer
    readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[]
    readonly generalPurposeBitFlag: number
    readonly compressionMethod: number
    readonly crc32: number
    readonly uncompressedSize: number
    readonly externalFileAttributes: number
    readonly versionMadeBy: number
    isEncrypted(): boolean
  }
  export interface ZipFile {
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry, options?: { decodeFileData?: boolean }): Promise<NodeJS.ReadableStream>
    close(): void
  }
  export interface OpenOptions {
    readonly decodeStrings?: boolean
    readonly autoClose?: boolean
  }
  const yauzl: {
    fromFdPromise(fd: number, options?: OpenOptions): Promise<ZipFile>
    getFileNameLowLevel(flag: number, name: Buffer, extra: Entry['extraFields'], strict: boolean): string
  }
  export default yauzl
}
