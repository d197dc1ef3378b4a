// Memory of the table kernel: blocks of a power of two, zeroed, with a free list per size. Nothing else allocates.

const SMALLEST: u32 = 6
const FREE: usize = memory.data(32 * 4, 16)

const BOTTOM: usize = (__heap_base + 63) & ~63
let top: usize = BOTTOM

@inline function sizeClass(size: usize): u32 {
  const bits = size <= 64 ? SMALLEST : 32 - u32(clz(u32(size - 1)))
  return bits
}

/** Zeroed memory of at least `size` bytes. */
export function take(size: usize): usize {
  const bits = sizeClass(size)
  const slot = FREE + (bits << 2)
  const free = load<u32>(slot)
  if (free != 0) {
    store<u32>(slot, load<u32>(free))
    memory.fill(free, 0, usize(1) << bits)
    return free
  }
  const at = top
  top += usize(1) << bits
  const pages = i32((top + 65535) >> 16) - memory.size()
  if (pages > 0 && memory.grow(pages) < 0) unreachable()
  return at
}

/** Everything is free again, and zeroed. */
export function giveAll(): void {
  memory.fill(BOTTOM, 0, top - BOTTOM)
  memory.fill(FREE, 0, 32 * 4)
  top = BOTTOM
}

export function give(at: usize, size: usize): void {
  const slot = FREE + (sizeClass(size) << 2)
  store<u32>(at, load<u32>(slot))
  store<u32>(slot, u32(at))
}
