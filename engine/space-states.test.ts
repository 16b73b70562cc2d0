import { readFileSync } from 'node:fs'
import { chooseKernelBuild } from '@apsis/astro/kernel/engine.ts'
import { type KernelCatalogue, loadKernelCatalogue } from '@apsis/astro/kernel/kernel.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { weightsAt, writePlaces } from '@apsis/astro/space/between.ts'
import {
  drawnWithinM,
  NO_STATE,
  PLACE_UNIT_M,
  STATE_WORDS,
  stepAtSpeed,
  writeStates,
} from '@apsis/astro/space/state-set.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { sgp4, twoline2satrec } from 'satellite.js'
import { beforeAll, expect, test } from 'vitest'
import { WASM_ENGINE } from './host.ts'
import { readKernel } from './kernel-file.ts'

// The bound of issue 49 is 10 m at every speed. The actual error is a metre: three roundings to units of 0.25 m, and the error of the
// polynomial.
const DRAWN_M = drawnWithinM(120)
/**
 * The error of a position in 32-bit floats from the Earth's centre, which is rounded once: at most half of 8 m on each axis up to 134 217
 * km.
 */
const FROM_CENTRE_M = 10
const FLOATS_HOLD_M = 2 ** 27
/** Beyond this distance the steps of a 32-bit float are 8 m. */
const FAR_M = 2 ** 26
// The largest difference between two programs of the same theory, including the rounding of positions: half of 0.25 m on each of three
// axes.
const INDEPENDENT_M = 0.25
const SPEEDS = [1, 10, 60, 240, 1000]
const STEPS_PER_SPEED = 4
const FRACTIONS_PER_STEP = 3
const SPAN_DAYS = 3

const REGIMES = ['decaying', 'low', 'transfer', 'eccentric', 'medium', 'geostationary', 'far'] as const
type Regime = (typeof REGIMES)[number]
type Worst = { readonly place: Record<Regime, number>; fromCentre: number; compared: number }

let bytes: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  bytes = await readKernel(chooseKernelBuild(WASM_ENGINE))
})

const load = (models: readonly Sgp4Model[], origin: Sgp4Model['epoch']) =>
  loadKernelCatalogue({ engine: WASM_ENGINE, bytes }, models, origin)

function regimeOf({ near: { semiMajorAxis: a, eccentricity: e } }: Sgp4Model): Regime {
  // Perigee and apogee are in Earth radii of 6378 km.
  const [perigee, apogee] = [a * (1 - e), a * (1 + e)]
  if (apogee * 6_378_135 > FAR_M) return 'far'
  if (perigee < 1 + 250 / 6378) return e > 0.3 ? 'transfer' : 'decaying'
  if (apogee < 1.4) return 'low'
  if (e > 0.3) return 'eccentric'
  return a > 6.5 ? 'geostationary' : 'medium'
}

/** Compares the places between two sets with the kernel, at random times of some days, for all objects and every speed of the clock. */
function compare(catalogue: KernelCatalogue, models: readonly Sgp4Model[], seed: number): Worst {
  const random = seededRandom(seed)
  const regimes = models.map(regimeOf)
  const place = Object.fromEntries(REGIMES.map((regime) => [regime, 0])) as Record<Regime, number>
  const worst: Worst = { place, fromCentre: 0, compared: 0 }
  const [earlier, later] = [0, 1].map(() => new ArrayBuffer(catalogue.size * STATE_WORDS * 4)) as [
    ArrayBuffer,
    ArrayBuffer,
  ]
  const places = new Int32Array(catalogue.size * 3)
  for (const speed of SPEEDS) {
    const stepS = stepAtSpeed(speed)
    for (let step = 0; step < STEPS_PER_SPEED; step += 1) {
      const fromS = Math.round((random() - 0.3) * SPAN_DAYS * 86_400)
      writeStates(catalogue, fromS, earlier)
      writeStates(catalogue, fromS + stepS, later)
      for (let k = 0; k < FRACTIONS_PER_STEP; k += 1) {
        const fraction = random()
        writePlaces(earlier, later, weightsAt(fraction, stepS), places)
        const truth = catalogue.propagateAll((fromS + fraction * stepS) / 60)
        catalogue.order.forEach((object, at) => {
          const [x, y, z] = [truth.x[at]!, truth.y[at]!, truth.z[at]!]
          const first = 3 * object
          if (places[first] === NO_STATE || Number.isNaN(x)) return
          const drawn = [0, 1, 2].map((axis) => places[first + axis]! * PLACE_UNIT_M)
          const regime = regimes[object]!
          worst.place[regime] = Math.max(worst.place[regime], Math.hypot(drawn[0]! - x, drawn[1]! - y, drawn[2]! - z))
          const [fx, fy, fz] = drawn.map(Math.fround) as [number, number, number]
          if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < FLOATS_HOLD_M)
            worst.fromCentre = Math.max(worst.fromCentre, Math.hypot(fx - x, fy - y, fz - z))
          worst.compared += 1
        })
      }
    }
  }
  return worst
}

