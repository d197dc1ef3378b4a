// Values too large for their row. They lie in a table of their own, in pieces, or in an object store, and go with their team.
import { createHash } from 'node:crypto'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { type Objects, OUTSIDE } from './objects.ts'
import type { Blobs, Turn } from './turn.ts'

export function blobsIn(objects: Objects): Blobs {
  const outside = async (turn: Turn, team: number, hash: string | null) => {
    const rows = await turn.all<{ content: Buffer }>(
      `SELECT content FROM blobs WHERE team = $1 AND piece = ${OUTSIDE} AND ($2::text IS NULL OR hash = $2)`,
      team,
      hash,
    )
    return rows.map(({ content }) => content.toString())
  }
  return {
    async keep(turn, team, { blob, bytes }) {
      if (!blob) return
      const { hash, content } = blob
      if (await turn.one('SELECT 1 FROM blobs WHERE team = $1 AND hash = $2 LIMIT 1', team, hash)) return
      const isOutside = objects.takes(bytes)
      const pieces = isOutside ? [Buffer.from(await objects.put(String(team), Buffer.concat([...content])))] : content
      let piece = isOutside ? OUTSIDE : 0
      for (const one of pieces)
        await turn.run(
          'INSERT INTO blobs (team, hash, piece, content) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
          team,
          hash,
          piece++,
          one,
        )
    },
    async get(turn, team, hash) {
      const pieces = await turn.all<{ piece: number; content: Buffer }>(
        'SELECT piece, content FROM blobs WHERE team = $1 AND hash = $2 ORDER BY piece',
        team,
        hash,
      )
      const [first] = pieces
      const content =
        first?.piece === OUTSIDE
          ? await objects.get(first.content.toString())
          : Buffer.concat(pieces.map(piece => piece.content))
      if (first && content && createHash('sha256').update(content).digest('hex') === hash) return content
      throw new ShoalError('blob-lost', `blob ${hash} is ${first && content ? 'damaged' : 'gone'}`, { detail: hash })
    },
    async forget(turn, team, hash) {
      objects.deleteAfter(turn, await outside(turn, team, hash))
      await turn.run('DELETE FROM blobs WHERE team = $1 AND hash = $2', team, hash)
    },
    async forgetAll(turn, team) {
      objects.deleteAfter(turn, await outside(turn, team, null))
      await turn.run('DELETE FROM blobs WHERE team = $1', team)
    },
  }
}

export async function unpack(turn: Turn, team: number, cell: string): Promise<Json> {
  return JSON.parse(cell.startsWith('@') ? (await turn.blobs.get(turn, team, cell.slice(1))).toString('utf8') : cell)
}
