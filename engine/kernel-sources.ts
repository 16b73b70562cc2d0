import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KernelBuild } from './host.ts'

const ROOT = join(import.meta.dirname, '..')
/** The folder of the sources from which the kernels are compiled. */
export const SOURCES = join(ROOT, 'astro', 'kernel', 'assembly')
const CACHE = join(ROOT, 'node_modules', '.cache', 'apsis-kernel')
// The scratch columns and the block of one object are below this address, at fixed addresses (columns.ts).
const MEMORY_BASE = 131_072

const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--use', 'abort='],
  ...['--memoryBase', String(MEMORY_BASE), '--initialMemory', '4', '--enable', 'simd'],
]

/** Returns the options of the compiler for a build. */
export function optionsOf(build: KernelBuild): readonly string[] {
  return build === 'relaxed' ? [...OPTIONS, '--enable', 'relaxed-simd'] : OPTIONS
}

/**
 * Returns the file in which the kernel of exactly these sources, options and compiler is stored. Its name is a hash of them, so that the compiler
 * need not be loaded to find the file: loading it takes longer than reading a whole catalogue.
 */
export function cachedKernelFile(build: KernelBuild): string {
  const hash = createHash('sha256')
  const compiler = readFileSync(join(ROOT, 'node_modules', 'assemblyscript', 'package.json'))
  hash
    .update(compiler)
    .update(optionsOf(build).join(' '))
    .update(readFileSync(join(import.meta.dirname, 'build.ts')))
  const files = readdirSync(SOURCES).filter((file) => file.endsWith('.ts'))
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(SOURCES, file)))
  const name = hash.digest('hex').slice(0, 16)
  return join(CACHE, `${name}-${build}.wasm`)
}
