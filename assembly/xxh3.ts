// XXH3 with 128 bits and seed 0 (xxHash 0.8), streaming: begin, whole blocks of 1024 bytes, then the rest.
// The hash is written to HASH as two u64: low, high.

const HASH: usize = 49152 + 192

const P32_1: u64 = 0x9e3779b1
const P32_2: u64 = 0x85ebca77
const P32_3: u64 = 0xc2b2ae3d
const P64_1: u64 = 0x9e3779b185ebca87
const P64_2: u64 = 0xc2b2ae3d27d4eb4f
const P64_3: u64 = 0x165667b19e3779f9
const P64_4: u64 = 0x85ebca77c2b2ae63
const P64_5: u64 = 0x27d4eb2f165667c5

const SECRET: usize = memory.data<u8>([
  0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
  0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
  0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
  0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
  0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71,
  0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8,
  0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a,
  0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea,
  0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb, 0x17,
  0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b,
  0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45,
  0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
], 16)

/** The eight accumulators. */
const ACC: usize = memory.data(64, 16)

export function xxhBegin(): void {
  store<u64>(ACC, P32_3)
  store<u64>(ACC, P64_1, 8)
  store<u64>(ACC, P64_2, 16)
  store<u64>(ACC, P64_3, 24)
  store<u64>(ACC, P64_4, 32)
  store<u64>(ACC, P32_2, 40)
  store<u64>(ACC, P64_5, 48)
  store<u64>(ACC, P32_1, 56)
}

/** Whole blocks of 1024 bytes that are not the end of the input. */
export function xxhBlocks(ptr: usize, len: usize): void {
  for (const end = ptr + len; ptr < end; ptr += 1024) {
    stripes(ptr, 16)
    scramble()
  }
}

/** The rest, of at least one byte unless the input is empty. If `total` exceeds `len`, the bytes before `ptr` are the input's. */
export function xxhEnd(ptr: usize, len: usize, total: u64): void {
  if (total <= 240) return short(ptr, usize(total))
  const blocks = (len - 1) / 1024
  xxhBlocks(ptr, blocks * 1024)
  stripes(ptr + blocks * 1024, (len - 1 - blocks * 1024) / 64)
  accumulate(ptr + len - 64, SECRET + 192 - 64 - 7)
  finish(merge(SECRET + 11, total * P64_1), merge(SECRET + 192 - 64 - 11, ~(total * P64_2)))
}

