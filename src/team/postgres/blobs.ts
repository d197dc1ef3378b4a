// Values too large for their row. They lie in a table of their own, in pieces, and go with their team.
import { createHash } from 'node:crypto'
import { ShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Blobs, Turn } from './turn.ts'

export const rowBlobs: Blobs = {
  async keep(turn, team, { blob }) {
    if (!blob) return
    const { hash, content } = blob
    if (await turn.one('SELECT 1 FROM blobs WHERE team = $1 AND hash = $2 LIMIT 1', team, hash)) return
    let piece = 0
    for (const bytes of content)
      await turn.run(
        'INSERT INTO blobs (team, hash, piece, content) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        team,
        hash,
        piece++,
        bytes,
      )
  },
  async get(turn, team, hash) {
    const pieces = await turn.all<{ content: Buffer }>(
      'SELECT content FROM blobs WHERE team = $1 AND hash = $2 ORDER BY piece',
      team,
      hash,
    )
    const content = Buffer.concat(pieces.map(piece => piece.content))
    if (pieces.length > 0 && createHash('sha256').update(content).digest('hex') === hash) return content
    throw new ShoalError('blob-lost', `blob ${hash} is ${pieces.length === 0 ? 'gone' : 'damaged'}`, { detail: hash })
  },
  async forget(turn, team, hash) {
    await turn.run('DELETE FROM blobs WHERE team = $1 AND hash = $2', team, hash)
  },
}

export async function unpack(turn: Turn, team: number, cell: string): Promise<Json> {
  return JSON.parse(cell.startsWith('@') ? (await turn.blobs.get(turn, team, cell.slice(1))).toString('utf8') : cell)
}
