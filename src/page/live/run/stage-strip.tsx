// The stages of a run in order, and how far each has come.
import type { LiveStage } from '../../../model/live.ts'
import { formatCount } from '../../../text/printable.ts'
import { shown } from '../../parts/shown.ts'
import { Meter } from '../meter.tsx'
import { stageState, type Tone } from '../wording.ts'

const TONES: Readonly<Record<ReturnType<typeof stageState>, Tone>> = {
  done: 'good',
  failed: 'high',
  working: 'low',
  ahead: 'quiet',
}

export interface StageStripProps {
  readonly stages: readonly LiveStage[]
  readonly isRunning: boolean
}

export function StageStrip({ stages, isRunning }: StageStripProps) {
  return (
    <ol class="stage-strip" aria-label="Stages">
      {stages.map((stage, index) => {
        const state = stageState(stage)
        return (
          <li
            key={index}
            class={`stage is-${state}`}
            aria-current={isRunning && state === 'working' ? 'step' : undefined}
          >
            <span class="stage-title">{shown(stage.title, 80)}</span>
            <span class="stage-count number">
              {formatCount(stage.done)}/{formatCount(stage.tasks)}
            </span>
            <Meter
              share={stage.tasks === 0 ? 0 : (stage.done + stage.failed) / stage.tasks}
              tone={TONES[state]}
              label={shown(stage.title, 80)}
            />
            <span class="small muted">{stageWords(stage, state)}</span>
          </li>
        )
      })}
    </ol>
  )
}

function stageWords({ failed, working }: LiveStage, state: ReturnType<typeof stageState>): string {
  const parts = [
    working > 0 ? `${formatCount(working)} at work` : '',
    failed > 0 ? `${formatCount(failed)} failed` : '',
    state === 'done' ? 'done' : state === 'ahead' ? 'not begun' : '',
  ]
  return parts.filter(part => part !== '').join(', ') || 'under way'
}
