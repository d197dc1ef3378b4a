// What a run reads and who reads it, in a line; each name by itself, whichever way it is written.
import type { LiveListed } from '@shoal/base/model/live'
import { shown } from '../parts/shown.ts'

const LONGEST = 400

export function RunAbout({ run }: { readonly run: Pick<LiveListed, 'paths' | 'pattern' | 'engine'> }) {
  return (
    <>
      {run.paths.length > 0 ? (
        <bdi class="mono">{shown(run.paths.join(', '), LONGEST)}</bdi>
      ) : (
        <bdi>{shown(run.pattern)}</bdi>
      )}
      {run.engine === null ? null : (
        <>
          {' · '}
          <bdi>{shown(run.engine, 80)}</bdi>
        </>
      )}
    </>
  )
}
