// The report at a glance: how much was read, how much was found, and where.

import { severities } from '@shoal/base/model/finding'
import { formatBytes, formatCount } from '@shoal/base/text/printable'
import { useCallback, useMemo } from 'preact/hooks'
import { go } from '../address.ts'
import { FileMap } from '../charts/file-map.tsx'
import { Section } from '../parts/section.tsx'
import { usePage } from './context.ts'
import { rowsOf } from './findings/row.ts'
import { mappedFiles } from './mapped-files.ts'
import { unlistedOf } from './unlisted.ts'
import './overview.css'

export function OverviewSection() {
  const { page, address } = usePage()
  const { report } = page
  const { coverage, verification, findings, crossFile } = report
  const files = useMemo(() => mappedFiles(report.files, page.problems, rowsOf(report)), [page])
  const onFile = useCallback((path: string) => go(address('findings', { file: path })), [address])
  const titles = useMemo(
    () => Object.fromEntries(report.perType.map(({ contentType, title }) => [contentType, title])),
    [report],
  )
  const unlisted = unlistedOf(report)
  const all = [...findings, ...crossFile]
  const problems = all.filter(({ nature }) => nature === 'problem')
  return (
    <Section id="files" title="Files" note="area is size, colour is kind, the mark is what was found">
      <dl class="figures">
        <Figure label="files read" value={ofAll(coverage.filesRead, coverage.files)} />
        <Figure label="lines" value={ofAll(coverage.linesRead, coverage.lines)} />
        <Figure label="size" value={formatBytes(coverage.bytesRead)} />
        {severities.map(severity => (
          <Figure
            key={severity}
            label={`${severity} problems`}
            tone={severity}
            value={formatCount(problems.filter(one => one.severity === severity).length)}
            href={address('findings', { severity, nature: 'problem' })}
          />
        ))}
        <Figure label="facts" value={formatCount(all.length - problems.length)} />
        <Figure label="across files" value={formatCount(crossFile.length)} href={address('across')} />
        <Figure label="quotes verified" value={ofAll(verification.verified, verification.quotes)} tone="good" />
      </dl>
      {unlisted > 0 ? (
        <p class="small muted overview-note">
          Problems and facts are counted among the {formatCount(findings.length)} most important findings, which are
          listed; {formatCount(unlisted)} more were found, and the map counts them.
        </p>
      ) : null}
      {files.length > 0 ? (
        <div class="card">
          <FileMap files={files} titles={titles} onFile={onFile} />
        </div>
      ) : null}
    </Section>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly tone?: string
  readonly href?: string
}

function Figure({ label, value, tone, href }: FigureProps) {
  return (
    <div class={tone ? `figures-one is-${tone}` : 'figures-one'}>
      <dt class="small muted">{label}</dt>
      <dd>
        {href && value !== '0' ? (
          <a href={href} aria-label={`${value} ${label}`}>
            {value}
          </a>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

function ofAll(some: number, all: number): string {
  return some === all ? formatCount(all) : `${formatCount(some)} of ${formatCount(all)}`
}
