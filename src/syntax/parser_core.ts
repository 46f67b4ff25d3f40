import { Parser } from "web-tree-sitter";
import type { ParserMemory } from "./tree_memory.ts";

/** The WebAssembly core, one per thread. */
export interface ParserCore {
  readonly memory: ParserMemory;
  /** Discards the calls left on the core's stack by a trap; without it every later call would overflow, too. */
  unwind(): void;
  /** Allocates memory in the core, in bytes, which is never freed; 0 on failure. */
  allocate(bytes: number): number;
  /** Copies the memory. */
  snapshot(): CoreSnapshot;
}

/** A copy of the core's whole memory. */
export interface CoreSnapshot {
  /** Restores the memory from the copy. */
  restore(): void;
  /** Frees the copy at once, because the garbage collector would accumulate several. Must be the last call. */
  release(): void;
}

/** Starts the core with the bytes of its WebAssembly file; later calls return the running one. */
export const startCore = (bytes: Uint8Array): Promise<ParserCore> => core ??= start(bytes);

/**
 * Maximum memory of the core in bytes. A file of 1 MiB needs about a fifth of it; a hostile one could request gigabytes
 * within its time limit.
 */
const MEMORY_LIMIT = 256 << 20;

/**
 * Stack size in bytes. The core's own stack is 64 kB, which deep nesting silently overflows into its data. A stack
 * larger than that of the JavaScript engine makes the engine detect the overflow first.
 */
const STACK_SIZE = 8 << 20;

let core: Promise<ParserCore> | undefined;

async function start(bytes: Uint8Array): Promise<ParserCore> {
  const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  let exports: CoreExports | undefined;
  const options: CoreOptions = {
    print: ignore,
    printErr: ignore,
    instantiateWasm(imports, receive): object {
      const instance = new WebAssembly.Instance(module, withMemoryLimit(imports));
      exports = instance.exports as unknown as CoreExports;
      receive(instance, module);
      return {};
    },
  };
  await Parser.init(options as unknown as Parameters<typeof Parser.init>[0]);
  const top = exports!.malloc(STACK_SIZE) + STACK_SIZE;
  exports!._emscripten_stack_restore(top);
  return {
    // The core stores the views of its memory in the options object.
    memory: options as unknown as ParserMemory,
    unwind: () => exports!._emscripten_stack_restore(top),
    allocate: (bytes) => exports!.malloc(bytes),
    snapshot: () => snapshot(options as unknown as ParserMemory),
  };
}

/** The hooks of the core's loader used here. */
interface CoreOptions {
  print(line: string): void;
  printErr(line: string): void;
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

interface CoreExports {
  malloc(size: number): number;
  _emscripten_stack_restore(address: number): void;
}

function snapshot(memory: ParserMemory): CoreSnapshot {
  const copy = new Uint8Array(memory.HEAPU8);
  return {
    restore: () => {
      memory.HEAPU8.set(copy);
      memory.HEAPU8.fill(0, copy.length);
    },
    release: () => void copy.buffer.transfer(0),
  };
}

function withMemoryLimit(imports: WebAssembly.Imports): WebAssembly.Imports {
  const env = imports["env"]!;
  const resize = env["emscripten_resize_heap"] as (size: number) => boolean;
  const limited = (size: number): boolean => size >>> 0 <= MEMORY_LIMIT && resize(size);
  return { ...imports, env: { ...env, emscripten_resize_heap: limited } };
}

function ignore(): void {}
