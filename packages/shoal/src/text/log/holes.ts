// Messages with holes in them, as numbers: two messages that differ only in the places of their holes have the same
// number. 53 bits of two sums, so that a hole costs one subtraction and a chance meeting is out of the question.

const [FACTOR_A, FACTOR_B] = [0x9e3779b1, 0x85ebca6b]
const HOLE = hash('\u0002', 7)

export class HoledMessage {
  private readonly partsA: Int32Array
  private readonly partsB: Int32Array
  private sumA = 0
  private sumB = 0

  constructor(tokens: readonly string[]) {
    this.partsA = new Int32Array(tokens.length)
    this.partsB = new Int32Array(tokens.length)
    let [placeA, placeB] = [FACTOR_A, FACTOR_B]
    for (const [at, token] of tokens.entries()) {
      // What a hole in this place would change in the sums.
      this.partsA[at] = Math.imul(HOLE - hash(token, 1), placeA)
      this.partsB[at] = Math.imul(HOLE - hash(token, 2), placeB)
      this.sumA = (this.sumA + Math.imul(hash(token, 1), placeA)) | 0
      this.sumB = (this.sumB + Math.imul(hash(token, 2), placeB)) | 0
      placeA = Math.imul(placeA, FACTOR_A)
      placeB = Math.imul(placeB, FACTOR_B)
    }
  }

  /** The number of the message with holes in these places. */
  at(...places: readonly number[]): number {
    let [a, b] = [this.sumA, this.sumB]
    for (const place of places) {
      a = (a + this.partsA[place]!) | 0
      b = (b + this.partsB[place]!) | 0
    }
    return (a >>> 0) * 2 ** 21 + (b >>> 11)
  }
}

function hash(text: string, seed: number): number {
  let value = Math.imul(seed, 0x27d4eb2f)
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return value ^ (value >>> 13)
}
