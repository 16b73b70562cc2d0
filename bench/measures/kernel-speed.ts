import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { toJulianDate } from '@apsis/astro/time/julian-date.ts'
import { KERNEL_BUILDS, type KernelBuild, WASM_ENGINE } from '@apsis/engine/host.ts'
import { readKernel } from '@apsis/engine/kernel-file.ts'
import { BulkPropagator, createSingleThreadRuntime, EciBaseCalculator, type SatRec } from 'satellite.js'
import { type BenchCatalogue, recordOf, START } from '../screening/catalogue.ts'
import { median } from '../stage/machine.ts'

const UNIX_EPOCH_JD = 2_440_587.5
const DAY_MS = 86_400_000

const STEP_MIN = 5
export type Theory = 'SGP4' | 'SDP4'

export interface KernelOptions {
  /** The largest number of objects, picked evenly from all. */
  readonly objects: number
  readonly times: number
  readonly rounds: number
}

export interface KernelSpeed {
  readonly name: string
  /** Million states per second of processor time, on one thread. */
  readonly rate: number
  /** The rate divided by that of satellite.js: the median of the ratios of the rounds. */
  readonly ratio: number
}

export interface KernelSpeeds {
  readonly objects: number
  /** The speeds of all contestants, satellite.js first. */
  readonly speeds: readonly KernelSpeed[]
  /** The largest distance between the results of both, m. */
  readonly apartM: number
}

interface Twin {
  readonly model: Sgp4Model
  readonly record: SatRec
}

/** Compares the kernels of both builds and layouts with satellite.js's bulk propagation in WebAssembly, alternately, on one thread. */
export async function measureKernels(
  catalogue: BenchCatalogue,
  theory: Theory,
  options: KernelOptions,
): Promise<KernelSpeeds> {
  const minutes = Float64Array.from({ length: options.times }, (_, k) => k * STEP_MIN)
  const twins = await withoutFailures(pickTwins(catalogue, theory, options.objects), minutes)
  const models = twins.map(({ model }) => model)
  const peer = await startBulk(
    twins.map(({ record }) => record),
    minutes,
  )
  try {
    const ours = await Promise.all(KERNEL_BUILDS.map((build) => load(build, models)))
    const contestants = [
      { name: 'satellite.js WASM bulk', run: peer.run },
      ...KERNEL_BUILDS.flatMap((build, k) => layoutsOf(build, ours[k], minutes)),
    ]
    const speeds = race(contestants, options.rounds, twins.length * minutes.length)
    return { objects: twins.length, speeds, apartM: distanceFrom(peer.positions(), ours, minutes) }
  } finally {
    peer.dispose()
  }
}

/**
 * Initialises both programs at the epochs of the objects and then moves all objects to one epoch: this leaves the amount of work unchanged, and keeps
 * the rounding of epochs out of the comparison, because satellite.js's bulk propagation takes times as one double of a Julian date.
 */
function pickTwins({ models, sets }: BenchCatalogue, theory: Theory, most: number): Twin[] {
  const places = [...models.keys()].filter((place) => (models[place]?.deep !== undefined) === (theory === 'SDP4'))
  const step = Math.max(1, places.length / most)
  const [day, fraction] = toJulianDate(START, 'UTC')
  return places
    .filter((_, k) => Math.floor(k / step) !== Math.floor((k - 1) / step))
    .slice(0, most)
    .flatMap((place): Twin[] => {
      const [model, set] = [models[place], sets[place]]
      if (model === undefined || set === undefined) return []
      return [{ model: { ...model, epoch: START }, record: { ...recordOf(set), jdsatepoch: day + fraction } }]
    })
}

/** Leaves out objects that fail at some time, because the scalar code would handle these objects. */
async function withoutFailures(twins: readonly Twin[], minutes: Float64Array): Promise<Twin[]> {
  const test = await load(
    'baseline',
    twins.map(({ model }) => model),
  )
  return twins.filter((_, place) => test.propagateTimes(place, minutes).failures === 0)
}

