// `shoal profile FILE [QUERY]`: the exact figures of one file, from its built-in analyst.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { cacheDir } from '../config/cache-dir.ts'
import type { Profile } from '../run/profile.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { splitQuery } from './paths.ts'
import { styleFor } from './style.ts'

export const profile: Command = {
  name: 'profile',
  summary: 'the exact figures of one file',
  usage: 'FILE [QUERY]',
  examples: [
    { line: 'shoal profile orders.csv', does: 'its columns: types, missing values, distributions, outliers' },
    { line: 'shoal profile app.log --json', does: 'templates, levels and times for a script' },
    { line: 'shoal profile app.log --lines', does: 'the template of every line, one JSON object each' },
  ],
  run,
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const { paths, query } = splitQuery(io, args, face.query)
  const [path] = paths
  if (path === undefined) throw new ShoalError('missing-argument', 'shoal profile needs a FILE')
  if (paths.length > 1)
    throw new ShoalError('bad-value', `shoal profile takes one FILE; it got ${paths.length}`, {
      detail: paths[1]!,
      advice: 'run it once for each, or `shoal analyze` for all',
    })
  const { profileFile, templateLines } = await import('../run/profile.ts')
  const to = { output: face.output, inputs: [path], force: face.force }
  if (face.lines) {
    await writeDocument(io, to, async write => {
      for await (const one of templateLines(path, { settings, signal: io.signal }))
        await write(`${JSON.stringify(one)}\n`)
    })
    return 0
  }
  const made = await profileFile(path, {
    query,
    settings,
    signal: io.signal,
    cache: cacheDir(io.env, process.platform, io.cwd),
  })
  await writeDocument(io, to, async write => {
    if (face.format === 'json') return await writeJsonObject(write, await profileJson(made))
    const { profileText } = await import('../stages/report/profile-text.ts')
    await write(profileText(made, { width: io.columns, color: styleFor(io, face).enabled }))
  })
  return made.unread.length > 0 ? 6 : 0
}

async function profileJson(made: Profile): Promise<Record<string, unknown>> {
  const { findingJson } = await import('../stages/report/json.ts')
  return {
    path: made.path,
    content_type: made.contentType,
    language: made.language,
    size_bytes: made.sizeBytes,
    line_count: made.lineCount,
    summary: made.summary,
    topics: made.topics,
    notes: made.notes,
    answers: made.answers.length > 0 ? made.answers : undefined,
    findings: made.findings.map(findingJson),
    figures: made.figures,
  }
}
