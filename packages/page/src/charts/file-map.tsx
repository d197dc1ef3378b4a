// All files as areas by size and type, with how much was found in each.
import { lookup } from '@shoal/base/model/lookup'
import './file-map.css'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { useCallback, useMemo } from 'preact/hooks'
import { shown } from '../parts/shown.ts'
import type { ChartTable } from './layout/as-table.ts'
import { type FileArea, type FileAreas, layFiles, problemsOf } from './layout/file-areas.ts'
import { kindColour } from './layout/heat.ts'
import { fileName, LINE, nameSide, safeLabel } from './layout/label-text.ts'
import { styleShare } from './layout/number-text.ts'
import type { SizedFile } from './layout/sized-file.ts'
import { AreaMap, type MapArea } from './parts/area-map.tsx'
import { ChartFrame } from './parts/chart-frame.tsx'
import { Legend } from './parts/legend.tsx'
import { useRoom } from './parts/use-room.ts'

export type MappedFile = SizedFile

export interface FileMapProps {
  readonly files: readonly MappedFile[]
  /** Of content types, by their names; the names themselves where one is missing. */
  readonly titles?: Readonly<Record<string, string>>
  /** Chooses a file: the findings below are then of it. */
  readonly onFile: (path: string) => void
}

const MOST_ROWS = 500

/** What a content type is called. */
type Called = (contentType: string) => string

const NONE: NonNullable<FileMapProps['titles']> = {}

export function FileMap({ files, titles = NONE, onFile }: FileMapProps) {
  const { ref, width } = useRoom()
  const height = heightOf(files.length, width ?? 800)
  const layout = useMemo(() => (width === null ? null : layFiles(files, width, height)), [files, width, height])
  const called = useCallback<Called>(contentType => typeWords(contentType, titles), [titles])
  const areas = useMemo(
    () => layout?.files.map(area => mapArea(area, { layout, called, onFile, width: width!, height })) ?? [],
    [layout, called, onFile, width, height],
  )
  const table = useCallback(() => tableOf(files, called), [files, called])
  return (
    <ChartFrame title="Files by type and size" table={table} note={noteOf(layout, called)}>
      {layout && <MapLegend layout={layout} called={called} />}
      <AreaMap room={ref} label={wordsOf(files)} height={height} areas={areas}>
        {layout?.types.map(
          (type, place) =>
            type.isNamed && (
              <div
                key={type.contentType}
                class="file-map-type"
                style={{
                  left: styleShare(type.left),
                  top: styleShare(type.top),
                  width: styleShare(type.width),
                  color: kindColour(place),
                }}
              >
                {called(type.contentType)}
                {type.width * width! > 160 && (
                  <span class="muted">
                    {' '}
                    {plural(type.files, 'file')}, {formatBytes(type.sizeBytes)}
                  </span>
                )}
              </div>
            ),
        )}
      </AreaMap>
    </ChartFrame>
  )
}

function MapLegend({ layout, called }: { readonly layout: FileAreas; readonly called: Called }) {
  const items = layout.types.map(({ contentType, files }, place) => ({
    label: called(contentType),
    colour: kindColour(place),
    note: formatCount(files),
  }))
  const hasProblems = layout.files.some(area => problemsOf(area) > 0)
  return (
    <div class="file-map-legend">
      <Legend items={items} />
      {hasProblems && (
        <ul class="chart-legend muted">
          <li>
            <span class="file-map-strength" /> more problems for every line
          </li>
          <li>
            <span class="file-map-badge is-high" data-count="2" /> problems, coloured by the gravest
          </li>
        </ul>
      )}
    </div>
  )
}

interface Drawn {
  readonly layout: FileAreas
  readonly called: Called
  readonly onFile: (path: string) => void
  readonly width: number
  readonly height: number
}

