// The answer first, with what it rests on; then what to do.

import type { Panel } from '@shoal/base/model/finding'
import type { PageReport } from '@shoal/base/model/report-page'
import { askedView } from '@shoal/base/report/asked-view'
import { COMPLETE_TITLE, completeOf, modelName, OPEN_TITLE, openOf, summaryOf } from '@shoal/base/report/model-words'
import { plural } from '@shoal/base/text/printable'
import { useMemo } from 'preact/hooks'
import { ChartView } from '../charts/chart.tsx'
import { isWide } from '../charts/layout/chart-flow.ts'
import { Section } from '../parts/section.tsx'
import { shown } from '../parts/shown.ts'
import { AskedData, AskedSql, AskedWords, StatusBadge } from './asked-answer.tsx'
import { usePage } from './context.ts'
import { Quote } from './quote.tsx'
import { Claims, LinkedText, Sentences } from './sentences.tsx'
import './answer.css'

const QUOTES_AT_ONCE = 2
const MOST_PANELS = 2

export function AnswerSection() {
  const { report } = usePage().page
  const { answer, answerEvidence, answerPanels, recommendations, reading } = report
  const open = openOf(report)
  const complete = completeOf(report)
  const asked = useMemo(() => askedView(report), [report])
  const summary = summaryOf(report)
  const panels = answerPanels.slice(0, MOST_PANELS)
  const beside = panels.filter(panel => !needsRoom(panel))
  const below = panels.filter(needsRoom)
  const isAlone = asked !== null || beside.length + answerEvidence.length === 0
  return (
    <Section id="answer" title={report.query === null ? 'In short' : 'Answer'}>
      <div class={isAlone ? 'answer is-alone' : 'answer'}>
        <div class="answer-left">
          <div class="card answer-words">
            {asked ? (
              <AskedWords view={asked} />
            ) : answer === null ? (
              <p>Nothing that was read answers this.</p>
            ) : (
              <Sentences text={answer} />
            )}
            {!asked && report.question && report.question.status !== 'answered' ? (
              <p>
                <StatusBadge status={report.question.status} />
              </p>
            ) : null}
            {summary.length > 0 ? (
              <>
                <h3>Summary by {shown(modelName(reading!.by))}</h3>
                <Claims claims={summary} />
              </>
            ) : null}
            {complete.length > 0 ? (
              <>
                <h3>{COMPLETE_TITLE}</h3>
                <Claims claims={complete} />
              </>
            ) : null}
            {open.length > 0 ? (
              <>
                <h3>{OPEN_TITLE}</h3>
                <ul>
                  {open.map((text, k) => (
                    <li key={k}>{shown(text)}</li>
                  ))}
                </ul>
              </>
            ) : null}
          </div>
          {recommendations.length > 0 ? (
            <details class="card answer-advice" open={recommendations.length <= 3}>
              <summary>
                <h3>Recommendations</h3> <span class="muted small">{recommendations.length}</span>
              </summary>
              <ol>
                {recommendations.map((text, k) => (
                  <li key={k}>
                    <LinkedText text={text} />
                  </li>
                ))}
              </ol>
            </details>
          ) : null}
        </div>
        {asked ? null : (
          <div class="answer-evidence">
            {beside.map((panel, k) => (
              <div key={k} class="card">
                <ChartView chart={panel} />
              </div>
            ))}
            <Evidence places={answerEvidence} />
          </div>
        )}
      </div>
      {asked ? (
        <>
          <AskedData view={asked} />
          <div class="answer-evidence asked-evidence">
            <Evidence places={answerEvidence} />
          </div>
          <AskedSql sql={asked.sql} />
        </>
      ) : null}
      {below.map((panel, k) => (
        <div key={k} class="card answer-below">
          <ChartView chart={panel} />
        </div>
      ))}
    </Section>
  )
}

function Evidence({ places }: { readonly places: PageReport['answerEvidence'] }) {
  return (
    <>
      {places.slice(0, QUOTES_AT_ONCE).map((place, k) => (
        <Quote key={k} {...place} context={1} />
      ))}
      {places.length > QUOTES_AT_ONCE ? (
        <details class="answer-more">
          <summary>{plural(places.length - QUOTES_AT_ONCE, 'more quote')} that the answer rests on</summary>
          {places.slice(QUOTES_AT_ONCE).map((place, k) => (
            <Quote key={k} {...place} context={1} />
          ))}
        </details>
      ) : null}
    </>
  )
}

/** A line over time can be read in half the width; a table with many columns cannot. */
function needsRoom(panel: Panel): boolean {
  return panel.kind === 'table' && isWide(panel)
}
