// What processes that do the tasks of one analysis tell each other through the store of its ledger: the settings of its lead, what the
// relations answer, and surveys of files whose chunks are read by several of them. Nothing of it is needed once the run has ended.
import { setTimeout as pause } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AskedAnswer } from '@shoal/base/model/asked'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { RunFiles } from '@shoal/base/model/run-files'
import { ownVersion } from '../../config/own-version.ts'
import type { Settings } from '../../config/resolve.ts'
import { hashText } from '../../text/hash.ts'
import type { GatedSurvey } from './gated.ts'

/** Files of this folder are fetched one by one by those who need them. */
export const SHARED = 'shared/'
const LEAD = `${SHARED}lead`
const ASKED = `${SHARED}asked`
/** What is larger is made by each process for itself. */
const LARGEST_SURVEY = 64 * 1024 * 1024
const LOOK_MS = 200

export interface LeadWord {
  readonly version: string
  readonly settings: Settings
}

type Told = { readonly asked: AskedAnswer | null } | { readonly failed: string }

export class Sharing {
  /** The members of this process. */
  readonly own = new Set<string>()

  constructor(
    private readonly ledger: Ledger,
    private readonly files: RunFiles,
    private readonly run: string,
  ) {}

  /** Content types that are functions of the caller cannot be told: then nobody else takes part. */
  async invite(settings: Settings, asksModels: boolean): Promise<void> {
    await this.files.remove(this.run, ASKED)
    if (settings.types.length > 0) return await this.files.remove(this.run, LEAD)
    const { unpackTo: _, ...told } = { ...settings, baseUrl: asksModels ? settings.baseUrl : null }
    await this.put(LEAD, { version: ownVersion(), settings: told } satisfies LeadWord)
  }

  /** Null when others are not to take part. */
  async invitation(): Promise<LeadWord | null> {
    return (await this.get(LEAD)) as LeadWord | null
  }

  /** In the background: others wait for it as long as the run has a lead. */
  tellAsked(asking: Promise<AskedAnswer | null>, signal: AbortSignal): void {
    const tell = async (told: Told) => (signal.aborted ? undefined : await this.put(ASKED, told))
    asking
      .then(
        asked => tell({ asked }),
        error => tell({ failed: toShoalError(error).message }),
      )
      .catch(() => {})
  }

  async asked(signal: AbortSignal): Promise<AskedAnswer | null> {
    for (;;) {
      const told = (await this.get(ASKED)) as Told | null
      if (told && 'failed' in told) throw new ShoalError('internal', told.failed)
      if (told) return told.asked
      await pause(LOOK_MS, undefined, { signal })
    }
  }

  /**
   * The survey that another process has made, or is making: whoever has the task of the first chunk makes it. Null when nobody does. One
   * whose process dies while others wait for it is made by one of them.
   */
  async survey(key: string, firstTask: string, signal: AbortSignal): Promise<GatedSurvey | null> {
    const name = nameOf(key)
    for (;;) {
      const { status, owner } = await this.ledger.task(this.run, firstTask)
      const stored = await this.files.read(this.run, name)
      if (stored) return JSON.parse(inflateRawSync(stored).toString('utf8'))
      if (status !== 'in_progress' || owner === null || this.own.has(owner)) return null
      await pause(LOOK_MS, undefined, { signal })
    }
  }

  async tellSurvey(key: string, survey: GatedSurvey): Promise<void> {
    const content = deflateRawSync(JSON.stringify(survey), { level: 1 })
    if (content.length <= LARGEST_SURVEY) await this.files.write(this.run, nameOf(key), content)
  }

  /** Once the run has ended. */
  async clear(): Promise<void> {
    for (const { name } of await this.files.list(this.run))
      if (name.startsWith(SHARED)) await this.files.remove(this.run, name)
  }

  private async put(name: string, value: unknown): Promise<void> {
    await this.files.write(this.run, name, Buffer.from(JSON.stringify(value)))
  }

  private async get(name: string): Promise<unknown> {
    const content = await this.files.read(this.run, name)
    return content && JSON.parse(content.toString('utf8'))
  }
}

function nameOf(key: string): string {
  return `${SHARED}survey-${hashText(key)}`
}
