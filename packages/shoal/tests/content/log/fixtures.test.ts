import { describe, expect, it } from 'vitest'
import { surveyFileLawfully } from '../../conformance/analyst.ts'

interface Cluster {
  readonly class: string
  readonly root_frame: string
  readonly count: number
  readonly first_line: number
  readonly last_line: number
}

async function clustersIn(name: string): Promise<Cluster[]> {
  const file = new URL(`../../../../../fixtures/logs/${name}`, import.meta.url).pathname
  const { figures } = await surveyFileLawfully(file, { size: 4 })
  return (figures as unknown as { error_clusters: Cluster[] }).error_clusters
}

describe('traces in logs', () => {
  it('of Java are grouped by the error behind the others', async () => {
    expect(await clustersIn('java-service.log')).toMatchObject([
      {
        class: 'java.net.SocketTimeoutException',
        root_frame: 'com.acme.shop.PriceClient.fetch (PriceClient.java:77)',
        count: 2,
        first_line: 4,
        last_line: 14,
      },
      { class: 'java.lang.NullPointerException', count: 1, first_line: 23, last_line: 23 },
    ])
  })

  it('of Node are grouped by the frame of the program', async () => {
    expect(await clustersIn('node-api.log')).toMatchObject([
      { class: 'TypeError', root_frame: 'getUser (/srv/app/src/users.js:14)', count: 2, first_line: 3, last_line: 9 },
    ])
  })

  it('of Go belong to the entry before, blank lines and all', async () => {
    expect(await clustersIn('go-worker.log')).toMatchObject([
      { class: 'panic', root_frame: 'main.(*Worker).pick (/home/build/worker/pick.go:27)', count: 1, first_line: 5 },
    ])
  })
})
