// Names of what was packed: `logs.zip!app/a.log` is a member of an archive, `app.log.gz` a compressed `app.log`.

/** Between a packed file and what is in it. */
export const INSIDE = '!'

const CODEC = /\.(?:gz|zst|zstd|bz2|xz)$/i
const CONTAINER =
  /\.(?:zip|tar|gz|tgz|taz|zst|zstd|tzst|bz2|tbz2?|xz|txz|xlsx|xlsm|ods|docx|pdf|ipynb|db|db3|sqlite3?|arrow|feather|jar|war|whl)!/gi

/** The last part of a path by which its content is told: without the archive around it, and without `.gz` and the like. */
export function contentName(base: string): string {
  let start = 0
  if (base.includes(INSIDE)) for (const { index, 0: found } of base.matchAll(CONTAINER)) start = index + found.length
  const own = start > 0 && start < base.length ? base.slice(start) : base
  return withoutCodec(own)
}

export function withoutCodec(name: string): string {
  const short = name.replace(CODEC, '')
  return short === '' || short.endsWith('/') ? name : short
}
