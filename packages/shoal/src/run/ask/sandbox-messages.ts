// What the sandbox and its host say to each other.

export interface SandboxData {
  /** 0 while an answer is waited for. */
  readonly answered: Int32Array
  readonly functions: readonly string[]
  readonly milliseconds: number
  readonly memoryBytes: number
  readonly mostOutput: number
}

export interface ToSandbox {
  readonly code: string
}

export type FromSandbox =
  | { readonly kind: 'ready' }
  | { readonly kind: 'call'; readonly name: string; readonly input: string }
  | { readonly kind: 'done'; readonly text: string; readonly isError: boolean }
