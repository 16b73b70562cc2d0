import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeOf } from './build.ts'
import { KERNEL_BUILDS, PACKED } from './host.ts'
import { readKernel } from './kernel-file.ts'
import { cachedKernelFile, optionsOf } from './kernel-sources.ts'

test('readKernel() reads the kernel in a package, and compiles its own if there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-kernel-'))
  try {
    writeFileSync(join(folder, 'baseline.wasm'), Uint8Array.of(7, 8, 9))
    expect([...(await readKernel('baseline', folder))]).toEqual([7, 8, 9])
    // A WebAssembly module begins with its name and version.
    const compiled = await readKernel('relaxed', folder)
    expect([...compiled.subarray(0, 8)]).toEqual([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
    // The next start reads the kernel that was compiled.
    const { mtimeMs } = statSync(cachedKernelFile('relaxed'))
    expect(await readKernel('relaxed', folder)).toEqual(compiled)
    expect(statSync(cachedKernelFile('relaxed')).mtimeMs).toBe(mtimeMs)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('each build has a separate file and its own options', () => {
  expect(cachedKernelFile('baseline')).not.toBe(cachedKernelFile('relaxed'))
  expect(cachedKernelFile('relaxed')).toMatch(/-relaxed\.wasm$/)
  expect(optionsOf('relaxed')).toContain('relaxed-simd')
  expect(optionsOf('baseline')).not.toContain('relaxed-simd')
})

test('the kernels are built for a package, or with --cached in the place where a program without a package looks for them', () => {
  const command = ['node', 'engine/build.ts']
  expect(placeOf([...command, '--cached'])('relaxed')).toBe(cachedKernelFile('relaxed'))
  expect(placeOf(command)('relaxed')).toBe(join(PACKED, 'relaxed.wasm'))
})

test('the module that compiles the kernels does not compile them when it is only imported', async () => {
  const madeMs = () =>
    KERNEL_BUILDS.map((build) => statSync(join(PACKED, `${build}.wasm`), { throwIfNoEntry: false })?.mtimeMs)
  const before = madeMs()
  const again = './build.ts?imported-again'
  await import(again)
  expect(madeMs()).toEqual(before)
})
