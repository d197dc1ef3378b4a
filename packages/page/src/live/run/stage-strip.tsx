// The stages of a run in order, and how far each has come.
import type { LiveListed, LiveStage } from '@shoal/base/model/live'
import { formatCount } from '@shoal/base/text/printable'
import { shown } from '../../parts/shown.ts'
import { Meter } from '../meter.tsx'
import { type StageState, stageState, stageWords, type Tone } from '../wording.ts'

const TONES: Readonly<Record<StageState, Tone>> = {
  done: 'good',
  failed: 'high',
  working: 'low',
  left: 'medium',
  ahead: 'quiet',
}

export interface StageStripProps {
  readonly stages: readonly LiveStage[]
  readonly status: LiveListed['status']
}

export function StageStrip({ stages, status }: StageStripProps) {
  return (
    <ol class="stage-strip" aria-label="Stages">
      {stages.map((stage, index) => {
        const state = stageState(stage, status)
        return (
          <li key={index} class={`stage is-${state}`} aria-current={state === 'working' ? 'step' : undefined}>
            <span class="stage-title">{shown(stage.title, 80)}</span>
            <span class="stage-count number">
              {formatCount(stage.done)}/{formatCount(stage.tasks)}
            </span>
            <Meter
              share={stage.tasks === 0 ? 0 : (stage.done + stage.failed) / stage.tasks}
              tone={TONES[state]}
              label={shown(stage.title, 80)}
            />
            <span class="small muted">{stageWords(stage, status)}</span>
          </li>
        )
      })}
    </ol>
  )
}
