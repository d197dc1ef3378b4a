// The texts of values as they are kept for comparing: whole up to 64 bytes; of longer ones the start and the SHA-256.
import { SHORT } from './hash'
import { DIGEST, sha256 } from './sha256'

const WHOLE: u32 = 64
const SCRATCH: usize = memory.data(32, 16)

@inline export function keptSize(length: u32): u32 {
  return length <= WHOLE ? length : WHOLE + u32(DIGEST)
}

export function keepText(to: usize, from: usize, length: u32): void {
  memory.copy(to, from, min(length, WHOLE))
  if (length > WHOLE) sha256(from, length, to + WHOLE)
}

/** Whether a text of the same hash and length as a kept one is the same. Seven bytes behind each must be there. */
@inline export function isKept(kept: usize, text: usize, length: u32): bool {
  return length <= u32(SHORT) || isSame(kept, text, length)
}

function isSame(kept: usize, text: usize, length: u32): bool {
  if (!areEqual(kept, text, min(length, WHOLE))) return false
  if (length <= WHOLE) return true
  sha256(text, length, SCRATCH)
  return areEqual(kept + WHOLE, SCRATCH, u32(DIGEST))
}

export function areEqual(a: usize, b: usize, size: u32): bool {
  for (; size >= 8; a += 8, b += 8, size -= 8) if (load<u64>(a) != load<u64>(b)) return false
  return size == 0 || ((load<u64>(a) ^ load<u64>(b)) & ((u64(1) << (u64(size) << 3)) - 1)) == 0
}
