// Leaves out of the bundles what Plot holds on to and no chart of ours reaches: its `plot` function alone imports maps, legends
// and calendars. Whatever is done with a part that was left out throws; packages/page/tests/left-out.test.ts draws with and without.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Packages of D3 and files of Plot, each with the code of what is still asked of it. */
const LEFT_OUT = {
  // Maps. A picture without one still asks for its projection.
  'd3-geo': {},
  './projection.js': { createProjection: '({ projection }) => projection && leftOut()' },
  // Scales of colours, and what explains them: our colours are those of the style sheet.
  'd3-color': {},
  './scales/schemes.js': {},
  './scales/diverging.js': {},
  './legends/ramp.js': {},
  './legends/swatches.js': {},
  // Scales of time, and how numbers and dates are written: our axes and tips have words of their own.
  'd3-format': {},
  'd3-time-format': {},
  './time.js': {},
  './scales/temporal.js': {},
  // Reckoning with data: ours comes reckoned.
  './transforms/bin.js': {},
  './transforms/group.js': {},
  './transforms/stack.js': {},
  // A line around the picture.
  './marks/frame.js': {},
}

const plot = createRequire(import.meta.url).resolve('@observablehq/plot')
const d3 = createRequire(createRequire(plot).resolve('d3'))
const nameByPath = new Map(Object.keys(LEFT_OUT).map(name => [pathOf(name), name]))

function pathOf(name) {
  return name.startsWith('.') ? join(dirname(plot), name) : d3.resolve(name)
}

export function isLeftOut(path) {
  return nameByPath.has(path)
}

/** A plug-in of esbuild. Fails where something is not in the bundle in the first place: then the list is out of date. */
export function leaveOut() {
  return {
    name: 'leave-out',
    setup(build) {
      const seen = new Set()
      build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, async ({ path }) => {
        const name = nameByPath.get(path)
        if (name === undefined) return null
        seen.add(name)
        return { contents: standIn(name, Object.keys(await import(pathToFileURL(path).href))) }
      })
      build.onEnd(() => {
        const unseen = Object.keys(LEFT_OUT).filter(name => !seen.has(name))
        return { errors: unseen.map(name => ({ text: `${name} is to be left out of Plot, but is not in the bundle` })) }
      })
    },
  }
}

/** Exports the same names. To read one is as wrong as to call it. */
function standIn(name, exported) {
  const kept = LEFT_OUT[name]
  const gone = exported.filter(each => !Object.hasOwn(kept, each))
  return [
    `const leftOut = () => { throw new Error('A chart reached ${name} of Plot, which is left out.') }`,
    'const gone = new Proxy(leftOut, { get: leftOut, set: leftOut, has: leftOut })',
    ...Object.entries(kept).map(([each, code]) => `export const ${each} = ${code}`),
    `export { ${gone.map(each => `gone as ${each}`).join(', ')} }`,
  ].join('\n')
}
