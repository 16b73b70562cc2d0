/**
 * Measures the cost of showing a whole catalogue in space: the states of all objects by the exact kernel, and the interpolated positions
 * between two sets of states. It compares with satellite.js, which propagates the same objects to the same times in the same run, and
 * measures the error of the positions against the kernel at every speed of the clock.
 */
import { parseArgs } from 'node:util'
import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { weightsAt, writePlaces } from '@apsis/astro/space/between.ts'
import { NO_STATE, PLACE_UNIT_M, STATE_WORDS, stepAtSpeed, writeStates } from '@apsis/astro/space/state-set.ts'
import { countKinds, kindOfObject } from '@apsis/contract/tle/object-kind.ts'
import { WASM_ENGINE } from '@apsis/engine/host.ts'
import { readKernel } from '@apsis/engine/kernel-file.ts'
import { keepElements } from '@apsis/server/tle/catalogue-elements.service.ts'
import { earthAxes, HOME, SCALES_KM, viewOf } from '@apsis/web/space/globe/globe-camera.ts'
import { objectsUnder } from '@apsis/web/space/globe/nearest.ts'
import { type SatRec, sgp4 } from 'satellite.js'
import { takeTurns, timeOnce } from './measures/clock.ts'
import { openBulkStates, type WriteStates } from './peers/bulk-states.ts'
import { type BenchCatalogue, readWholeCatalogue, recordOf, START } from './screening/catalogue.ts'
import { machineLine } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- space [--rounds N]'
const SPEEDS = [1, 60, 240, 1000]
/** The bound of issue 49, m, and the share of a core that states may cost at real time. */
const DRAWN_M = 10
const MOST_SHARE = 0.15
const STEPS_COMPARED = 12
/** The maximum time to find the object at a press on the globe, ms, on the main thread. */
const PICK_MS = 16
const MOST_ANSWER_BYTES = 3_000_000
/** The time at which the catalogue of the benches was published. */
const START_MS = Date.UTC(2024, 10, 1)

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, help: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)