function expectWithinBound(worst: Worst, regimes: readonly Regime[]): void {
  for (const regime of regimes) {
    expect(worst.place[regime], regime).toBeGreaterThan(0)
    expect(worst.place[regime], regime).toBeLessThan(DRAWN_M)
  }
  expect(worst.fromCentre).toBeLessThan(FROM_CENTRE_M)
  expect(worst.compared).toBeGreaterThan(10_000)
}

test('a simulated catalogue is drawn within the bound of the kernel at every speed of the clock', async () => {
  const origin = parseTime('2026-03-01T00:00:00.000')
  const models = makeCatalogue({ seed: 49, size: 2000, epoch: origin }).map(initSgp4)
  const worst = compare(await load(models, origin), models, 1)
  expectWithinBound(worst, ['decaying', 'low', 'transfer', 'eccentric', 'medium', 'geostationary'])
})

const CATALOGUE = 'catalogue/spacetrack_3le_2022-01-22.txt'
const linesOf = () => readFileSync(collectionPath(CATALOGUE), 'utf8').split(/\r?\n/)

test.runIf(hasCollection(CATALOGUE))(
  'the public catalogue is drawn within the bound of the kernel at every speed of the clock, in every regime',
  async () => {
    const models = [...readTles(linesOf())].flatMap((entry) => (entry.ok ? [initSgp4(entry.elements)] : []))
    const worst = compare(await load(models, parseTime('2022-01-22T00:00:00.000')), models, 2)
    expectWithinBound(worst, REGIMES)
  },
  // A million and a half places are compared.
  120_000,
)

interface Verification {
  readonly cases: readonly { readonly line1: string; readonly line2: string; readonly rows: readonly number[][] }[]
}
const verification = JSON.parse(
  readFileSync(new URL('../astro/sgp4/sgp4.reference.json', import.meta.url), 'utf8'),
) as Verification

test('the places of a set are those of satellite.js and of the published verification states', async () => {
  let compared = 0
  for (const { line1, line2, rows } of verification.cases) {
    const model = initSgp4(parseTle(line1, line2, { checksum: 'ignore' }))
    const record = twoline2satrec(line1, line2)
    const catalogue = await load([model], model.epoch)
    const set = new ArrayBuffer(STATE_WORDS * 4)
    for (const [minutes, x, y, z] of rows as [number, number, number, number][]) {
      if (writeStates(catalogue, minutes * 60, set) > 0) continue
      const place = [...new Int32Array(set, 0, 3)].map((units) => units * PLACE_UNIT_M) as [number, number, number]
      const theirs = sgp4(record, minutes)?.position
      if (theirs === undefined) continue
      for (const [a, b, c] of [
        [x, y, z],
        [theirs.x, theirs.y, theirs.z],
      ] as const)
        expect(Math.hypot(place[0] - 1000 * a, place[1] - 1000 * b, place[2] - 1000 * c)).toBeLessThan(INDEPENDENT_M)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(600)
})
