// A plan for people, at a glance: what there is, how it is shared out, in which order, at what price, what is left out.

import { goalWord } from '@shoal/base/model/goal'
import { largest } from '@shoal/base/model/lists'
import type { Plan, PlannedFile, PlannedTask } from '@shoal/base/model/plan'
import { PRICES_AS_OF } from '@shoal/base/model/prices'
import { skippedGroups, skippedTotal } from '@shoal/base/report/plan-skipped'
import { displayWidth, formatBytes, formatCount, plural, printable } from '@shoal/base/text/printable'
import { shownQuestion } from '../text/gate/shown.ts'
import { LABEL, Page } from './plan-page.ts'

export interface RenderOptions {
  readonly color: boolean
  /** Columns of the terminal. */
  readonly width: number
}

export function renderPlan(plan: Plan, { color, width }: RenderOptions): string {
  const page = new Page(color, Math.max(60, Math.min(width, 120)))
  heading(plan, page)
  if (plan.files.length > 0) {
    typeTable(plan, page)
    largestFiles(plan, page)
    stages(plan, page)
    price(plan, page)
  }
  skipped(plan, page)
  for (const warning of plan.warnings) page.entry('warning', printable(warning))
  return page.text()
}

function heading(plan: Plan, page: Page): void {
  const { files, partitions, batches, analysts } = plan.totals
  const shares = [plural(partitions, 'chunk'), many(batches, 'batch', 'batches')].filter(
    share => !share.startsWith('0 '),
  )
  const what = `${plural(files, 'file')}: ${shares.join(' and ')} for ${plural(analysts, 'analyst')}`
  page.line(page.bold(files === 0 ? 'Nothing to analyze' : what))
  const query = shownQuestion(plan.query)
  const asked = query ? `"${page.fit(printable(query), page.width - 24)}", ` : ''
  page.line(page.dim(`${asked}${goalWord(plan)}`))
}

/** One row per content type, in the order of the plan, and a sum. */
function typeTable(plan: Plan, page: Page): void {
  const types = [...new Set(plan.files.map(({ detection }) => detection.contentType))]
  const row = (name: string, files: readonly PlannedFile[], batches: number, analysts: string) => [
    name,
    formatCount(files.length),
    formatBytes(sum(files, 'sizeBytes')),
    formatCount(sum(files, 'lineCount')),
    formatCount(sum(files, 'tokens')),
    formatCount(sum(files, 'partitions')),
    formatCount(batches),
    analysts,
  ]
  const rows = types.map(type => {
    const files = plan.files.filter(({ detection }) => detection.contentType === type)
    const tasks = plan.tasks.filter(({ kind, contentType }) => kind === 'analyze' && contentType === type)
    const batches = plan.batches.filter(({ contentType }) => contentType === type).length
    const stem = tasks[0]?.analyst.replace(/-analyst-\d+$/, '') ?? ''
    return row(printable(type), files, batches, `${formatCount(tasks.length)} ${stem}`)
  })
  const total = row('all', plan.files, plan.batches.length, formatCount(plan.totals.analysts))
  const titles = ['type', 'files', 'size', 'lines', 'tokens', 'chunks', 'batches', 'analysts']
  page.table(titles, types.length > 1 ? [...rows, total] : rows, 'lrrrrrrl')
  const tier = (name: PlannedFile['tier']) =>
    `${formatCount(plan.files.filter(file => file.tier === name).length)} ${name}`
  page.entry('tiers', `${tier('small')}, ${tier('medium')}, ${tier('large')}`)
}

const LARGEST = 5

