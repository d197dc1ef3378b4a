// Makes a screenshot small: a PNG of true colours becomes one of at most 256, which is what a page has, its soft edges apart.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOURS = 256
const FREQUENT = 160

/** Takes what Chromium writes: 8 bits a channel, with or without alpha, not interlaced. */
export function smallPng(png) {
  const { width, height, channels, pixels } = decode(png)
  const { palette, indexOf } = quantise(pixels, channels)
  // No filter: neighbours in a palette are not alike.
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += channels) rows[y * (width + 1) + x + 1] = indexOf(pixels, at)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flat())
  const parts = [
    ['IHDR', header],
    ['PLTE', colours],
    ['IDAT', deflateSync(rows, { level: 9, memLevel: 9 })],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([SIGNATURE, ...parts.map(([type, data]) => chunk(type, data))])
}

function decode(png) {
  const data = []
  let header
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = body
    if (type === 'IDAT') data.push(body)
    at += 12 + length
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = { 2: 3, 6: 4 }[header[9]]
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error('this kind of PNG is not known')
  return {
    width,
    height,
    channels,
    pixels: unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels),
  }
}

function unfiltered(raw, stride, height, channels) {
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const here = y * stride + x
      const left = x >= channels ? pixels[here - channels] : 0
      const up = y > 0 ? pixels[here - stride] : 0
      const corner = x >= channels && y > 0 ? pixels[here - stride - channels] : 0
      pixels[here] = raw[y * (stride + 1) + 1 + x] + predicted(filter, left, up, corner)
    }
  }
  return pixels
}

function predicted(filter, left, up, corner) {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** The most frequent colours, and those least like any of them; every other one becomes the nearest. */
function quantise(pixels, channels) {
  const counts = new Map()
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const colours = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([colour]) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  const palette = colours.slice(0, FREQUENT)
  const rest = colours.slice(FREQUENT)
  const distances = rest.map(colour => Math.min(...palette.map(known => distance(known, colour))))
  while (palette.length < COLOURS && rest.length > 0) {
    const at = distances.reduce((best, one, k) => (one > distances[best] ? k : best), 0)
    if (distances[at] === 0) break
    palette.push(rest[at])
    for (const [k, colour] of rest.entries()) distances[k] = Math.min(distances[k], distance(rest[at], colour))
  }
  const known = new Map()
  const indexOf = (from, at) => {
    const colour = (from[at] << 16) | (from[at + 1] << 8) | from[at + 2]
    if (!known.has(colour)) {
      const away = palette.map(one => distance(one, from.subarray(at, at + 3)))
      known.set(colour, away.indexOf(Math.min(...away)))
    }
    return known.get(colour)
  }
  return { palette, indexOf }
}

function distance(one, other) {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
