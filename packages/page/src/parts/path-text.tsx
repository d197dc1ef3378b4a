// The path of a file in little room: all of it is there to be copied, read aloud and shown in a tip.
import { Fragment } from 'preact'
import { pathParts } from './path-parts.ts'
import { shown } from './shown.ts'
import './path-text.css'

export function PathText({ path, most }: { readonly path: string; readonly most: number }) {
  const { hidden, parts } = pathParts(path, most)
  return (
    <bdi class="path" title={hidden === '' ? undefined : shown(path)}>
      {hidden === '' ? null : <span class="path-hidden">{hidden}</span>}
      {parts.map((part, k) => (
        <Fragment key={k}>
          <span class={part.length > LONG_NAME ? '' : 'path-part'}>{part}</span>
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}

/** Longer names may break, else a table would be as wide as they are. */
const LONG_NAME = 60
