/** A compiled module. It can be instantiated several times. */
export interface WasmModule {
  readonly wasmModule: never;
}

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The memory of an instance. `buffer` is replaced when the memory grows. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule) => WasmInstance;
}

/** The part of the WebAssembly API that the lexer uses. Node provides it, but TypeScript declares it only for the DOM. */
export const { WebAssembly: webAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };
