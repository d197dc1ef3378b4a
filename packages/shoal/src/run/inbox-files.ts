// What is said to members while they work, as files that their workers may watch: a JSON line for each message.
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'
import { LEAD } from '@shoal/base/model/team'
import { iso } from '@shoal/base/text/times'
import { wholeText } from '@shoal/team/assignment'
import { inboxFile } from '@shoal/team/command-protocol'
import { shownText } from '../text/gate/shown.ts'
import { eachMessage, lastMessages } from './message-pages.ts'

/** What one member said to another, or to all. Masked. */
export interface Said extends Pick<Message, 'from' | 'to' | 'task'> {
  readonly text: string
}

/** Only what comes from here on: what was said before a task is told with it. */
export class InboxFiles {
  private seen = 0
  private writing: Promise<void>

  constructor(
    private readonly ledger: Ledger,
    private readonly run: string,
    private readonly directory: string,
    private readonly onMessage: (message: Said) => void = () => {},
  ) {
    this.writing = this.takeUp()
  }

  hear({ kind }: LedgerEvent): void {
    // A message that cannot be written is told with the next task all the same.
    if (kind === 'message-sent') this.writing = this.writing.then(() => this.write()).catch(() => {})
  }

  async close(): Promise<void> {
    await this.writing
  }

  private async takeUp(): Promise<void> {
    this.seen = (await lastMessages(this.ledger, this.run, 1)).at(-1)?.number ?? 0
  }

  private async write(): Promise<void> {
    for await (const message of eachMessage(this.ledger, this.run, this.seen)) {
      this.seen = message.number
      const isSaid = message.kind === 'message' || message.kind === 'broadcast'
      if (!isSaid) continue
      const { number, at, kind, from, task } = message
      const text = shownText(await wholeText(this.ledger, this.run, message))
      this.onMessage({ from, to: message.to, task, text })
      const line = `${JSON.stringify({ number, at: iso(at), kind, from, task, text })}\n`
      for (const member of await this.receivers(message)) {
        const file = inboxFile(this.directory, member)
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await appendFile(file, line, { mode: 0o600 })
      }
    }
  }

  private async receivers({ from, to }: Message): Promise<readonly string[]> {
    const names = to === null ? (await this.ledger.members(this.run)).map(({ name }) => name) : [to]
    return names.filter(name => name !== from && name !== LEAD)
  }
}
