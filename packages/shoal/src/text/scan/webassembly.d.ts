// The part of the WebAssembly API used here; its types otherwise come only with those of a browser.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: object)
    readonly exports: object
  }
  class Memory {
    constructor(limits: { initial: number })
    readonly buffer: ArrayBuffer
  }
}
