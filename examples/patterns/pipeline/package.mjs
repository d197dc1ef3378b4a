// Packs the tested program into a tar archive. The same program gives the same bytes: doing it twice changes nothing.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultOf, work, workDir, writeWhole } from '../assignment.mjs'

await work(assignment => {
  const { name, version } = assignment.input
  const tested = resultOf(assignment)
  const program = readFileSync(tested.file)
  if (sha256(program) !== tested.sha256) throw new Error('the program is not the one that was tested')
  const root = `${name}-${version}`
  const archive = tar([
    { path: `${root}/${name}.mjs`, content: program, mode: 0o755 },
    { path: `${root}/README`, content: Buffer.from(`${name} ${version}\n\nnode ${name}.mjs NUMBER\n`), mode: 0o644 },
  ])
  const file = join(workDir(assignment), `${root}.tar`)
  writeWhole(file, archive)
  return { summary: `${root}.tar, ${archive.length} bytes`, file, bytes: archive.length, sha256: sha256(archive) }
})

/** The plain tar format: a header of 512 bytes per file, contents in blocks of 512, two empty blocks at the end. */
function tar(files) {
  const blocks = files.flatMap(({ path, content, mode }) => [
    header(path, content.length, mode),
    content,
    Buffer.alloc(-content.length & 511),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function header(path, size, mode) {
  const block = Buffer.alloc(512)
  const octal = (value, length) => value.toString(8).padStart(length - 1, '0')
  block.write(path, 0)
  block.write(octal(mode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(0, 12), 136)
  block.write('        0', 148)
  block.write('ustar\u000000', 257)
  // The sum is made with its own field blank.
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 7)}\0 `, 148)
  return block
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
