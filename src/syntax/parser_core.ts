import { Parser } from "web-tree-sitter";
import type { ParserMemory } from "./tree_memory.ts";

/** The WebAssembly core, which is one per thread. */
export interface ParserCore {
  readonly memory: ParserMemory;
  /** Forgets the calls that a trap left on the core's stack; without it every later call would overflow too. */
  unwind(): void;
  /** Memory of so many bytes inside the core, which is never freed; 0 when there is none. */
  allocate(bytes: number): number;
  /** Keeps a copy of the memory. */
  snapshot(): CoreSnapshot;
}

/** A copy of the core's memory: as large as all of it. */
export interface CoreSnapshot {
  /** Puts the copy back, which undoes all that happened since. */
  restore(): void;
  /** Gives the copy's memory back at once: the garbage collector would leave several lying. Used once, last. */
  release(): void;
}

/** Starts the core with the bytes of its WebAssembly file; later calls answer the one that runs. */
export function startCore(bytes: Uint8Array): Promise<ParserCore> {
  return core ??= start(bytes);
}

/**
 * Most memory that the core may take, in bytes. A file of 1 MiB needs about a fifth of it; a hostile one could ask for
 * gigabytes within its time limit, and is refused instead.
 */
const MEMORY_LIMIT = 256 << 20;

/**
 * The core's own stack is 64 kB, which deep nesting overflows into its data, unnoticed. A stack larger than the one of
 * the JavaScript engine makes the engine notice first.
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
    // The options object is where the core leaves the views of its memory.
    memory: options as unknown as ParserMemory,
    unwind: () => exports!._emscripten_stack_restore(top),
    allocate: (bytes) => exports!.malloc(bytes),
    snapshot: () => snapshot(options as unknown as ParserMemory),
  };
}

/** The hooks of the core's loader that are used here. */
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
