// The files of runs in tables: whole files in pieces, large ones in an object store where there is one, lines with numbers in the order in
// which they became visible.
import { ShoalError } from '@shoal/base/model/errors'
import type { RunFiles, StoredLine } from '@shoal/base/model/run-files'
import { formatBytes } from '@shoal/base/text/printable'
import { OUTSIDE, ownerName } from './objects.ts'
import type { Store } from './store.ts'
import type { Turn } from './turn.ts'

const PIECE = 1024 * 1024
/** What is larger belongs into a file of the machine: the database would have to hold it in every backup. */
const MOST_BYTES = 256 * PIECE

export function runFiles(store: Store): RunFiles {
  return {
    list: run =>
      store.read(turn =>
        turn.all('SELECT name, version FROM run_files WHERE run = $1 AND piece <= 0 ORDER BY name', run),
      ),
    async read(run, name) {
      for (let before = ''; ; ) {
        const pieces = await store.read(turn =>
          turn.all<{ piece: number; content: Buffer }>(
            'SELECT piece, content FROM run_files WHERE run = $1 AND name = $2 ORDER BY piece',
            run,
            name,
          ),
        )
        const [first] = pieces
        if (first?.piece !== OUTSIDE)
          return pieces.length === 0 ? null : Buffer.concat(pieces.map(({ content }) => content))
        const object = first.content.toString()
        const content = await store.objects.get(object)
        // It may have been replaced between the two looks.
        if (content || object === before) return content
        before = object
      }
    },
    async write(run, name, content) {
      const isOutside = store.objects.takes(content.length)
      if (content.length > MOST_BYTES && !isOutside)
        throw new ShoalError(
          'bad-value',
          `${name} of run "${run}" has ${formatBytes(content.length)}: too much to share`,
          { advice: 'name a place for large values with `--blobs`' },
        )
      const put = isOutside ? await store.objects.put(`run-${ownerName(run)}`, content) : null
      await store.free(async turn => {
        await store.oneWriter(turn, run)
        const before = await outside(turn, run, name)
        store.objects.deleteAfter(
          turn,
          before.filter(one => one !== put),
        )
        await turn.run('DELETE FROM run_files WHERE run = $1 AND name = $2', run, name)
        const insert = (piece: number, part: Buffer) =>
          turn.run('INSERT INTO run_files (run, name, piece, content) VALUES ($1, $2, $3, $4)', run, name, piece, part)
        if (put !== null) await insert(OUTSIDE, Buffer.from(put))
        else
          for (let piece = 0; piece === 0 || piece * PIECE < content.length; piece++)
            await insert(piece, content.subarray(piece * PIECE, (piece + 1) * PIECE))
      })
    },
    async remove(run, name) {
      await store.free(async turn => {
        store.objects.deleteAfter(turn, await outside(turn, run, name))
        await turn.run('DELETE FROM run_files WHERE run = $1 AND name = $2', run, name)
      })
    },
    async append(run, name, { writer, before, lines }) {
      if (lines.length === 0) return
      await store.free(async turn => {
        // Numbers are given one writer after the other, so that no lower one becomes visible after a higher one.
        await store.oneWriter(turn, run)
        for (const [k, line] of lines.entries())
          await turn.run(
            `INSERT INTO run_lines (run, name, writer, place, line) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (run, name, writer, place) DO NOTHING`,
            run,
            name,
            writer,
            before + k,
            line,
          )
      })
    },
    lines: (run, after, limit) =>
      store.read(turn =>
        turn.all<StoredLine>(
          'SELECT number, name, writer, line FROM run_lines WHERE run = $1 AND number > $2 ORDER BY number LIMIT $3',
          run,
          after,
          limit,
        ),
      ),
    async number(run) {
      const row = await store.free(turn =>
        turn.one<{ last: number }>(
          `INSERT INTO run_numbers (run, last) VALUES ($1, 1)
           ON CONFLICT (run) DO UPDATE SET last = run_numbers.last + 1 RETURNING last`,
          run,
        ),
      )
      return row!.last
    },
    async turn(run, what, forMs) {
      const row = await store.free(turn =>
        turn.one<{ wait: number }>(
          `INSERT INTO run_turns (run, what, free_at) VALUES ($1, $2, now_ms() + $3::float8)
           ON CONFLICT (run, what) DO UPDATE SET free_at = greatest(run_turns.free_at, now_ms()) + $3::float8
           RETURNING free_at - $3::float8 - now_ms() AS wait`,
          run,
          what,
          forMs,
        ),
      )
      return Math.max(0, row!.wait)
    },
  }
}

/** Objects that no other file of the run is: two with the same content share one. */
async function outside(turn: Turn, run: string, name: string | null): Promise<string[]> {
  const rows = await turn.all<{ content: Buffer }>(
    `SELECT content FROM run_files f WHERE run = $1 AND piece = ${OUTSIDE} AND ($2::text IS NULL OR name = $2 AND NOT EXISTS (
       SELECT FROM run_files o WHERE o.run = f.run AND o.piece = ${OUTSIDE} AND o.name <> f.name AND o.content = f.content))`,
    run,
    name,
  )
  return rows.map(({ content }) => content.toString())
}

/** Within the move that deletes the run. */
export async function deleteRunFiles(store: Store, turn: Turn, run: string): Promise<void> {
  store.objects.deleteAfter(turn, await outside(turn, run, null))
  for (const table of ['run_files', 'run_lines', 'run_numbers', 'run_turns'])
    await turn.run(`DELETE FROM ${table} WHERE run = $1`, run)
}