function mapArea(area: FileArea, { layout, called, onFile, width, height }: Drawn): MapArea {
  const { file } = area
  const problems = problemsOf(area)
  const tone = area.high > 0 ? 'is-high' : area.medium > 0 ? 'is-medium' : area.low > 0 ? 'is-low' : ''
  const [across, down] = [area.width * width, area.height * height]
  const badge = problems > 0 && across >= 30 && down >= 18
  const name = file ? fileName(file.path) : `${formatCount(area.files)} smaller files`
  const side = nameSide(name, { width: across, height: down }, badge ? 18 + 7 * formatCount(problems).length : 0)
  return {
    ...area,
    key: file ? file.path : ` rest of ${area.type}`,
    label: file ? safeLabel(file.path) : `${formatCount(area.files)} smaller files`,
    about: [
      `${called(layout.types[area.type]!.contentType)}, ${formatBytes(area.sizeBytes)}${file ? `, ${plural(file.lineCount, 'line')}` : ''}`,
      ...(file || problems === 0 ? [] : [`${formatCount(area.marked)} of them with problems`]),
      problems === 0 ? 'no problems found' : problemWords(area),
    ],
    class: `file-map-file ${file ? '' : 'is-rest'} ${side && side !== 'beside' ? `is-${side}` : down < LINE ? 'is-flat' : ''} ${problems > 0 && !badge ? `is-edged ${tone}` : ''}`,
    colour: `color-mix(in oklab, ${kindColour(area.type)} ${Math.round(14 + area.density * 34)}%, var(--surface))`,
    content: (
      <>
        {side && <span class="chart-area-name">{safeLabel(name)}</span>}
        {badge && <span class={`file-map-badge ${tone}`} data-count={formatCount(problems)} />}
      </>
    ),
    onPick: file ? () => onFile(file.path) : undefined,
  }
}

/** `structured data` of `structured_data` where there is no title. */
function typeWords(contentType: string, titles: NonNullable<FileMapProps['titles']>): string {
  const title = Object.hasOwn(titles, contentType) ? lookup(titles, contentType) : undefined
  return shown(title ?? contentType.replaceAll('_', ' '), 60)
}

function problemWords(counts: Pick<SizedFile, 'high' | 'medium' | 'low'>): string {
  const words = (['high', 'medium', 'low'] as const).flatMap(severity =>
    counts[severity] > 0 ? [`${formatCount(counts[severity])} ${severity}`] : [],
  )
  return `${plural(problemsOf(counts), 'problem')}: ${words.join(', ')}`
}

function wordsOf(files: readonly SizedFile[]): string {
  const types = new Set(files.map(({ contentType }) => contentType)).size
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const found = files.filter(file => problemsOf(file) > 0).length
  return `Map of ${plural(files.length, 'file')} of ${plural(types, 'type')}, ${formatBytes(bytes)}; problems in ${plural(found, 'file')}. Arrow keys go from file to file.`
}

function noteOf(layout: FileAreas | null, called: Called): string | undefined {
  if (!layout || layout.enlarged.length === 0) return undefined
  return `Drawn larger than they are, to be seen: ${layout.enlarged.map(called).join(', ')}.`
}

function tableOf(files: readonly SizedFile[], called: Called): ChartTable {
  const sorted = [...files].sort((a, b) => b.sizeBytes - a.sizeBytes || (a.path < b.path ? -1 : 1))
  return {
    columns: ['File', 'Type', 'Size', 'Lines', 'High', 'Medium', 'Low'].map((label, k) => ({ label, isNumber: k > 1 })),
    rows: sorted.slice(0, MOST_ROWS).map(file => ({
      cells: [
        file.path,
        called(file.contentType),
        formatBytes(file.sizeBytes),
        ...[file.lineCount, file.high, file.medium, file.low].map(formatCount),
      ],
      place: null,
    })),
    of: files.length,
  }
}

function heightOf(files: number, width: number): number {
  // One file needs no map, a few need little of one.
  if (files === 1) return 48
  if (files < 4) return 140
  const most = width < 500 ? 420 : 380
  return Math.min(most, files > 60 ? most : files > 12 ? 320 : 240)
}
