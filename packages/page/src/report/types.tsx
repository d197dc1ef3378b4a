// What the files of each content type say, in words and pictures.

import type { Chart } from '@shoal/base/model/chart'
import { lookup } from '@shoal/base/model/lookup'
import type { PageType, TypeCharts } from '@shoal/base/model/report-page'
import { modelName, typeSummaryOf } from '@shoal/base/report/model-words'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { useCallback, useState } from 'preact/hooks'
import { go, useParam } from '../address.ts'
import { shortPath } from '../parts/path-parts.ts'
import { Section } from '../parts/section.tsx'
import { shown } from '../parts/shown.ts'
import { Words } from '../parts/words.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { usePage } from './context.ts'
import { OnPaper } from './on-paper.tsx'
import { Claims, LinkedText } from './sentences.tsx'
import './types.css'

/** One type at a time: the one that the address names, else the one with the most findings. */
export function TypesSection() {
  const { page, address, changed } = usePage()
  const { perType } = page.report
  const chosen = chosenOf(perType, useParam('show'))
  // On paper nothing can be chosen.
  const others = useCallback(
    () => perType.map(type => (type === chosen ? null : <TypePart key={type.contentType} type={type} isOnPaper />)),
    [perType, chosen],
  )
  if (!chosen) return null
  return (
    <Section id="types" title="By type" note={plural(perType.length, 'content type')}>
      <nav class="tabs no-print" aria-label="Content types">
        <ul>
          {perType.map(({ contentType, title, read }) => (
            <li key={contentType}>
              <a
                href={address('types', { show: contentType })}
                onClick={event => {
                  event.preventDefault()
                  go(changed('types', { show: contentType }))
                }}
                aria-current={contentType === chosen.contentType ? 'true' : undefined}
              >
                {shown(title, 60)} <span class="muted">{formatCount(read.files)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <TypePart key={chosen.contentType} type={chosen} />
      <OnPaper draw={others} />
    </Section>
  )
}

function chosenOf(perType: readonly PageType[], named: string | null): PageType | undefined {
  const most = perType.toSorted((a, b) => b.findingCount - a.findingCount)[0]
  return perType.find(({ contentType }) => contentType === named) ?? most
}

interface TypePartProps {
  readonly type: PageType
  /** Everything is drawn, for nothing can be asked for. */
  readonly isOnPaper?: boolean
}

const NO_CHARTS: TypeCharts = { together: [], files: [] }

function TypePart({ type, isOnPaper = false }: TypePartProps) {
  const { page, address } = usePage()
  const { title, summary, read, findingCount, contentType, panels, files, reading } = type
  const charts = Object.hasOwn(page.charts, contentType) ? lookup(page.charts, contentType)! : NO_CHARTS
  const claims = typeSummaryOf(type, page.report)
  return (
    <article class="type card" aria-labelledby={`type-${contentType}`}>
      <header class="type-head">
        <h3 id={`type-${contentType}`}>{shown(title)}</h3>
        <p class="muted small">
          {plural(read.files, 'file')}, {plural(read.lines, 'line')}, {formatBytes(read.bytes)},{' '}
          <a href={address('findings', { type: contentType })}>{plural(findingCount, 'finding')}</a>
        </p>
      </header>
      <p>
        <LinkedText text={summary} />
      </p>
      {claims.length > 0 ? (
        <>
          <h4 class="small muted">{shown(modelName(reading!.by))}</h4>
          <Claims claims={claims} />
        </>
      ) : null}
      <ChartGrid charts={besidePanels(charts.together, panels)} isOnPaper={isOnPaper} />
      {files.length > 0 ? <FilePart type={type} charts={charts.files} of={charts.of} isOnPaper={isOnPaper} /> : null}
    </article>
  )
}

interface FilePartProps extends Required<TypePartProps> {
  readonly charts: TypeCharts['files']
  readonly of: TypeCharts['of']
}

/** One file at a time, the one with the most findings first. */
function FilePart({ type, charts, of, isOnPaper }: FilePartProps) {
  const { address, findingAt } = usePage()
  const { files, contentType, read } = type
  const [path, setPath] = useState(files[0]!.path)
  const file = files.find(one => one.path === path) ?? files[0]!
  const own = charts.find(one => one.path === file.path)?.charts ?? []
  // Of the only file, what stands above already.
  const told = new Set(files.length === 1 ? type.panels.map(({ title }) => title) : [])
  const onPlace = useCallback(
    (place: string, line: number) => {
      const found = findingAt(place, line)
      go(address('findings', found ? { finding: found.id } : { file: place, order: 'place' }))
    },
    [address, findingAt],
  )
  return (
    <div class="type-file">
      <div class="type-file-head">
        {files.length > 1 ? (
          <label class="type-files no-print">
            <span class="sr-only">File of {shown(type.title)}</span>
            <select class="field small" value={file.path} onChange={event => setPath(event.currentTarget.value)}>
              {files.map(one => (
                <option key={one.path} value={one.path}>
                  {shortPath(one.path, 70)} ({plural(one.findings, 'finding')})
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <h4 class={files.length > 1 ? 'mono only-print' : 'mono'}>{shown(file.path)}</h4>
        <a class="small" href={address('findings', { file: file.path, type: contentType })}>
          {plural(file.findings, 'finding')}
        </a>
        {files.length > 1 ? (
          <span class="muted small only-print">the one with the most findings, or chosen on the screen</span>
        ) : null}
        {of !== undefined ? (
          <span class="muted small">
            {formatCount(charts.length)} of {formatCount(of)} files have charts
          </span>
        ) : null}
        {read.files > files.length ? (
          <span class="muted small">
            {formatCount(files.length)} of {formatCount(read.files)} files can be chosen
          </span>
        ) : null}
      </div>
      <p class="small">
        <Words text={file.summary} />
      </p>
      {file.notes.map((note, k) => (
        <p key={k} class="small type-note">
          <Words text={note} />
        </p>
      ))}
      {file.topics.length > 0 ? (
        <p class="small muted">About: {file.topics.map(topic => shown(topic, 60)).join(', ')}</p>
      ) : null}
      <ChartGrid
        key={file.path}
        charts={besidePanels(
          own,
          file.panels.filter(({ title }) => !told.has(title)),
        )}
        path={file.path}
        onPlace={onPlace}
        isOnPaper={isOnPaper}
      />
    </div>
  )
}

/** Charts, and the panels that none of them shows better: under the same title, or as a line over time. */
function besidePanels(charts: readonly Chart[], panels: readonly Chart[]): readonly Chart[] {
  const titles = new Set(charts.map(({ title }) => title))
  const hasTimeline = charts.some(({ kind }) => kind === 'timeline')
  const isShown = ({ kind, title }: Chart) => titles.has(title) || (hasTimeline && kind === 'series')
  return [...charts, ...panels.filter(panel => !isShown(panel))]
}