@inline function lane(sum: v128, data: v128, secret: v128): v128 {
  const key = v128.xor(data, secret)
  const product = i64x2.extmul_low_i32x4_u(
    i8x16.shuffle(key, key, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11),
    i8x16.shuffle(key, key, 4, 5, 6, 7, 12, 13, 14, 15, 4, 5, 6, 7, 12, 13, 14, 15),
  )
  return i64x2.add(i64x2.add(sum, product), i8x16.shuffle(data, data, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
}

function stripes(ptr: usize, count: usize): void {
  let a = v128.load(ACC)
  let b = v128.load(ACC, 16)
  let c = v128.load(ACC, 32)
  let d = v128.load(ACC, 48)
  for (let i: usize = 0; i < count; i++) {
    const secret = SECRET + i * 8
    a = lane(a, v128.load(ptr), v128.load(secret))
    b = lane(b, v128.load(ptr, 16), v128.load(secret, 16))
    c = lane(c, v128.load(ptr, 32), v128.load(secret, 32))
    d = lane(d, v128.load(ptr, 48), v128.load(secret, 48))
    ptr += 64
  }
  v128.store(ACC, a)
  v128.store(ACC, b, 16)
  v128.store(ACC, c, 32)
  v128.store(ACC, d, 48)
}

function accumulate(ptr: usize, secret: usize): void {
  for (let i: usize = 0; i < 64; i += 16) {
    v128.store(ACC + i, lane(v128.load(ACC + i), v128.load(ptr + i), v128.load(secret + i)))
  }
}

function scramble(): void {
  for (let i: usize = 0; i < 64; i += 8) {
    let sum = load<u64>(ACC + i)
    sum ^= sum >> 47
    sum ^= load<u64>(SECRET + 128 + i)
    store<u64>(ACC + i, sum * P32_1)
  }
}

function merge(secret: usize, start: u64): u64 {
  let sum = start
  for (let i: usize = 0; i < 64; i += 16) {
    sum += fold(load<u64>(ACC + i) ^ load<u64>(secret + i), load<u64>(ACC + i, 8) ^ load<u64>(secret + i, 8))
  }
  return avalanche(sum)
}

function finish(low: u64, high: u64): void {
  store<u64>(HASH, low)
  store<u64>(HASH, high, 8)
}

@inline function avalanche(h: u64): u64 {
  h ^= h >> 37
  h *= 0x165667919e3779f9
  return h ^ (h >> 32)
}

@inline function avalanche64(h: u64): u64 {
  h ^= h >> 33
  h *= P64_2
  h ^= h >> 29
  h *= P64_3
  return h ^ (h >> 32)
}

/** The upper half of the last product. */
let upper: u64 = 0

/** 64 × 64 → 128 bits: returns the lower half and leaves the upper one in `upper`. */
function multiply(a: u64, b: u64): u64 {
  const al = a & 0xffffffff
  const ah = a >> 32
  const bl = b & 0xffffffff
  const bh = b >> 32
  const ll = al * bl
  const hl = ah * bl
  const cross = (ll >> 32) + (hl & 0xffffffff) + al * bh
  upper = (hl >> 32) + (cross >> 32) + ah * bh
  return (cross << 32) | (ll & 0xffffffff)
}

@inline function fold(a: u64, b: u64): u64 {
  const low = multiply(a, b)
  return low ^ upper
}

function short(p: usize, len: usize): void {
  if (len > 128) return upTo240(p, len)
  if (len > 16) return upTo128(p, len)
  if (len > 8) return upTo16(p, len)
  if (len >= 4) return upTo8(p, len)
  if (len > 0) return upTo3(p, len)
  finish(
    avalanche64(load<u64>(SECRET, 64) ^ load<u64>(SECRET, 72)),
    avalanche64(load<u64>(SECRET, 80) ^ load<u64>(SECRET, 88)),
  )
}

function upTo3(p: usize, len: usize): void {
  const combined: u32 =
    (u32(load<u8>(p)) << 16) | (u32(load<u8>(p + (len >> 1))) << 24) | u32(load<u8>(p + len - 1)) | (u32(len) << 8)
  const turned = rotl<u32>(bswap<u32>(combined), 13)
  const flipLow = u64(load<u32>(SECRET) ^ load<u32>(SECRET, 4))
  const flipHigh = u64(load<u32>(SECRET, 8) ^ load<u32>(SECRET, 12))
  finish(avalanche64(u64(combined) ^ flipLow), avalanche64(u64(turned) ^ flipHigh))
}

function upTo8(p: usize, len: usize): void {
  const input = u64(load<u32>(p)) + (u64(load<u32>(p + len - 4)) << 32)
  const keyed = input ^ (load<u64>(SECRET, 16) ^ load<u64>(SECRET, 24))
  let low = multiply(keyed, P64_1 + (u64(len) << 2))
  let high = upper
  high += low << 1
  low ^= high >> 3
  low ^= low >> 35
  low *= 0x9fb21c651e98df25
  low ^= low >> 28
  finish(low, avalanche(high))
}

function upTo16(p: usize, len: usize): void {
  const flipLow = load<u64>(SECRET, 32) ^ load<u64>(SECRET, 40)
  const flipHigh = load<u64>(SECRET, 48) ^ load<u64>(SECRET, 56)
  const inputLow = load<u64>(p)
  let inputHigh = load<u64>(p + len - 8)
  let low = multiply(inputLow ^ inputHigh ^ flipLow, P64_1)
  let high = upper
  low += u64(len - 1) << 54
  inputHigh ^= flipHigh
  high += inputHigh + (inputHigh & 0xffffffff) * (P32_2 - 1)
  low ^= bswap<u64>(high)
  const last = multiply(low, P64_2)
  finish(avalanche(last), avalanche(upper + high * P64_2))
}

let mixLow: u64 = 0
let mixHigh: u64 = 0

@inline function mix16(p: usize, secret: usize): u64 {
  return fold(load<u64>(p) ^ load<u64>(secret), load<u64>(p, 8) ^ load<u64>(secret, 8))
}

function mix32(first: usize, second: usize, secret: usize): void {
  mixLow += mix16(first, secret)
  mixLow ^= load<u64>(second) + load<u64>(second, 8)
  mixHigh += mix16(second, secret + 16)
  mixHigh ^= load<u64>(first) + load<u64>(first, 8)
}

function finishMix(len: usize): void {
  const low = mixLow + mixHigh
  const high = mixLow * P64_1 + mixHigh * P64_4 + u64(len) * P64_2
  finish(avalanche(low), 0 - avalanche(high))
}

function upTo128(p: usize, len: usize): void {
  mixLow = u64(len) * P64_1
  mixHigh = 0
  if (len > 96) mix32(p + 48, p + len - 64, SECRET + 96)
  if (len > 64) mix32(p + 32, p + len - 48, SECRET + 64)
  if (len > 32) mix32(p + 16, p + len - 32, SECRET + 32)
  mix32(p, p + len - 16, SECRET)
  finishMix(len)
}

function upTo240(p: usize, len: usize): void {
  mixLow = u64(len) * P64_1
  mixHigh = 0
  for (let i: usize = 32; i < 160; i += 32) mix32(p + i - 32, p + i - 16, SECRET + i - 32)
  mixLow = avalanche(mixLow)
  mixHigh = avalanche(mixHigh)
  for (let i: usize = 160; i <= len; i += 32) mix32(p + i - 32, p + i - 16, SECRET + 3 + i - 160)
  mix32(p + len - 16, p + len - 32, SECRET + 103)
  finishMix(len)
}
