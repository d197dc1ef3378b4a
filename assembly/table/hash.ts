// A 64-bit hash of cells: it nominates, and a comparison decides. Texts of up to SHORT bytes are the hash: no two of them
// share one, but a longer text may have that of a short one.

const K1: u64 = 0x9e3779b185ebca87
const K2: u64 = 0xc2b2ae3d27d4eb4f
const K3: u64 = 0xff51afd7ed558ccd
const K4: u64 = 0xc4ceb9fe1a85ec53

/** With the length they fill eight bytes, and `mix` takes no two numbers to the same. */
export const SHORT: usize = 7

@inline function mix(h: u64): u64 {
  h ^= h >> 33
  h *= K3
  h ^= h >> 29
  h *= K4
  return h ^ (h >> 32)
}

/** Reads up to seven bytes behind the text, which must be there but do not count. */
export function hashOf(ptr: usize, len: usize): u64 {
  if (len <= SHORT) return mix((load<u64>(ptr) & ((u64(1) << (u64(len) << 3)) - 1)) | (u64(len) << 56))
  let h: u64 = u64(len) * K1
  while (len >= 8) {
    h = rotl(h ^ (load<u64>(ptr) * K2), 31) * K1
    h ^= h >> 29
    ptr += 8
    len -= 8
  }
  if (len > 0) h ^= (load<u64>(ptr) & ((u64(1) << (u64(len) << 3)) - 1)) * K2
  return mix(h)
}

/** The hash of a row, cell by cell. */
@inline export function chain(row: u64, cell: u64): u64 {
  return rotl(row ^ cell, 27) * K1 + K2
}
