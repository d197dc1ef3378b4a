// Has an order about a file carried out: on a thread that is ended when it makes no progress, or here, where it needs content
// types that are functions of this thread.

import { ShoalError } from '@shoal/base/model/errors'
import { gaveUpAfter } from '@shoal/base/text/worked-time'
import type { Settings } from '../../config/resolve.ts'
import { registryFor } from '../registry.ts'
import { SecretMemory } from '../search/secret-memory.ts'
import { carriedOut } from './carried-out.ts'
import { fileThreads } from './file-threads.ts'
import type { FileWork, WorkKind } from './file-work.ts'

export type WorkSettings = Pick<Settings, 'types' | 'typesFrom' | 'giveUpAfter'>

export interface WorkOptions {
  readonly settings: WorkSettings
  readonly signal: AbortSignal
  /** The content type that it takes; null for all of them. */
  readonly type: string | null
  /** How much there is to read: a large file is given more time. */
  readonly bytes: number
  /** It leaves much behind in its thread. */
  readonly isVast?: boolean
  onRead?(bytes: number): void
  /** Tells what the order asks for while it is carried out. */
  answer?(question: unknown): Promise<unknown>
}

/** Of an order that takes no content type. */
export const NO_TYPE = ''

/** Rejects with `GaveUp` when nothing came of it. */
export function workOn<K extends WorkKind>(
  kind: K,
  input: FileWork[K]['input'],
  options: WorkOptions,
): Promise<FileWork[K]['result']> {
  const { settings, signal, bytes, isVast = false, onRead = () => {}, answer = noAnswer } = options
  if (!travels(options)) {
    const context = { signal, onRead, onFile: () => {}, ask: answer, secrets: new SecretMemory() }
    const registry = async () => registryFor({ types: settings.types, overrides: [] })
    return carriedOut(kind, input, { ...context, registry })
  }
  const patienceMs = patienceOf(settings, bytes)
  return new Promise((resolve, reject) => {
    fileThreads().run({
      order: { kind, input, typesFrom: settings.typesFrom },
      bytes: Math.max(1, bytes),
      patienceMs,
      isVast,
      signal,
      onRead,
      answer,
      resolve: result => resolve(result as FileWork[K]['result']),
      reject,
      giveUp: (number, why = gaveUpAfter(patienceMs)) => reject(new GaveUp(number, why)),
    })
  })
}

async function noAnswer(): Promise<never> {
  throw new ShoalError('internal', 'an order asked what nobody answers')
}

/** An order was given up: its thread made no progress, or met its end. */
export class GaveUp extends ShoalError {
  constructor(
    /** The number of the file among those of the order. */
    readonly file: number,
    why: string,
  ) {
    super('gave-up', why)
  }

  /** The same, for a reader who is told of nothing else. */
  about(path: string): ShoalError {
    return new ShoalError('gave-up', `${path}: ${this.message}`, { detail: path, cause: this })
  }
}

/** Types that a config file defines can be loaded by a thread, those that a program hands over cannot. */
function travels({ settings: { types, typesFrom }, type }: WorkOptions): boolean {
  if (types.length === 0 || typesFrom !== null) return true
  return type !== null && !types.some(own => (own as { readonly name?: unknown }).name === type)
}

const MS_PER_MB = 2000
const MOST_MS = 600_000

/** No step of an analyst takes nearly as long: the slowest read a megabyte in about a second. */
function patienceOf({ giveUpAfter }: WorkSettings, bytes: number): number {
  const base = giveUpAfter * 1000
  return base + Math.min(MOST_MS, (base / 60_000) * MS_PER_MB * (bytes / 1e6))
}

const SQL_MS_PER_MB = 500

/** A statement of SQL tells of no steps: it may work so long in all, which grows with what it reads. DuckDB reads a megabyte in some 20 ms. */
export function sqlPatienceOf({ giveUpAfter }: Pick<WorkSettings, 'giveUpAfter'>, bytes: number): number {
  const base = giveUpAfter * 1000
  return base + (base / 60_000) * SQL_MS_PER_MB * (bytes / 1e6)
}
