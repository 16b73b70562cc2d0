import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseKernelBuild } from '@apsis/astro/kernel/engine.ts'
import { PACKED, WASM_ENGINE } from './host.ts'
import { cachedKernelFile } from './kernel-sources.ts'

/** Returns the WebAssembly of the kernels: of the named build, or of the best build that this Node can run. */
export async function readKernel(
  build = chooseKernelBuild(WASM_ENGINE),
  folder = PACKED,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = join(folder, `${build}.wasm`)
  if (existsSync(packed)) return new Uint8Array(readFileSync(packed))
  const cached = cachedKernelFile(build)
  if (!existsSync(cached)) await (await import('./build.ts')).buildKernel(build, cached)
  return new Uint8Array(readFileSync(cached))
}
