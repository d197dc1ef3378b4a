// An object store of one's own, for tests and measurements: @20minutes/s3rver, a real server that checks signatures, over a directory that goes with it.
import crypto from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// It makes tokens of pages with a cipher that OpenSSL 3 does not have any more: another does as well.
for (const name of ['createCipheriv', 'createDecipheriv']) {
  const make = crypto[name]
  crypto[name] = (cipher, key, iv, ...more) =>
    cipher === 'des'
      ? make('aes-128-cbc', Buffer.concat([key, key]), Buffer.concat([iv, iv]))
      : make(cipher, key, iv, ...more)
}

/** Null when it is not installed: then whoever needs it says what is skipped. */
export async function findS3() {
  try {
    return (await import('@20minutes/s3rver')).default
  } catch {
    return null
  }
}

/** Starts a server with these buckets. `asked` are the requests that it has heard: `GET /bucket/key?query`. */
export async function startS3(buckets) {
  const S3rver = await findS3()
  if (S3rver === null) throw new Error('there is no S3 server here')
  const directory = mkdtempSync(join(tmpdir(), 'shoal-s3-'))
  const app = new S3rver({ directory, silent: true, configureBuckets: buckets.map(name => ({ name })) })
  await app.configureBuckets()
  const handle = app.callback()
  const asked = []
  const faults = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const fault = faults.find(one => request.url.includes(one.path) && one.times-- > 0)
    if (fault) return void response.writeHead(fault.status).end()
    handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  return {
    asked,
    /** The next requests whose URL holds `path` are answered with `status`. */
    fail: (path, status, times) => void faults.push({ path, status, times }),
    /** What the programs that ask it need in their environment. */
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_REGION: 'us-east-1',
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
