// JSON that programs write for themselves: lock files, source maps, records of builds. Its content is not judged.

/** Of the last part of a path. */
export const LOCKS = /^(?:package-lock|npm-shrinkwrap|.*[.-]lock)\.json$|\.lock$/i
const BUILT = /\.(?:map|min\.json|tsbuildinfo)$/i

export function isWrittenByProgram(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return LOCKS.test(name) || BUILT.test(name)
}
