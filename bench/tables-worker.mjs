// Reads one stretch of a table in a thread and hands its tally over.
import { parentPort, workerData } from 'node:worker_threads'
import { analyst } from '../build/shoal/content/structured-data/analyst.js'
import { openSource } from '../build/shoal/text/source-file.js'

const { path, stretch, about, brief } = workerData
const source = openSource(path)
const signal = new AbortController().signal
const tally = await analyst.read(source, stretch, { about, brief, signal, onRead: () => {} })
source.close()
parentPort.postMessage(tally, [...buffersIn(tally)])

function* buffersIn(value) {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer.byteLength > 0) yield value.buffer
  } else if (value !== null && typeof value === 'object')
    for (const part of Object.values(value)) yield* buffersIn(part)
}
