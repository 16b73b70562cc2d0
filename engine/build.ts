import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { main } from 'assemblyscript/asc'
import { KERNEL_BUILDS, type KernelBuild, PACKED } from './host.ts'
import { cachedKernelFile, optionsOf, SOURCES } from './kernel-sources.ts'

// The kernels export the functions of these files.
const ENTRIES = ['sgp4.ts', 'sweep.ts']

/**
 * Compiles a build of the kernels from astro/kernel/assembly and stores it in `file`. Two processes may do this at once: each writes a separate file
 * and renames it.
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
      // The compiler adds .ts to the names of imports, but in this project the names already have it.
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

/** Matches splat(…) and single(…) of numbers and of names in capitals. */
const CONSTANT = /(?<![\w.])(splat|single)\(((?:\d[\d.]*(?:e[-+]?\d+)?|[A-Z][A-Z0-9_]+|Math\.PI|[-+*/ ])+)\)/g
const NAME = /[A-Z][A-Z0-9_]+/g

/**
 * V8 builds a constant vector with three instructions at each use; a load from memory takes one, and a polynomial consists mostly of constants. So
 * constants are placed in memory, which makes the kernels 1.5 times as fast. A name counts as a constant only if the file itself declares it as one,
 * because the compiler cannot know that another name does not change.
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

/**
 * Returns the files for the kernels. An installed program may have no compiler and no right to write. With --cached the kernels are written into the
 * cache, as the program itself would do; without it they are written into the folder that a package or an image contains.
 */
export function placeOf(args: readonly string[]): (build: KernelBuild) => string {
  return args.includes('--cached') ? cachedKernelFile : (build) => join(PACKED, `${build}.wasm`)
}

if (import.meta.main) {
  const place = placeOf(process.argv)
  for (const build of KERNEL_BUILDS) await buildKernel(build, place(build))
}
