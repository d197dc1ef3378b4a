// Parts of parts as areas: the functions of a file, the sections of a document.

import type { Tree } from '@shoal/base/model/chart'
import { formatCount } from '@shoal/base/text/printable'
import { useMemo } from 'preact/hooks'
import { heatColour } from './layout/heat.ts'
import { inWords } from './layout/in-words.ts'
import { hasRoomForName, LINE, LOW_LINE, safeLabel } from './layout/label-text.ts'
import { numberText } from './layout/number-text.ts'
import { layTree, type TreeArea, type TreeLayout } from './layout/tree-layout.ts'
import { AreaMap, type MapArea } from './parts/area-map.tsx'
import type { OpenPlace } from './parts/data-table.tsx'
import { ScaleLegend } from './parts/legend.tsx'
import { useRoom } from './parts/use-room.ts'

export function TreeView({ chart, open }: { readonly chart: Tree; readonly open: OpenPlace }) {
  const { ref, width } = useRoom()
  const height = heightOf(chart)
  const layout = useMemo(() => (width === null ? null : layTree(chart, width, height)), [chart, width, height])
  const hottest = chart.nodes.reduce((most, { heat }) => Math.max(most, heat ?? 0), 0)
  const areas = useMemo(
    () => layout?.areas.map(area => mapArea(area, { chart, open, layout, hottest, width: width!, height })) ?? [],
    [chart, open, layout, hottest, width, height],
  )
  return (
    <>
      {chart.heat !== null && hottest > 0 && (
        <ScaleLegend kind="heat" label={chart.heat} from="0" to={numberText(hottest)} />
      )}
      <AreaMap room={ref} label={inWords(chart)} height={height} areas={areas} />
    </>
  )
}

interface Drawn {
  readonly chart: Tree
  readonly open: OpenPlace
  readonly layout: TreeLayout
  readonly hottest: number
  readonly width: number
  readonly height: number
}

function mapArea(area: TreeArea, { chart, open, layout, hottest, width, height }: Drawn): MapArea {
  const { label, size, heat, path, line, about } = chart.nodes[area.node]!
  const isFrame = area.hasParts && layout.shape === 'boxes'
  const go = line === undefined ? null : open({ path: path ?? null, line })
  const [across, down] = [area.width * width, area.height * height]
  const hasText = area.strip >= LOW_LINE && hasRoomForName(label, across)
  return {
    ...area,
    key: String(area.node),
    label: safeLabel(label),
    about: [
      `${numberText(area.whole)} ${chart.size}${area.hasParts && size > 0 ? `, ${numberText(size)} of its own` : ''}`,
      ...(chart.heat !== null && heat !== null ? [`${chart.heat} ${numberText(heat)}`] : []),
      ...(about ? [safeLabel(about)] : []),
      ...(line === undefined ? [] : [`line ${formatCount(line)}`]),
    ],
    class: `${isFrame ? 'is-frame' : ''} ${layout.shape === 'columns' ? 'is-column' : ''} ${down < LINE ? 'is-flat' : ''}`,
    colour: colourOf(area, heat, layout, hottest),
    content: hasText && <span class="chart-area-name">{safeLabel(label)}</span>,
    onPick: go ?? undefined,
  }
}

function colourOf(area: TreeArea, heat: number | null, layout: TreeLayout, hottest: number): string {
  if (layout.shape === 'columns') return area.depth % 2 === 0 ? 'var(--accent-soft)' : 'var(--heat-0)'
  if (area.hasParts) return 'var(--sunken)'
  return heatColour(hottest === 0 || heat === null ? 0 : heat / hottest)
}

function heightOf({ nodes, heat }: Tree): number {
  if (heat === null) return Math.max(120, Math.min(520, nodes.length * 22))
  return nodes.length > 200 ? 460 : nodes.length > 40 ? 360 : nodes.length > 8 ? 280 : 180
}