async function load(build: KernelBuild, models: readonly Sgp4Model[]): Promise<KernelCatalogue> {
  return await loadKernelCatalogue({ engine: WASM_ENGINE, bytes: await readKernel(build) }, models, START)
}

interface Contestant {
  readonly name: string
  /** Propagates all objects to all times. */
  readonly run: () => void
}

function layoutsOf(build: string, catalogue: KernelCatalogue | undefined, minutes: Float64Array): Contestant[] {
  if (catalogue === undefined) return []
  return [
    {
      name: `apsis ${build}, lanes are times`,
      run: () => {
        for (let place = 0; place < catalogue.size; place += 1) catalogue.propagateTimes(place, minutes)
      },
    },
    {
      name: `apsis ${build}, lanes are satellites`,
      run: () => {
        for (const time of minutes) catalogue.propagateAll(time)
      },
    },
  ]
}

/**
 * Compares processor times, which other programs disturb less than the times by the clock. Each ratio is computed within one round, also to
 * reduce disturbances.
 */
function race(contestants: readonly Contestant[], rounds: number, states: number): KernelSpeed[] {
  const spent = contestants.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    contestants.forEach(({ run }, k) => {
      const began = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(began)
      // The first round warms up and does not count.
      if (round > 0) spent[k]?.push(user + system)
    })
  }
  const peer = spent[0] ?? []
  return contestants.map(({ name }, k) => {
    const own = spent[k] ?? []
    return {
      name,
      rate: states / median(own),
      ratio: median(own.map((micros, round) => (peer[round] ?? Number.NaN) / micros)),
    }
  })
}

/** Returns the largest distance between the positions of satellite.js (km) and those of each kernel of Apsis. */
function distanceFrom(theirs: Float64Array, all: readonly KernelCatalogue[], minutes: Float64Array): number {
  let worst = 0
  for (const catalogue of all) {
    if (theirs.length !== 3 * catalogue.size * minutes.length) throw new Error('the results do not match')
    for (let place = 0; place < catalogue.size; place += 1) {
      const { x, y, z } = catalogue.propagateTimes(place, minutes)
      for (let k = 0; k < minutes.length; k += 1) {
        const at = 3 * (place * minutes.length + k)
        const gap = Math.hypot(
          (x[k] ?? 0) - 1000 * (theirs[at] ?? 0),
          (y[k] ?? 0) - 1000 * (theirs[at + 1] ?? 0),
          (z[k] ?? 0) - 1000 * (theirs[at + 2] ?? 0),
        )
        worst = Math.max(worst, gap)
      }
    }
  }
  return worst
}

/** satellite.js's WebAssembly with its objects and times loaded, on one thread. */
interface SatelliteBulk {
  readonly run: () => void
  /** Returns the positions of all objects, one after the other, x, y, z at each time, km. */
  readonly positions: () => Float64Array
  readonly dispose: () => void
}

/** Starts satellite.js's bulk propagation; `minutes` count from the start of the benches. */
async function startBulk(records: SatRec[], minutes: Float64Array): Promise<SatelliteBulk> {
  const runtime = await createSingleThreadRuntime()
  const propagator = new BulkPropagator({
    runtime,
    calculators: [new EciBaseCalculator()],
    satRecsCount: records.length,
    datesCount: minutes.length,
  })
  const [day, fraction] = toJulianDate(START, 'UTC')
  const first = Math.round((day - UNIX_EPOCH_JD + fraction) * DAY_MS)
  propagator.setSatRecs(records)
  propagator.setDates(Array.from(minutes, (time) => new Date(first + time * 60_000)))
  return {
    // With one thread, the run has ended when the call returns.
    run: () => void propagator.run(),
    positions: () => {
      void propagator.run()
      return propagator.getRawOutput().eci.position
    },
    dispose: () => propagator.dispose(),
  }
}
