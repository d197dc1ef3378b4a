// A real object store for the tests of a file, or a clear word that they are skipped.
import { afterAll, beforeAll, describe } from 'vitest'
import { findS3, type S3Server, startS3 } from '../../../../scripts/s3-server.mjs'
import { S3Bucket } from '../../src/run/s3/s3-client.ts'

export interface OnS3 {
  readonly server: S3Server
  readonly bucket: S3Bucket
}

export const BUCKET = 'logs.of-tests'

export async function onS3(name: string, body: (s3: OnS3) => void): Promise<void> {
  if ((await findS3()) === null) {
    describe.skip(`${name} (skipped: @20minutes/s3rver is not installed)`, () => body({} as OnS3))
    return
  }
  describe(name, () => {
    let server: S3Server
    let bucket: S3Bucket
    beforeAll(async () => {
      server = await startS3([BUCKET])
      bucket = new S3Bucket(BUCKET, { env: server.env, timeoutMs: 10_000 })
    })
    afterAll(() => server?.stop())
    body({
      get server() {
        return server
      },
      get bucket() {
        return bucket
      },
    })
  })
}
