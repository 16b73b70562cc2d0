import { join } from 'node:path'
import type { WasmEngine } from '@apsis/astro/kernel/engine.ts'

export const KERNEL_BUILDS = ['baseline', 'relaxed'] as const
export type KernelBuild = (typeof KERNEL_BUILDS)[number]

/** The WebAssembly of this Node, which Node's type declarations do not contain. */
export const WASM_ENGINE = (globalThis as unknown as { WebAssembly: WasmEngine }).WebAssembly

/** The folder of the compiled kernels in a package or an image; a checkout compiles them into its cache instead. */
export const PACKED = join(import.meta.dirname, 'wasm')
