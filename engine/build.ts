import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { main } from 'assemblyscript/asc'
import { KERNEL_BUILDS, type KernelBuild, PACKED } from './host.ts'
import { cachedKernelFile, optionsOf, SOURCES } from './kernel-sources.ts'

// All that these export can be called.
const ENTRIES = ['sgp4.ts', 'sweep.ts']

/**
 * Compiles a build of the kernels from astro/kernel/assembly and keeps it in `file`. Two processes may do so at once: each
 * writes a file of its own and renames it.
 */
export async function buildKernel(build: KernelBuild, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, await compile(optionsOf(build)))
  renameSync(temporary, file)
}

async function compile(options: readonly string[]): Promise<Uint8Array> {
  let binary: Uint8Array | undefined
  const { error, stderr } = await main(
    [...ENTRIES, ...options, '--outFile', 'kernel.wasm', '--disableWarning', '112'],
    {
      // The compiler appends .ts to what is imported; our imports carry it already, as everywhere in the house.
      readFile: (name) => {
        const path = join(SOURCES, name.replace(/\.ts\.ts$/, '.ts'))
        return existsSync(path) ? poolConstants(readFileSync(path, 'utf8')) : null
      },
      writeFile: (_name, contents) => {
        if (typeof contents !== 'string') binary = contents
      },
      listFiles: () => [],
    },
  )
  if (error !== null || binary === undefined) throw new Error(`the kernels do not compile:\n${stderr.toString()}`)
  return binary
}

/** splat(…) and single(…) of numbers and of names in capitals. */
const CONSTANT = /(?<![\w.])(splat|single)\(((?:\d[\d.]*(?:e[-+]?\d+)?|[A-Z][A-Z0-9_]+|Math\.PI|[-+*/ ])+)\)/g
const NAME = /[A-Z][A-Z0-9_]+/g

/**
 * V8 builds a constant vector anew wherever it stands, in three instructions; loading it takes one, and a polynomial is
 * little else than constants. So they go into memory, which makes the kernels half as fast again. Of names, only those that
 * the file itself declares as constants are known not to change.
 */
function poolConstants(source: string): string {
  const isConstant = (name: string) => name === 'PI' || source.includes(`const ${name}: `)
  return source.replace(CONSTANT, (whole, kind: string, value: string) => {
    if (!(value.match(NAME) ?? []).every(isConstant)) return whole
    return kind === 'splat'
      ? `v128.load64_splat(memory.data<f64>([${value}], 8))`
      : `v128.load32_splat(memory.data<f32>([<f32>(${value})], 4))`
  })
}

// Where the program is installed there may be no compiler, or no right to write. With --cached the kernels are where the
// program itself would keep them; without, a package or an image takes them along.
if (import.meta.main) {
  const place = process.argv.includes('--cached')
    ? cachedKernelFile
    : (build: KernelBuild) => join(PACKED, `${build}.wasm`)
  for (const build of KERNEL_BUILDS) await buildKernel(build, place(build))
}
