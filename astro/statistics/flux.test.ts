import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { type Crossing, chooseFlux, DISCS_M, discInBoxM2, fluxByRadialSlice, fluxInDisc } from './flux.ts'

/** The rounding of a quotient of given numbers. */
const QUOTIENT_DIGITS = 15
/** The table prints three decimals. */
const GARWOOD_DIGITS = 3
/** The rounding of the area of a disc. */
const DISC_DIGITS = 14
/** The rounding of the area of a box. */
const BOX_DIGITS = 12
/** The error of a grid that counts whole cells at the edge. */
const GRID_M2 = 2e-4

const OPEN = { boxRadialM: Infinity, boxHorizontalM: Infinity }
const FLUX = 2e-6
const YEARS = 3
const SIDE_M = 12_000

/** Draws crossings of a constant flux in a square, or of a flux that depends on the height; only crossings in the box are reported. */
function draw(seed: number, box: Pick<Crossing, 'boxRadialM' | 'boxHorizontalM'>, densityOf = (_radialM: number) => 1) {
  const random = seededRandom(seed)
  const expected = FLUX * YEARS * (2 * SIDE_M) ** 2
  const drawn = Array.from({ length: Math.round(expected) }, () => ({
    radialM: SIDE_M * (2 * random() - 1),
    horizontalM: SIDE_M * (2 * random() - 1),
    ...box,
    share: random(),
  }))
  return drawn.filter(
    ({ radialM, horizontalM, share }) =>
      Math.abs(radialM) <= box.boxRadialM && Math.abs(horizontalM) <= box.boxHorizontalM && share < densityOf(radialM),
  )
}

test('F26: without a box the flux is N/(π D² T), for each of 1, 2, 5 and 10 km', () => {
  expect(DISCS_M).toEqual([1_000, 2_000, 5_000, 10_000])
  const crossings = draw(26, OPEN)
  for (const discM of DISCS_M) {
    const inside = crossings.filter(({ radialM, horizontalM }) => Math.hypot(radialM, horizontalM) <= discM).length
    const found = fluxInDisc(crossings, YEARS, discM)
    expect(found.count).toBe(inside)
    expect(found.perM2Year).toBeCloseTo(inside / (Math.PI * discM ** 2 * YEARS), QUOTIENT_DIGITS)
    // Each interval contains the true flux with a probability of 95 %; with this seed, as with most, all four do.
    expect(found.interval.lower).toBeLessThan(FLUX)
    expect(found.interval.upper).toBeGreaterThan(FLUX)
  }
  expect(() => fluxInDisc(crossings, 0, 1_000)).toThrow(RangeError)
})

test("F26: the region outside the originator's box does not count as empty", () => {
  // A radial box of 500 m covers a tenth of a disc of 5 km: N/(π D² T) would be wrong by a factor of eight.
  const crossings = draw(3, { boxRadialM: 500, boxHorizontalM: 8_000 })
  const found = fluxInDisc(crossings, YEARS, 5_000)
  expect(found.interval.lower).toBeLessThan(FLUX)
  expect(found.interval.upper).toBeGreaterThan(FLUX)
  expect(found.count / (Math.PI * 5_000 ** 2 * YEARS)).toBeLessThan(FLUX / 7)
})

test('F26: slices of the radial miss show a flux that changes with height, and the discs then disagree', () => {
  const EDGES_M = [0, 500, 2_000, 5_000, 10_000]
  const even = draw(7, OPEN)
  for (const slice of fluxByRadialSlice(even, YEARS, { edgesM: EDGES_M, reachM: SIDE_M })) {
    expect(slice.interval.lower).toBeLessThan(FLUX)
    expect(slice.interval.upper).toBeGreaterThan(FLUX)
  }
  const discs = DISCS_M.map((discM) => fluxInDisc(even, YEARS, discM))
  expect(chooseFlux(discs)).toEqual({ index: 3, doDisagree: false })

  // A shell: all crossings are within 2 km of the satellite's height.
  const shell = draw(8, OPEN, (radialM) => (Math.abs(radialM) < 2_000 ? 1 : 0))
  const slices = fluxByRadialSlice(shell, YEARS, { edgesM: EDGES_M, reachM: SIDE_M })
  expect(slices[0]!.interval.lower).toBeGreaterThan(slices[3]!.interval.upper)
  const shellDiscs = DISCS_M.map((discM) => fluxInDisc(shell, YEARS, discM))
  const chosen = chooseFlux(shellDiscs)!
  expect(chosen.doDisagree).toBe(true)
  expect(chosen.index).toBe(shellDiscs.findIndex(({ count }) => count >= 10))
  // The whole disc of 10 km would give less than half of the flux at the satellite.
  expect(shellDiscs[3]!.perM2Year).toBeLessThan(shellDiscs[chosen.index]!.perM2Year / 2)
})

test('F26: a disc with too few crossings is not selected', () => {
  const crossings = draw(9, OPEN).slice(0, 9)
  expect(chooseFlux(DISCS_M.map((discM) => fluxInDisc(crossings, YEARS, discM)))).toBeNull()
  const none = fluxInDisc([], YEARS, 1_000)
  expect(none).toMatchObject({ count: 0, perM2Year: 0 })
  // 3.689 is from Garwood's table.
  expect(none.interval.upper * Math.PI * 1_000 ** 2 * YEARS).toBeCloseTo(3.689, GARWOOD_DIGITS)
})

test('discInBoxM2() is the disc, the box, or agrees with a fine grid', () => {
  expect(discInBoxM2(1, Infinity, Infinity)).toBeCloseTo(Math.PI, DISC_DIGITS)
  expect(discInBoxM2(1, 5, 1)).toBeCloseTo(Math.PI, DISC_DIGITS)
  expect(discInBoxM2(10, 3, 4)).toBeCloseTo(48, BOX_DIGITS)
  const cells = 1500
  let inside = 0
  for (let i = 0; i < cells; i += 1) {
    for (let j = 0; j < cells; j += 1) {
      if (Math.hypot((0.9 * (i + 0.5)) / cells, (0.6 * (j + 0.5)) / cells) <= 1) inside += 1
    }
  }
  const counted = (4 * 0.9 * 0.6 * inside) / cells ** 2
  expect(Math.abs(discInBoxM2(1, 0.9, 0.6) - counted)).toBeLessThan(GRID_M2)
  expect(discInBoxM2(1, 0.6, 0.9)).toBeCloseTo(discInBoxM2(1, 0.9, 0.6), BOX_DIGITS)
})
