// Loaded into every thread of the test: a file named `stuck…` is never opened to the end by the functions that the file in
// STUCK_IN names; for `*`, `stuck-NAME.…` by the function NAME. It says that it was reached by a file beside that one.
import fs, { readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { openSync } = fs
Error.stackTraceLimit = 100

if (!isMainThread && process.env.STUCK_IN) {
  fs.openSync = (path, ...rest) => {
    const named = /\/stuck(?:-(\w+))?[^/]*$/.exec(path)
    if (named) {
      const said = readFileSync(process.env.STUCK_IN, 'utf8')
      const where = said === '*' ? (named[1] ?? '') : said
      if (where !== '' && new Error('here').stack.includes(where)) {
        writeFileSync(`${process.env.STUCK_IN}.reached`, '')
        for (;;);
      }
    }
    return openSync(path, ...rest)
  }
  syncBuiltinESMExports()
}
