// Readers of the config file: external commands that turn files of other forms into text.
import { ShoalError } from '@shoal/base/model/errors'
import { isRecord, shown } from '@shoal/base/model/option-values'

/** As it is written: `{ '*.doc': { command: ['antiword', '{file}'], as: 'txt' } }`. */
export interface ConfiguredReader {
  /** The program and its arguments; no shell reads them. `{file}` is the path of the file; without it the file comes on standard input. */
  readonly command: readonly string[]
  /** What comes out, as the ending of a file name: `jsonl`, `csv`, `log`; `txt` if left out. */
  readonly as?: string
  /** It is stopped after so many. */
  readonly seconds?: number
  /** It is stopped when it and all that it started take more. */
  readonly megabytes?: number
}

export type ReaderTable = Readonly<Record<string, ConfiguredReader>>

export interface Reader extends Required<ConfiguredReader> {
  /** Of names of files. */
  readonly glob: string
}

const SECONDS = 300
const MEGABYTES = 2000

export function readReaders(value: unknown, source: string): readonly Reader[] {
  if (value === undefined) return []
  if (!isRecord(value)) throw invalid(source, `"readers" must be an object by glob; it is ${shown(value)}`)
  return Object.entries(value).map(([glob, entry]) => {
    const { command, as = 'txt', seconds = SECONDS, megabytes = MEGABYTES, ...rest } = isRecord(entry) ? entry : {}
    const isCommand = Array.isArray(command) && command.length > 0 && command.every(word => typeof word === 'string')
    if (glob === '' || !isCommand || command[0] === '' || Object.keys(rest).length > 0)
      throw invalid(
        source,
        `"readers" for "${glob}" must be { command: [PROGRAM, …] } with as, seconds and megabytes if wanted`,
      )
    if (typeof as !== 'string' || !/^[A-Za-z0-9]{1,16}$/.test(as))
      throw invalid(
        source,
        `"readers" for "${glob}": "as" must be the ending of a file name, such as jsonl; it is ${shown(as)}`,
      )
    for (const [key, amount] of Object.entries({ seconds, megabytes }))
      if (!Number.isSafeInteger(amount) || (amount as number) < 1)
        throw invalid(
          source,
          `"readers" for "${glob}": "${key}" must be a whole number of at least 1; it is ${shown(amount)}`,
        )
    return { glob, command, as, seconds: seconds as number, megabytes: megabytes as number }
  })
}

function invalid(source: string, what: string): ShoalError {
  return new ShoalError('config-invalid', `${source}: ${what}`, { detail: source })
}
