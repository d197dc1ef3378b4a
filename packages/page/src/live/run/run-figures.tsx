// How far a run is, how fast, how long still, and what it has cost.
import type { LiveRun } from '@shoal/base/model/live'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { lasting } from '@shoal/base/text/times'
import { Figure } from '../figure.tsx'
import { Meter } from '../meter.tsx'
import { budgetWords, dollars, goesByBytes, progressText } from '../wording.ts'
import { isAnalysis } from './standing.ts'

export function RunFigures({ run }: { readonly run: LiveRun }) {
  const { progress, calls, tasks, budgets } = run
  const isRunning = run.status === 'running'
  const isByBytes = goesByBytes(run)
  return (
    <dl class="live-figures card">
      {progress ? (
        <>
          {isByBytes ? (
            <Figure
              label="Bytes"
              value={progressText(run)}
              note={`${formatBytes(progress.bytesRead)} of ${formatBytes(progress.bytes)}`}
            />
          ) : null}
          {isRunning ? (
            <>
              {isByBytes ? (
                <Figure
                  label="Rate"
                  value={progress.bytesPerSecond === null ? '–' : `${formatBytes(progress.bytesPerSecond)}/s`}
                  note={progress.bytesPerSecond === null ? 'too early to say' : ''}
                />
              ) : null}
              <Figure
                label="Time left"
                value={progress.leftMs === null ? '–' : `about ${lasting(progress.leftMs)}`}
                note={progress.leftMs === null ? 'not known yet' : ''}
              />
            </>
          ) : null}
        </>
      ) : null}
      {run.pattern === 'ask' ? null : (
        <Figure
          label="Done"
          value={`${formatCount(tasks.completed)} of ${plural(tasks.total, 'task')}`}
          note={taskNote(run)}
          failed={tasks.failed}
        />
      )}
      {isAnalysis(run) ? (
        <Figure label="Findings" value={formatCount(run.findingCount)} note={isRunning ? 'so far' : 'before merging'} />
      ) : null}
      {calls ? (
        <>
          <Figure
            label="Calls"
            value={formatCount(calls.calls)}
            note={isRunning ? `${formatCount(calls.perMinute)} a minute` : ''}
            failed={calls.failed}
          />
          <Figure
            label="Tokens"
            value={formatCount(calls.inputTokens + calls.outputTokens)}
            note={`${formatCount(calls.outputTokens)} of them written`}
          />
          <Figure
            label="Cost"
            value={calls.costUsd === null ? 'not known' : dollars(calls.costUsd)}
            note={calls.isGuess ? 'in part a guess' : ''}
          />
        </>
      ) : null}
      {budgets.map(budget => {
        const { title, used, limit, reserved, share } = budgetWords(budget)
        return (
          <div key={budget.unit} class="live-budget">
            <dt>{title} budget</dt>
            <dd>
              <strong>{used}</strong>{' '}
              <span class="muted small">
                of {limit}
                {reserved === null ? '' : `, ${reserved} more at work`}
              </span>
              <Meter
                share={share}
                tone={share >= 0.9 ? 'high' : share >= 0.7 ? 'medium' : 'low'}
                label={`${title} budget`}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function taskNote({ tasks }: LiveRun): string {
  const parts = [
    tasks.inProgress > 0 ? `${formatCount(tasks.inProgress)} at work` : '',
    tasks.skipped > 0 ? `${formatCount(tasks.skipped)} skipped` : '',
    tasks.awaitingApproval > 0 ? `${formatCount(tasks.awaitingApproval)} to approve` : '',
  ]
  return parts.filter(part => part !== '').join(', ')
}
