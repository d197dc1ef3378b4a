// Writes model files in the GGUF format, version 3: a head of named values, a list of tensors, their numbers.
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
const ALIGNMENT = 32
const TYPES = { u32: 4, i32: 5, f32: 6, bool: 7, text: 8, list: 9 }
const F32 = 0

/** `values`: name → [type, value] or ['list', type, values]. `tensors`: { name, shape, data: Float32Array }. */
export function ggufBytes(values, tensors) {
  const entries = Object.entries(values)
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length)]
  for (const [name, [type, ...rest]] of entries) head.push(text(name), u32(TYPES[type]), encode(type, ...rest))
  let offset = 0
  for (const { name, shape, data } of tensors) {
    head.push(text(name), u32(shape.length), ...shape.map(u64), u32(F32), u64(offset))
    offset += aligned(data.byteLength)
  }
  return Buffer.concat([padded(Buffer.concat(head)), ...tensors.map(({ data }) => padded(bytesOf(data)))])
}

function encode(type, value, items) {
  switch (type) {
    case 'text':
      return text(value)
    case 'list':
      return Buffer.concat([u32(TYPES[value]), u64(items.length), ...items.map(item => encode(value, item))])
    case 'bool':
      return Buffer.from([value ? 1 : 0])
    case 'f32':
      return bytesOf(new Float32Array([value]))
    default:
      return bytesOf(new Int32Array([value]))
  }
}

function text(value) {
  const bytes = Buffer.from(value)
  return Buffer.concat([u64(bytes.length), bytes])
}

function u32(value) {
  return bytesOf(new Uint32Array([value]))
}

function u64(value) {
  return bytesOf(new BigUint64Array([BigInt(value)]))
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)])
}

function aligned(length) {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}
