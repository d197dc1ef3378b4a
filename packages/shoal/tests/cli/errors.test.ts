import { readFileSync } from 'node:fs'
import { errnoReason, errorTable, exitStatuses, ShoalError, toShoalError } from '@shoal/base/model/errors'
import { describe, expect, it } from 'vitest'
import { ClosedOutput } from '../../src/cli/io.ts'
import { reportError } from '../../src/cli/report-error.ts'
import { fakeIo } from './fake-io.ts'

const errno = (code: string, path?: string) => Object.assign(new Error(`${code}: some text`), { code, path })

const report = (thrown: unknown, debug = false) => {
  const io = fakeIo()
  return { status: reportError(thrown, io, debug), line: io.stderr.text }
}

describe('the error table', () => {
  it('gives every error a known exit status and advice that continues a sentence', () => {
    for (const [code, { exit, advice }] of Object.entries(errorTable)) {
      expect(exitStatuses, code).toHaveProperty(String(exit))
      expect(advice, code).toMatch(/^[a-z`].*[^.]$/)
    }
  })

  it('is known to a ShoalError', () => {
    const error = new ShoalError('too-many-open', 'a.csv: too many open files', { detail: 'a.csv' })
    expect(error).toMatchObject({
      exit: 5,
      retryable: true,
      detail: 'a.csv',
      advice: errorTable['too-many-open'].advice,
    })
  })
})

describe('errors of the system', () => {
  it.each([
    ['ENOENT', 2, 'shoal: f: no such file or directory — check the path\n'],
    ['EACCES', 2, 'shoal: f: permission denied — check the permissions of the path and of its directories\n'],
    ['EISDIR', 2, 'shoal: f: is a directory — name a file inside it\n'],
    ['ENOSPC', 2, 'shoal: f: no space left on the device — free some space, or write to another disk\n'],
    ['ELOOP', 2, 'shoal: f: a symbolic link leads back to itself — name the file that the link should lead to\n'],
    ['EMFILE', 5, 'shoal: f: too many open files — raise the limit with `ulimit -n` and run the command again\n'],
  ])('%s', (code, status, line) => {
    expect(report(errno(code, 'f'))).toEqual({ status, line })
  })

  it('are those the platform raises', () => {
    try {
      readFileSync('/')
    } catch (error) {
      expect(toShoalError(error, '/')).toMatchObject({ code: 'is-directory', message: '/: is a directory' })
      expect(errnoReason(error)).toBe('is a directory')
    }
    expect.assertions(2)
  })

  it('name the file as the user did, unless it is another file', () => {
    expect(toShoalError(errno('ENOENT', '/home/me/data/a.csv'), './a.csv').message).toBe(
      './a.csv: no such file or directory',
    )
    expect(toShoalError(errno('ENOENT', '/lib/b.wasm'), 'a.csv').message).toBe('/lib/b.wasm: no such file or directory')
  })

  it('keep the cause', () => {
    const cause = errno('EIO', 'f')
    expect(toShoalError(cause).cause).toBe(cause)
  })
})

describe('everything else', () => {
  it('is an internal error on one line, exit status 5', () => {
    const line = 'shoal: internal error: boom — run it again with `--debug` and report what it prints\n'
    expect(report(new Error('boom\nand more'))).toEqual({ status: 5, line })
    expect(report('boom')).toEqual({ status: 5, line })
    expect(report(undefined).status).toBe(5)
    expect(report(errno('toString')).status).toBe(5)
  })

  it('shows its own stack with debug', () => {
    expect(report(new TypeError('boom'), true).line).toMatch(/\nTypeError: boom\n {4}at /)
  })

  it('an abort is an interruption, exit status 130', () => {
    expect(report(AbortSignal.abort().reason)).toEqual({
      status: 130,
      line: 'shoal: interrupted — run the command again\n',
    })
  })

  it('a closed stdout is no error', () => {
    expect(report(new ClosedOutput())).toEqual({ status: 0, line: '' })
  })
})
