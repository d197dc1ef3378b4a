// The inner loops in assembly/, compiled to WebAssembly.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const OPTIONS = '-O3 --runtime stub --enable simd --noAssert --importMemory --initialMemory 2'.split(' ')

export async function compileKernels(root, directory) {
  await Promise.all(['scan', 'table'].map(name => compile(root, name, join(directory, `${name}.wasm`))))
}

async function compile(root, name, file) {
  const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js')
  const args = [compiler, `assembly/${name}.ts`, '-o', file, ...OPTIONS]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2], windowsHide: true })
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (status !== 0) throw new Error(`assembly/${name}.ts does not compile`)
}
