import { createHash } from 'node:crypto'
import { KERNEL_BUILDS } from '@apsis/engine/host.ts'
import { readKernel } from '@apsis/engine/kernel-file.ts'
import type { Plugin } from 'vite'

/** The file that the build replaces by the addresses of the kernels. */
const KERNEL_FILES = /[\\/]web[\\/]space[\\/]kernel-files\.data\.ts$/

/** Adds both builds of the SGP4 kernels to the pages; a browser loads the one that it can run. */
export const kernels: Plugin = {
  name: 'kernels',
  enforce: 'pre',
  async load(id) {
    if (!KERNEL_FILES.test(id)) return null
    const files = await Promise.all(
      KERNEL_BUILDS.map(async (build) => {
        const source = await readKernel(build)
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/sgp4-${build}-${hash}.wasm`
        this.emitFile({ type: 'asset', fileName, source })
        return [build, `/${fileName}`] as const
      }),
    )
    return `export const KERNEL_FILES = ${JSON.stringify(Object.fromEntries(files))}\n`
  },
}
