// A language model that knows nothing: the llama architecture with one small layer and random weights, the same on every
// machine. It speaks in single characters, and what it says is noise; a grammar makes it noise of the right form.
import { ggufBytes } from './gguf.mjs'

const WIDTH = 32
const HEADS = 2
const HIDDEN = 64
export const CONTEXT = 32_768

const KINDS = { normal: 1, unknown: 2, control: 3, byte: 6 }
const WORDS = [
  ['<unk>', KINDS.unknown],
  ['<s>', KINDS.control],
  ['</s>', KINDS.control],
  ...Array.from({ length: 256 }, (_, k) => [`<0x${k.toString(16).toUpperCase().padStart(2, '0')}>`, KINDS.byte]),
  // A space is written as ▁ in vocabularies of this kind.
  ...Array.from({ length: 95 }, (_, k) => [k === 0 ? '▁' : String.fromCharCode(32 + k), KINDS.normal]),
]

export function tinyModel() {
  const random = randomFrom(1)
  const tensor = (name, ...shape) => {
    const size = shape.reduce((product, length) => product * length, 1)
    return { name, shape, data: Float32Array.from({ length: size }, () => (random() - 0.5) / 4) }
  }
  const norm = name => ({ name, shape: [WIDTH], data: new Float32Array(WIDTH).fill(1) })
  return ggufBytes(VALUES, [
    tensor('token_embd.weight', WIDTH, WORDS.length),
    norm('output_norm.weight'),
    tensor('output.weight', WIDTH, WORDS.length),
    norm('blk.0.attn_norm.weight'),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map(name => tensor(`blk.0.${name}.weight`, WIDTH, WIDTH)),
    norm('blk.0.ffn_norm.weight'),
    tensor('blk.0.ffn_gate.weight', WIDTH, HIDDEN),
    tensor('blk.0.ffn_up.weight', WIDTH, HIDDEN),
    tensor('blk.0.ffn_down.weight', HIDDEN, WIDTH),
  ])
}

const VALUES = {
  'general.architecture': ['text', 'llama'],
  'general.name': ['text', 'tiny'],
  'llama.context_length': ['u32', CONTEXT],
  'llama.embedding_length': ['u32', WIDTH],
  'llama.block_count': ['u32', 1],
  'llama.feed_forward_length': ['u32', HIDDEN],
  'llama.attention.head_count': ['u32', HEADS],
  'llama.attention.head_count_kv': ['u32', HEADS],
  'llama.attention.layer_norm_rms_epsilon': ['f32', 1e-5],
  'llama.rope.dimension_count': ['u32', WIDTH / HEADS],
  'llama.vocab_size': ['u32', WORDS.length],
  'tokenizer.ggml.model': ['text', 'llama'],
  'tokenizer.ggml.tokens': ['list', 'text', WORDS.map(([word]) => word)],
  'tokenizer.ggml.scores': ['list', 'f32', WORDS.map(() => 0)],
  'tokenizer.ggml.token_type': ['list', 'i32', WORDS.map(([, kind]) => kind)],
  'tokenizer.ggml.unknown_token_id': ['u32', 0],
  'tokenizer.ggml.bos_token_id': ['u32', 1],
  'tokenizer.ggml.eos_token_id': ['u32', 2],
  'tokenizer.ggml.add_bos_token': ['bool', true],
  'tokenizer.ggml.add_eos_token': ['bool', false],
  'tokenizer.ggml.add_space_prefix': ['bool', false],
}

function randomFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
