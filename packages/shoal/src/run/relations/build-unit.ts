// What reading files into relations needs, opened when the first file has to be read: nothing of it is there when all is known.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../config/resolve.ts'
import { Database } from '../../sql/database.ts'
import { openPrivateDirectory, type PrivateDirectory } from '../../sql/private-directory.ts'
import { sqlPatienceOf } from '../threads/work-on.ts'

export class UnitBuilder {
  private readonly privately: PrivateDirectory = openPrivateDirectory()
  private opened: Database | null = null

  constructor(
    readonly settings: Settings,
    readonly signal: AbortSignal,
  ) {}

  /** For copies; gone with the builder. */
  get directory(): string {
    return this.privately.path
  }

  /** For statements over so many bytes. One that took too much has ended its process, and the next unit has another. */
  async database(bytes: number): Promise<Database> {
    if (this.opened && !this.opened.isAlive) {
      await this.opened.close()
      this.opened = null
    }
    this.opened ??= await Database.open({ directory: this.directory, signal: this.signal })
    return this.opened.within(sqlPatienceOf(this.settings, bytes))
  }

  /** Copies of what is read now are in the way of what is read next. */
  forgetCopies(): void {
    for (const name of readdirSync(this.directory))
      if (/^(?:copy|facts)-/.test(name)) rmSync(join(this.directory, name), { force: true })
  }

  async close(): Promise<void> {
    try {
      await this.opened?.close()
    } finally {
      this.privately.remove()
    }
  }
}
