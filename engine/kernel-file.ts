import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseKernelBuild } from '@apsis/astro/kernel/engine.ts'
import { PACKED, WASM_ENGINE } from './host.ts'

/** The WebAssembly of the kernels: of the build named, or of the best that this Node can run. */
export async function readKernel(build = chooseKernelBuild(WASM_ENGINE)): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(PACKED, `${build}.wasm`)
  if (existsSync(file)) return new Uint8Array(readFileSync(file))
  const { buildKernel } = await import('./build.ts')
  return await buildKernel(build)
}
