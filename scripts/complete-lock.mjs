// Completes package-lock.json after `npm install`: a registry that lacks the builds of some package for other platforms
// leaves them out, and then `npm ci` refuses the file everywhere. Entries without an address are fetched by name.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []

for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const at = `node_modules/${name}`
    if (lock.packages[at]) continue
    lock.packages[at] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) }
    added.push(name)
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added.length} platform packages added`)

/** Platform packages say in their name where they belong: `cli-linux-arm64-musl`, `binding-wasm32-wasi`. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = [
    'android',
    'darwin',
    'freebsd',
    'linux',
    'openharmony',
    'openbsd',
    'netbsd',
    'sunos',
    'aix',
    'win32',
  ].find(word => words.includes(word))
  const cpu = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'].find(word =>
    words.includes(word),
  )
  const libc = words.some(word => /musl/.test(word))
    ? 'musl'
    : words.some(word => /^gnu/.test(word))
      ? 'glibc'
      : undefined
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) }
}