function largestFiles(plan: Plan, page: Page): void {
  const cut = plan.files.filter(({ partitions }) => partitions > 0)
  const most = cut.toSorted((a, b) => b.partitions - a.partitions).slice(0, LARGEST)
  most.forEach(({ path, lineCount, partitions }, index) => {
    const facts = `${plural(lineCount, 'line')} in ${plural(partitions, 'chunk')}`
    const room = page.width - LABEL - displayWidth(facts) - 2
    page.entry(index === 0 ? 'cut' : '', `${page.fit(printable(path), room)}: ${facts}`)
  })
  if (cut.length > most.length) page.entry('', page.dim(`and ${plural(cut.length - most.length, 'more file')}`))
}

function stages(plan: Plan, page: Page): void {
  const number = (kind: PlannedTask['kind']) => plan.tasks.filter(task => task.kind === kind).length
  const byType = number('synthesize_type')
  const across = number('synthesize_cross')
  const readers = new Set(plan.tasks.filter(({ kind }) => kind === 'analyze').map(({ id }) => id))
  const sizes = plan.stages.filter(([first]) => readers.has(first!)).map(ids => ids.length)
  const analysts = sizes.length > 4 ? `${sizes.slice(0, 2).join(' + ')} + … + ${sizes.at(-1)}` : sizes.join(' + ')
  const parts = [
    ...(number('choose_labels') > 0 ? ['labels'] : []),
    analysts === '1' ? '1 analyst' : `${analysts} analysts`,
    byType > 1 ? `${byType} syntheses by type` : '1 synthesis',
  ]
  if (across > 0) parts.push('1 across types')
  page.entry('stages', `${plan.stages.length}: ${parts.join(' → ')}`)
}

function price({ estimate }: Plan, page: Page): void {
  const { inputTokens, outputTokens, wholeInputTokens, costUsd, engine } = estimate
  const whole =
    wholeInputTokens > inputTokens ? `; every row of the tables would be ${formatCount(wholeInputTokens)} in` : ''
  page.entry('tokens', `about ${formatCount(inputTokens)} in, ${formatCount(outputTokens)} out${whole}`)
  if (engine === 'built-in') page.entry('price', 'nothing: the built-in analysts call no model')
  else if (costUsd === null)
    page.entry('price', `unknown for ${printable(engine)}; set it under \`prices\` in the config file`)
  else page.entry('price', `about ${dollars(costUsd)} with ${printable(engine)} (list prices of ${PRICES_AS_OF})`)
}

const REASONS = 8
const REASON_WIDTH = 50

function skipped(plan: Plan, page: Page): void {
  if (plan.skipped.length === 0) return
  const groups = skippedGroups(plan.skipped)
  page.entry('skipped', skippedTotal(plan.skipped.length))
  const shown = groups
    .slice(0, REASONS)
    .map(({ reason, count, example }) => [
      formatCount(count),
      page.fit(printable(reason), REASON_WIDTH),
      printable(example),
    ])
  const digits = largest(shown.map(([count]) => count!.length))
  const reasons = largest(shown.map(([, reason]) => displayWidth(reason!)))
  const room = page.width - LABEL - digits - reasons - 4
  for (const [count, reason, example] of shown) {
    const gap = ' '.repeat(reasons - displayWidth(reason!))
    const end = room < 8 ? '' : `${gap}  ${page.dim(page.fit(example!, room))}`
    page.entry('', `${count!.padStart(digits)}  ${reason}${end}`)
  }
  const rest = groups.slice(REASONS)
  const left = rest.reduce((total, { count }) => total + count, 0)
  if (rest.length > 0) page.entry('', page.dim(`and ${formatCount(left)} for ${plural(rest.length, 'other reason')}`))
}

function sum(files: readonly PlannedFile[], key: 'sizeBytes' | 'lineCount' | 'tokens' | 'partitions'): number {
  return files.reduce((total, file) => total + file[key], 0)
}

function many(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}

/** Cents, or as many places as show two digits. */
function dollars(cost: number): string {
  if (cost === 0 || cost >= 0.095) return `$${cost.toFixed(2)}`
  return `$${cost.toFixed(Math.min(8, 1 - Math.floor(Math.log10(cost))))}`
}
