import { expect, test } from 'vitest'
import { makeCatalogue } from '../screening/synthetic-catalogue.ts'
import { initSgp4 } from '../sgp4/init.ts'
import { propagateSgp4 } from '../sgp4/propagate.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract } from '../vec3.ts'
import { BLOCK_LANES, blockLength } from './blocks.ts'
import type { WasmEngine } from './engine.ts'
import { loadKernelCatalogue, openCatalogue } from './kernel.ts'
import { packCatalogue } from './packed.ts'
import { type Script, scriptedKernel } from './testing/scripted-kernel.ts'

const EPOCH = parseTime('2026-03-01T00:00:00.000')
const MODELS = makeCatalogue({ seed: 5, size: 300, epoch: EPOCH }).map(initSgp4)
const PACKED = packCatalogue(MODELS, EPOCH)
/** The time of an epoch is rounded to 1e-10 s. */
const SAME_M = 1e-4
const PLACES = [0, 1, 2, 3, 4, 5]

function open(script: Script = {}) {
  const scripted = scriptedKernel(script)
  return { ...scripted, catalogue: openCatalogue(scripted.kernel, PACKED) }
}

test('each object is requested in its own group, block and lane', () => {
  const { catalogue, numbersOf } = open()
  for (const [group, { kind, places }] of PACKED.groups.entries()) {
    const lanes = [0, Math.min(BLOCK_LANES, places.length - 1), places.length - 1]
    for (const k of lanes) {
      catalogue.propagateTimes(places[k]!, Float64Array.of(1, 2, 3))
      const [kernelGroup, block, lane, count] = numbersOf('propagateTimes').at(-1)!
      expect([kernelGroup, lane, count]).toEqual([group, k % BLOCK_LANES, 3])
      const { address } = catalogue.groups[group]!
      expect(block).toBe(address + Math.floor(k / BLOCK_LANES) * blockLength(kind) * 8)
    }
  }
  expect(() => catalogue.propagateTimes(300, Float64Array.of(0))).toThrow('there is no object 300 among 300')
})

test('states of all objects are in six planes in the order of the groups, and states at many times in the order of the times', () => {
  // A state that identifies plane, lane and time.
  const { catalogue } = open({ state: (plane, lane, minutes) => 1e6 * plane + 1e3 * minutes + lane })
  const { x, y, z, vx, vy, vz, failures } = catalogue.propagateTimes(7, Float64Array.of(5, 6, 8))
  expect([x, y, z, vx, vy, vz].map((plane) => [...plane])).toEqual(
    PLACES.map((p) => [5, 6, 8].map((t, k) => 1e6 * p + 1e3 * t + k)),
  )
  expect(failures).toBe(0)
  const all = catalogue.propagateAll(2)
  // Lanes are counted separately in each group.
  const lanes = PACKED.groups.flatMap(({ places }) => [...places.keys()])
  expect([...all.z]).toEqual(lanes.map((lane) => 2e6 + 2e3 + lane))
  expect([...catalogue.order]).toEqual(PACKED.groups.flatMap(({ places }) => [...places]))
  expect(new Set(catalogue.order).size).toBe(300)
})

test('the scalar code decides what the kernel refuses: a state of SGP4, or none with a reason', () => {
  const refused = new Set([1, 3])
  const { catalogue } = open({ state: (_plane, lane) => (refused.has(lane) ? Number.NaN : -1) })
  const healthy = MODELS.findIndex((model) => propagateSgp4(model, addSeconds(EPOCH, 3600)).ok)
  const planes = catalogue.propagateTimes(healthy, Float64Array.of(0, 60, 120, 180))
  expect(planes.failures).toBe(0)
  expect([planes.x[0], planes.x[2], planes.vz[2]]).toEqual([-1, -1, -1])
  for (const k of refused) {
    const state = propagateSgp4(MODELS[healthy]!, addSeconds(EPOCH, 3600 * k))
    if (!state.ok) throw new Error(state.reason)
    expect(norm(subtract([planes.x[k]!, planes.y[k]!, planes.z[k]!], state.r))).toBeLessThan(SAME_M)
    expect(norm(subtract([planes.vx[k]!, planes.vy[k]!, planes.vz[k]!], state.v))).toBeLessThan(SAME_M)
  }
  // Objects that SGP4 refuses at once stay NaN, and are counted.
  const broken = MODELS.findIndex((model) => !propagateSgp4(model, EPOCH).ok)
  const none = catalogue.propagateTimes(broken, Float64Array.of(0, 0, 0, 0))
  expect(none.failures).toBe(2)
  expect([none.x[1], none.vz[3]].every(Number.isNaN)).toBe(true)
  expect(catalogue.stateAt(broken, 0)).toMatchObject({ ok: false })
})

test('memory is allocated on lines of the cache and grows when needed, and a workspace is one area', () => {
  const { catalogue, kernel } = open()
  const { memory } = catalogue
  const [one, other] = [memory.reserve(1), memory.reserve(65)]
  expect([one % 64, other - one]).toEqual([0, 64])
  const before = kernel.memory.buffer.byteLength
  const far = memory.reserve(10 * before)
  expect(kernel.memory.buffer.byteLength).toBeGreaterThanOrEqual(far + 10 * before)
  memory.view(far, 2)[1] = 7
  expect(new Float64Array(memory.buffer(), far, 2)[1]).toBe(7)
  const area = memory.workspace(1000)
  expect(memory.workspace(500)).toBe(area)
  expect(memory.workspace(2000)).not.toBe(area)
})

test('a call that needs more room keeps the loaded data, and views stay valid', () => {
  const { catalogue } = open({ state: (_plane, lane) => lane })
  catalogue.propagateTimes(0, Float64Array.of(1))
  const many = catalogue.propagateTimes(0, new Float64Array(50_000))
  expect(many.vz[49_999]).toBe(49_999)
  // Other code makes the memory grow between two calls of the same length.
  catalogue.propagateTimes(0, Float64Array.of(1, 2))
  catalogue.memory.reserve(10_000_000)
  expect([...catalogue.propagateTimes(0, Float64Array.of(1, 2)).x]).toEqual([0, 1])
  for (const [k, { blocks }] of PACKED.groups.entries())
    expect(catalogue.memory.view(catalogue.groups[k]!.address, blocks.length)).toEqual(blocks)
})

test('loadKernelCatalogue() packs the models for a new instance of the kernels', async () => {
  const scripted = scriptedKernel()
  const bytes = Uint8Array.of(1, 2, 3)
  const engine: WasmEngine = {
    validate: () => true,
    instantiate: async (given) => {
      expect(given).toBe(bytes)
      return { instance: { exports: scripted.kernel } }
    },
  }
  const catalogue = await loadKernelCatalogue({ engine, bytes }, MODELS, EPOCH)
  expect(catalogue.size).toBe(300)
  for (const [k, { blocks }] of PACKED.groups.entries())
    expect(catalogue.memory.view(catalogue.groups[k]!.address, blocks.length)).toEqual(blocks)
})
