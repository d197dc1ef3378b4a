// What files say about each other: a graph of them, and every finding with both its ends quoted.

import type { CrossFinding } from '@shoal/base/model/report'
import { modelName } from '@shoal/base/report/model-words'
import { bySeverity } from '@shoal/base/report/words'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useCallback, useMemo, useState } from 'preact/hooks'
import { go, useParam } from '../address.ts'
import { CrossGraph } from '../charts/cross-graph.tsx'
import { Section } from '../parts/section.tsx'
import { SeverityBadge } from '../parts/severity.tsx'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'
import { type Alike, alikeOf } from './alike.ts'
import { usePage } from './context.ts'
import { Ends } from './findings/row-body.tsx'
import { OnPaper } from './on-paper.tsx'
import './across.css'

const AT_ONCE = 20
const MOST_PRINTED = 200

export function AcrossSection() {
  const { page, changed } = usePage()
  const { crossFile } = page.report
  const [most, setMost] = useState(AT_ONCE)
  const chosen = chosenOf(useParam('link'), crossFile.length)
  const groups = useMemo(() => alikeOf(crossFile), [crossFile])
  const hidden = useCallback(
    () =>
      groups
        .slice(most)
        .flat()
        .filter(isPrinted)
        .map(index => <CrossPart key={index} cross={crossFile[index]!} />),
    [groups, most, crossFile],
  )
  if (crossFile.length === 0) return null
  const choose = (index: number | null) => go(changed('across', { link: index === null ? null : String(index + 1) }))
  return (
    <Section id="across" title="Across files" note={noteOf(crossFile)}>
      <div class="across">
        <div class="card across-graph">
          <CrossGraph crossFile={crossFile} chosen={chosen} onChoose={choose} />
        </div>
        <div class="across-list">
          {chosen === null ? (
            <>
              {groups.slice(0, most).map(group => (
                <CrossGroup key={group[0]} group={group} />
              ))}
              <OnPaper draw={hidden} />
              {groups.length > most ? (
                <p class="no-print">
                  <button type="button" class="button small" onClick={() => setMost(most + 5 * AT_ONCE)}>
                    Show more of {plural(crossFile.length, 'link')}
                  </button>
                </p>
              ) : null}
            </>
          ) : (
            <>
              <p class="no-print">
                <button type="button" class="button small" onClick={() => choose(null)}>
                  Show all {plural(crossFile.length, 'link')}
                </button>
              </p>
              <CrossPart cross={crossFile[chosen]!} />
            </>
          )}
        </div>
      </div>
    </Section>
  )
}

/** The first, and a way to those that are like it. */
function CrossGroup({ group: [first, ...others] }: { readonly group: Alike }) {
  const { crossFile } = usePage().page.report
  const [most, setMost] = useState(0)
  const draw = (index: number) => <CrossPart key={index} cross={crossFile[index]!} />
  const hidden = () => others.slice(most).filter(isPrinted).map(draw)
  return (
    <>
      {draw(first)}
      {others.slice(0, most).map(draw)}
      {others.length > most ? (
        <>
          <OnPaper draw={hidden} />
          <p class="no-print">
            <button type="button" class="button small" onClick={() => setMost(most + AT_ONCE)}>
              {formatCount(others.length - most)} more like it
            </button>
          </p>
        </>
      ) : null}
    </>
  )
}

function isPrinted(index: number): boolean {
  return index < MOST_PRINTED
}

function CrossPart({ cross }: { readonly cross: CrossFinding }) {
  const { severity, nature, summary, kind, by } = cross
  return (
    <article class="card across-one">
      <header>
        <SeverityBadge severity={severity} nature={nature} />{' '}
        <span class="badge">{shown(kind.replaceAll('-', ' '))}</span>
        {by === undefined ? null : <span class="badge">{shown(modelName(by))}</span>}
      </header>
      <p>
        <Words text={summary} />
      </p>
      <Ends cross={cross} context={0} />
    </article>
  )
}

function chosenOf(link: string | null, count: number): number | null {
  const index = Number(link) - 1
  return link !== null && Number.isInteger(index) && index >= 0 && index < count ? index : null
}

function noteOf(crossFile: readonly CrossFinding[]): string {
  const problems = crossFile.filter(({ nature }) => nature === 'problem')
  const links = plural(crossFile.length, 'link')
  return problems.length === 0 ? links : `${links}; ${plural(problems.length, 'problem')}: ${bySeverity(problems)}`
}