async function main(): Promise<number> {
  if (values.help || !(Number.isInteger(rounds) && rounds > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const source = readWholeCatalogue()
  say(`${machineLine()}; ${source.name}, ${source.sets.length} objects`)
  say(`processor time of one thread; medians of ${rounds} rounds, contestants in turn`)
  const began = process.cpuUsage()
  const models = source.sets.map(initSgp4)
  const catalogue = await loadKernelCatalogue({ engine: WASM_ENGINE, bytes: await readKernel() }, models, START)
  const { user } = process.cpuUsage(began)
  say(`the catalogue is ready for its first set after ${(user / 1000).toFixed(0)} ms`)
  const setS = await compareSpeed(source, catalogue)
  const isCheap = reportShares(setS)
  const isSmall = await reportAnswer(source)
  const isPrompt = await reportPick(catalogue)
  return compareWithKernel(catalogue) && isCheap && isSmall && isPrompt ? 0 : 1
}

/** Makes the answer with the catalogue for a page, and prints its size; returns true if the size is within its goal. */
async function reportAnswer({ sets, isReal }: BenchCatalogue): Promise<boolean> {
  const objects = sets.map((set, k) => ({
    noradId: set.noradId,
    name: set.objectName || `OBJECT ${k}`,
    internationalDesignator: set.internationalDesignator,
    elements: set,
    epoch: set.epoch,
    kind: kindOfObject({ name: set.objectName }),
    source: isReal ? 'celestrak.org' : 'simulated catalogue',
  }))
  const { result, processorS } = await timeOnce(() =>
    keepElements({
      objects,
      kinds: countKinds(objects.map(({ kind }) => kind)),
      sources: [],
      newestEpoch: new Date(START_MS),
      isSimulated: !isReal,
      version: 'bench',
    }),
  )
  const { plain, packed, gzipped } = result
  const kB = (bytes: number | undefined) => `${((bytes ?? Number.NaN) / 1000).toFixed(0)} kB`
  const isSmall = (gzipped?.length ?? Number.POSITIVE_INFINITY) <= MOST_ANSWER_BYTES
  say(
    `  the catalogue as an answer: ${kB(gzipped?.length)} by gzip, ${kB(packed?.length)} by Brotli, ${kB((plain as Buffer).length)} as text; made once a version in ${(1000 * processorS).toFixed(0)} ms`,
  )
  say(`  ${isSmall ? 'passed' : 'FAILED'}: at most ${kB(MOST_ANSWER_BYTES)} by gzip`)
  return isSmall
}

/** Measures the time of a set of states, and of the positions drawn between two sets; returns the processor time of a set, s. */
async function compareSpeed({ sets }: BenchCatalogue, catalogue: KernelCatalogue): Promise<number> {
  const [earlier, later] = [roomFor(catalogue), roomFor(catalogue)]
  const places = new Int32Array(3 * catalogue.size)
  const records = sets.map(recordOf)
  const bulk = await openBulkStates(sets, () => undefined)
  const states = new Float64Array(6 * sets.length)
  writeStates(catalogue, 0, earlier)
  writeStates(catalogue, 120, later)
  let turn = 0
  // Each run has a different time, so that it cannot reuse anything from the previous run.
  const next = () => {
    turn += 1
    return 0.5 * turn
  }
  const contestants = [
    { name: 'apsis, a set: places, velocities, accelerations', run: async () => writeStates(catalogue, next(), later) },
    {
      name: 'apsis, one state of each, the kernel alone',
      run: async () => catalogue.propagateAll(next() / 60).failures,
    },
    { name: 'apsis, places between two sets, in TypeScript', run: async () => between(earlier, later, places) },
    { name: 'satellite.js, WebAssembly in bulk', run: async () => propagateInBulk(bulk, next(), states) },
    { name: 'satellite.js, sgp4() of each', run: async () => propagateEach(records, next() / 60) },
  ]
  const timed = await takeTurns(contestants, rounds)
  const [set] = timed
  if (set === undefined) throw new Error('nothing was measured')
  for (const { name, processorS } of timed)
    say(
      `  ${name.padEnd(48)} ${(1000 * processorS).toFixed(1).padStart(6)} ms, ${(processorS / set.processorS).toFixed(2)} × a set`,
    )
  return set.processorS
}

/** Times a press on the globe: all places, and the objects under the pointer; true if that is within its goal. */
async function reportPick(catalogue: KernelCatalogue): Promise<boolean> {
  const [earlier, later] = [roomFor(catalogue), roomFor(catalogue)]
  const places = new Int32Array(3 * catalogue.size)
  const mask = new Uint8Array(catalogue.size).fill(1)
  writeStates(catalogue, 0, earlier)
  writeStates(catalogue, 120, later)
  const target = { place: [0, 0, 0], axes: earthAxes(0) } as const
  const times: { readonly processorS: number; readonly found: number }[] = []
  // From all sides, beside the middle of the Earth; from afar all of the geostationary ring is in the picture.
  for (const distanceKm of [SCALES_KM.leo, SCALES_KM.geo])
    for (let lon = -180; lon < 180; lon += 30) {
      const view = viewOf({ ...HOME, lon, distanceKm }, target, { widthPx: 1_440, heightPx: 720 })
      const { result, processorS } = await timeOnce(async () => {
        writePlaces(earlier, later, weightsAt(0.4, 120), places)
        return objectsUnder(view, { places, mask }, { x: 748, y: 332 }, new Set())
      })
      times.push({ processorS, found: result.length })
    }
  const sorted = times.map(({ processorS }) => 1_000 * processorS).toSorted((a, b) => a - b)
  const [median, slowest] = [sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, sorted.at(-1) ?? Number.NaN]
  const found = times.reduce((sum, one) => sum + one.found, 0)
  const isPrompt = median <= PICK_MS
  say(
    `  a press on the globe: ${median.toFixed(1)} ms, the slowest of ${times.length} ${slowest.toFixed(1)} ms; they found ${found} objects`,
  )
  say(`  ${isPrompt ? 'passed' : 'FAILED'}: at most ${PICK_MS} ms, the median`)
  return isPrompt
}

const roomFor = ({ size }: KernelCatalogue) => new ArrayBuffer(size * STATE_WORDS * Float32Array.BYTES_PER_ELEMENT)

function between(earlier: ArrayBuffer, later: ArrayBuffer, places: Int32Array<ArrayBuffer>): number {
  writePlaces(earlier, later, weightsAt(0.4, 120), places)
  return places[0] ?? 0
}

function propagateInBulk(write: WriteStates, seconds: number, states: Float64Array): number {
  write(seconds, states)
  return states[0] ?? 0
}

function propagateEach(records: readonly SatRec[], minutes: number): number {
  let sum = 0
  for (const record of records) sum += sgp4(record, minutes)?.position.x ?? 0
  return sum
}

/** Prints the share of a core that the sets take at each speed; returns true if the share at real time is within its goal. */
function reportShares(setS: number): boolean {
  for (const speed of SPEEDS) {
    const perSecond = speed / stepAtSpeed(speed)
    say(
      `  at ${String(speed).padStart(4)} ×: a set each ${stepAtSpeed(speed)} s of shown time, ${perSecond.toFixed(1)} a second, ${(100 * perSecond * setS).toFixed(1)} % of a core`,
    )
  }
  const share = setS / stepAtSpeed(1)
  say(`  ${share <= MOST_SHARE ? 'passed' : 'FAILED'}: at most ${100 * MOST_SHARE} % of a core at real time`)
  return share <= MOST_SHARE
}

/** Compares the positions between two sets with those of the kernel, over the whole catalogue; returns true if all are within the bound. */
function compareWithKernel(catalogue: KernelCatalogue): boolean {
  const random = seededRandom(49)
  const [earlier, later] = [roomFor(catalogue), roomFor(catalogue)]
  const places = new Int32Array(3 * catalogue.size)
  const errors = SPEEDS.map((speed) => {
    const stepS = stepAtSpeed(speed)
    let [worst, without] = [0, 0]
    for (let step = 0; step < STEPS_COMPARED; step += 1) {
      const fromS = Math.round(86_400 * random())
      const fraction = random()
      without = Math.max(without, writeStates(catalogue, fromS, earlier), writeStates(catalogue, fromS + stepS, later))
      writePlaces(earlier, later, weightsAt(fraction, stepS), places)
      worst = Math.max(worst, worstOf(places, catalogue, fromS + fraction * stepS))
    }
    say(
      `  at ${String(speed).padStart(4)} ×: at most ${worst.toFixed(2)} m from the kernel, all roundings included; ${without} objects without a state`,
    )
    return worst
  })
  const isWithin = Math.max(...errors) < DRAWN_M
  say(`  ${isWithin ? 'passed' : 'FAILED'}: less than ${DRAWN_M} m at every speed`)
  return isWithin
}

function worstOf(places: Int32Array, catalogue: KernelCatalogue, seconds: number): number {
  const { x, y, z } = catalogue.propagateAll(seconds / 60)
  let worst = 0
  catalogue.order.forEach((place, k) => {
    const [px = 0, py = 0, pz = 0] = places.subarray(3 * place, 3 * place + 3)
    if (px === NO_STATE) return
    const gap = Math.hypot(
      px * PLACE_UNIT_M - (x[k] ?? 0),
      py * PLACE_UNIT_M - (y[k] ?? 0),
      pz * PLACE_UNIT_M - (z[k] ?? 0),
    )
    if (gap > worst) worst = gap
  })
  return worst
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
