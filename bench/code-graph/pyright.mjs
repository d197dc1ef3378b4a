export async function pyrightSays() {
  throw new Error('later')
}
