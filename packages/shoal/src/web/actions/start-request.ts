// What a page sends to start a run, checked before anything is made of it.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ShoalError } from '@shoal/base/model/errors'
import { BUILT_IN, type LiveStart } from '@shoal/base/model/live'
import { readTyped } from '@shoal/base/model/option-values'
import { z } from 'zod'
import { options } from '../../config/options.ts'
import { whyUnreadable } from '../../run/readable-path.ts'
import type { ApiContext } from '../api-context.ts'
import { NO_NUL, readShape } from './read-shape.ts'

const text = z.string().regex(...NO_NUL)

/** What a command line can say. */
export const costLimit = z.number().min(0.000001).max(1_000_000)

const shape = z.strictObject({
  paths: z.array(text.min(1)).min(1).max(1000),
  query: text.max(10_000).nullish(),
  model: text.min(1).max(200).nullish(),
  maxCostUsd: costLimit.nullish(),
  asks: z.boolean().nullish(),
})

/** Throws `bad-value`. An empty question is none. */
export function readStart(body: unknown): LiveStart {
  const example = '{ "paths": […], "query": null, "model": null, "maxCostUsd": null }'
  const { paths, query, model, maxCostUsd, asks } = readShape(shape, body, example)
  return {
    paths: paths.map(typedPath),
    query: query?.trim() || null,
    model: model ?? null,
    maxCostUsd: maxCostUsd ?? null,
    ...(asks && { asks }),
  }
}

/** As people paste paths: in quotation marks, from their home directory, as an address of a file. */
export function typedPath(given: string): string {
  const path = given.trim().replace(/^(["'])(.*)\1$/s, '$2')
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1))
  if (!/^file:\/\//i.test(path) || !URL.canParse(path)) return path
  try {
    return fileURLToPath(path)
  } catch {
    return path
  }
}

/** Throws what is wrong with it, before anything is read: the first path that cannot be, a model of no name, a limit of nothing. */
export function checkStart(
  { cwd, settings }: Pick<ApiContext, 'cwd' | 'settings'>,
  { paths, query, model, maxCostUsd, asks = false }: LiveStart,
): void {
  for (const path of paths) {
    const error = whyUnreadable({ cwd }, path)
    if (!error) continue
    if (error.code !== 'not-found' || !/[*?[\]{}]/.test(path)) throw error
    throw new ShoalError('not-found', error.message, {
      detail: path,
      advice: 'name the directory: all of it is read; patterns such as `*.csv` are for the shell',
    })
  }
  if (model !== null) readTyped(options.model, [model], 'model')
  const reader = model ?? settings.model
  if (asks && (query === null || reader === null || reader === BUILT_IN))
    throw new ShoalError('bad-value', 'to look step by step takes a question and a model', {
      detail: query === null ? 'query' : 'model',
      advice: query === null ? 'write the question' : 'name the model that looks',
    })
  if (maxCostUsd !== null && (reader === null || reader === BUILT_IN))
    throw new ShoalError('bad-value', 'a limit of cost needs a model', {
      detail: 'maxCostUsd',
      advice: 'name the model that reads, or leave the limit out; the built-in analysts cost nothing',
    })
}
