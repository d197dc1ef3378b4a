// SHA-256 (FIPS 180-4): by it texts too long to keep are compared.

export const DIGEST: usize = 32

const ROUNDS: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
const START: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
const STATE: usize = memory.data(32, 16)
const SCHEDULE: usize = memory.data(256, 16)
const LAST: usize = memory.data(128, 16)

/** Writes the digest of the text to `out`. */
export function sha256(ptr: usize, len: usize, out: usize): void {
  memory.copy(STATE, START, 32)
  const bits = u64(len) << 3
  for (; len >= 64; ptr += 64, len -= 64) compress(ptr)
  const size: usize = len < 56 ? 64 : 128
  memory.fill(LAST, 0, 128)
  memory.copy(LAST, ptr, len)
  store<u8>(LAST + len, 0x80)
  store<u64>(LAST + size - 8, bswap(bits))
  compress(LAST)
  if (size == 128) compress(LAST + 64)
  for (let k: usize = 0; k < 32; k += 4) store<u32>(out + k, bswap(load<u32>(STATE + k)))
}

function compress(block: usize): void {
  for (let k: usize = 0; k < 64; k += 4) store<u32>(SCHEDULE + k, bswap(load<u32>(block + k)))
  for (let k: usize = 64; k < 256; k += 4) {
    const x = load<u32>(SCHEDULE + k - 60)
    const y = load<u32>(SCHEDULE + k - 8)
    const s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)
    const s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10)
    store<u32>(SCHEDULE + k, load<u32>(SCHEDULE + k - 64) + s0 + load<u32>(SCHEDULE + k - 28) + s1)
  }
  let a = load<u32>(STATE)
  let b = load<u32>(STATE, 4)
  let c = load<u32>(STATE, 8)
  let d = load<u32>(STATE, 12)
  let e = load<u32>(STATE, 16)
  let f = load<u32>(STATE, 20)
  let g = load<u32>(STATE, 24)
  let h = load<u32>(STATE, 28)
  for (let k: usize = 0; k < 256; k += 4) {
    const s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
    const one = h + s1 + ((e & f) ^ (~e & g)) + load<u32>(ROUNDS + k) + load<u32>(SCHEDULE + k)
    const s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = d + one
    d = c
    c = b
    b = a
    a = one + two
  }
  store<u32>(STATE, load<u32>(STATE) + a)
  store<u32>(STATE, load<u32>(STATE, 4) + b, 4)
  store<u32>(STATE, load<u32>(STATE, 8) + c, 8)
  store<u32>(STATE, load<u32>(STATE, 12) + d, 12)
  store<u32>(STATE, load<u32>(STATE, 16) + e, 16)
  store<u32>(STATE, load<u32>(STATE, 20) + f, 20)
  store<u32>(STATE, load<u32>(STATE, 24) + g, 24)
  store<u32>(STATE, load<u32>(STATE, 28) + h, 28)
}
