// `shoal plugin doctor`.
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { pluginChecks, shoalCheck } from '../../plugin/plugin-checks.ts'
import { nodeCheck, sqlCheck, stateCheck } from '../../run/doctor/machine-checks.ts'
import { showChecks } from '../check-page.ts'
import type { CommandInput } from '../command.ts'
import type { Io } from '../io.ts'
import { pluginWorld, type World } from './world.ts'

export async function runDoctor(io: Io, { face }: CommandInput, world: World = pluginWorld(io)): Promise<ExitStatus> {
  if (face.pluginScope !== null || face.dryRun)
    throw new ShoalError('unknown-option', 'shoal plugin doctor takes neither --scope nor --dry-run', {
      detail: face.dryRun ? '--dry-run' : '--scope',
      advice: 'leave it out: all scopes are looked at, and nothing is changed',
    })
  return await showChecks(io, face, [
    nodeCheck(),
    shoalCheck(world),
    stateCheck(world.stateDirectory),
    ...pluginChecks(world),
    sqlCheck(),
  ])
}
