import { join } from 'node:path'
import type { WasmEngine } from '@apsis/astro/kernel/engine.ts'

export const KERNEL_BUILDS = ['baseline', 'relaxed'] as const
export type KernelBuild = (typeof KERNEL_BUILDS)[number]

/** WebAssembly of this Node; the types of Node leave it out. */
export const WASM_ENGINE = (globalThis as unknown as { WebAssembly: WasmEngine }).WebAssembly

/** Where a package carries its kernels; a checkout compiles its own. */
export const PACKED = join(import.meta.dirname, 'wasm')
