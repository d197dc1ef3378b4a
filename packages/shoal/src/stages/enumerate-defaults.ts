// What is left out of every directory unless the user asks for it by name (M2). One table; a rule is quoted by its label.
// Archives and documents whose form can be read are not in it: they are read as what they hold (packages/shoal/src/forms/).

/** Folders that hold what tools put there: history, dependencies, build results, editor state. */
const DIRECTORIES = [
  ...['.git', '.hg', '.svn', '.jj'],
  ...['node_modules', 'bower_components', 'vendor', '.venv', '__pycache__', '.tox', '.nox', '.eggs'],
  ...['.mypy_cache', '.pytest_cache', '.ruff_cache', '.gradle', '.terraform'],
  ...['dist', 'build', 'target', 'out', '.next', '.nuxt', '.svelte-kit', '.turbo', '.parcel-cache'],
  ...['.idea', '.vscode'],
]

/** By the end of the name. Only what is never text, or text that nobody wrote; `.svg` is markup and stays in (D2). */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  'editor file': ['.swp', '.swo', '~'],
  image: [
    ...['.png', '.jpg', '.jpeg', '.gif', '.ico', '.icns', '.cur', '.bmp', '.tif', '.tiff', '.webp', '.avif', '.heic'],
    ...['.heif', '.jxl', '.psd', '.xcf', '.svgz'],
  ],
  document: [...['.doc', '.xls', '.xlsb', '.ppt', '.pptx', '.odt', '.odp', '.epub', '.mobi', '.pages', '.numbers']],
  archive: [
    ...['.lz4', '.lzma', '.br', '.7z', '.rar'],
    ...[
      '.jar',
      '.war',
      '.ear',
      '.whl',
      '.egg',
      '.gem',
      '.nupkg',
      '.deb',
      '.rpm',
      '.apk',
      '.ipa',
      '.dmg',
      '.iso',
      '.cab',
    ],
  ],
  'executable or library': [
    ...['.exe', '.dll', '.so', '.dylib', '.msi', '.ko', '.o', '.a', '.wasm', '.pyc', '.pyo', '.pyd', '.class', '.dex'],
  ],
  media: [
    ...['.mp3', '.mp4', '.m4a', '.m4v', '.wav', '.flac', '.ogg', '.opus', '.aac', '.wma', '.avi', '.mov', '.mkv'],
    ...['.webm', '.wmv', '.mpg', '.mpeg'],
  ],
  font: ['.ttf', '.otf', '.woff', '.woff2', '.eot'],
  generated: ['.min.js', '.min.css', '.map', '.d.ts', '.d.mts', '.d.cts'],
}

/** By the whole name. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'lock file': [
    ...[
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'bun.lockb',
      'deno.lock',
    ],
    ...['Gemfile.lock', 'poetry.lock', 'Pipfile.lock', 'uv.lock', 'Cargo.lock', 'composer.lock', 'mix.lock', 'go.sum'],
    ...['pubspec.lock', 'Podfile.lock', 'flake.lock'],
  ],
  'system file': ['.git', '.DS_Store', 'Thumbs.db'],
}

const directories = new Map(DIRECTORIES.map(name => [name, `${name}/`]))
const suffixes = labelled(SUFFIXES, suffix => `*${suffix}`)
const names = labelled(NAMES, name => name)

/** The default rule that leaves an entry out, by its label (`node_modules/`, `*.png (image)`), or null. */
export function defaultExclusion(name: string, isDirectory: boolean): string | null {
  if (isDirectory) return directories.get(name) ?? null
  const lower = name.toLowerCase()
  const last = lower.lastIndexOf('.')
  if (last >= 0) {
    const bySuffix = suffixes.get(lower.slice(last)) ?? doubleSuffix(lower, last)
    if (bySuffix) return bySuffix
  }
  return names.get(name) ?? (name.endsWith('~') ? suffixes.get('~')! : null)
}

/** `.min.js`, `.d.ts`: the rule for a name's last two endings. */
function doubleSuffix(name: string, last: number): string | undefined {
  const before = last > 0 ? name.lastIndexOf('.', last - 1) : -1
  return before >= 0 ? suffixes.get(name.slice(before)) : undefined
}

function labelled(
  table: Readonly<Record<string, readonly string[]>>,
  show: (key: string) => string,
): Map<string, string> {
  const rules = new Map<string, string>()
  for (const [group, keys] of Object.entries(table)) for (const key of keys) rules.set(key, `${show(key)} (${group})`)
  return rules
}
