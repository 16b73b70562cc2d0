import { expect, test } from 'vitest'
import { GM_EARTH, SECONDS_PER_DAY } from '../../constants.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { apparentBodyPosition } from '../../sky/body.ts'
import { addSeconds } from '../../time/epoch.ts'
import { parseTime } from '../../time/parse-time.ts'
import { degToRad } from '../../units.ts'
import { lightingOf } from '../../visibility/lighting.ts'
import { makeDragAir } from '../drag-air.ts'
import { fly } from '../drag-flight.ts'
import { eclipseBlackouts, shadowBefore } from './blackouts.ts'
import { eclipsesBefore } from './eclipse.ts'

const TCA = '2026-03-20T14:46:00.000Z'
const tca = parseTime(TCA)
/** The search of an edge has an error up to a millisecond, and the rounding outwards adds up to another. */
const EDGE_MS = 2
const DAY_MS = 1_000 * SECONDS_PER_DAY
/** An orbit at 500 km, where drag matters. */
const state = toCartesian(
  {
    semiMajorAxisM: 6_878_000,
    eccentricity: 0.001,
    incRad: degToRad(53),
    raanRad: degToRad(140),
    argPeriapsisRad: 1,
    trueAnomalyRad: degToRad(140),
  },
  GM_EARTH,
)
const M2_PER_KG = 0.022

test('an object that is propagated with all forces is never in the shadow at a time that counts as lit', () => {
  // Three revolutions three days before TCA: the numerical propagator with gravity of degree 8, Sun, Moon and the Harris-Priester atmosphere.
  const [fromS, hours] = [-3 * SECONDS_PER_DAY, 4]
  const { forces } = makeDragAir(state, tca, { dynamics: 'full', dissipation: null })
  const air = { origin: tca, forces: forces(M2_PER_KG) }
  const { end } = fly(state, { ...air, fromS: 0, toS: fromS })
  const flown = fly(end, { ...air, fromS, toS: fromS + hours * 3_600 })
  const [counted, asFlown] = [shadowBefore, eclipsesBefore].map((find) =>
    find({ tca, state, m2PerKg: M2_PER_KG }, fromS, 'UMBRA'),
  )
  const isIn = (spans: typeof counted, seconds: number) =>
    spans!.some((one) => seconds >= one.fromS && seconds <= one.toS)
  const [stepS, missed] = [2, { counted: 0, asFlown: 0 }]
  // The Sun moves by 0.1° in these hours, which changes the length of the shadow by less than a second.
  const sun = apparentBodyPosition('Sun', addSeconds(tca, fromS + hours * 1_800))
  let darkS = 0
  let shutS = 0
  for (let seconds = fromS; seconds < fromS + hours * 3_600; seconds += stepS) {
    const isDark = lightingOf(flown.stateAt(addSeconds(tca, seconds)).r, sun).umbraMarginRad < 0
    if (isDark) darkS += stepS
    if (isIn(counted, seconds)) shutS += stepS
    if (isDark && !isIn(counted, seconds)) missed.counted += 1
    if (isDark && !isIn(asFlown, seconds)) missed.asFlown += 1
  }
  expect(darkS).toBeGreaterThan(3_600)
  expect(missed.counted).toBe(0)
  // The orbit with J2 alone is seconds late, so dark times count as lit.
  expect(missed.asFlown).toBeGreaterThan(0)
  // The margin around the shadow is a small fraction of it.
  expect(shutS).toBeLessThan(1.15 * darkS)
})

test('no burn is planned at times before the shadow is known: all of that time is a blackout', () => {
  const tcaMs = Date.parse(TCA)
  const nowMs = tcaMs - 20 * DAY_MS + 0.5
  const [first, second] = eclipseBlackouts({ tca, state }, nowMs, { blackoutInEclipse: 'PENUMBRA' })
  expect(first).toEqual({ fromMs: Math.floor(nowMs), toMs: tcaMs - 14 * DAY_MS, kind: 'SHADOW_UNKNOWN', reason: '' })
  expect(second!.toMs).toBeGreaterThan(first!.toMs)
  expect(eclipseBlackouts({ tca, state }, nowMs, { blackoutInEclipse: undefined })).toEqual([])
})

test('an eclipse is rounded outwards to whole milliseconds, and is longer the earlier it is before TCA', () => {
  const nowMs = Date.parse(TCA) - 4 * DAY_MS
  const told = eclipseBlackouts({ tca, state, m2PerKg: M2_PER_KG }, nowMs, { blackoutInEclipse: 'UMBRA' }).slice(1, -1)
  const flown = eclipsesBefore({ tca, state }, -4 * SECONDS_PER_DAY, 'UMBRA').slice(-told.length - 1, -1)
  const lengthsMs = told.map(({ fromMs, toMs }) => toMs - fromMs)
  expect(told.every(({ fromMs, toMs }) => Number.isInteger(fromMs) && Number.isInteger(toMs))).toBe(true)
  for (const [k, one] of flown.entries()) {
    expect(lengthsMs[k]).toBeGreaterThan(1_000 * (one.toS - one.fromS))
    // Its certain part is the eclipse of the propagated orbit.
    expect(Math.abs(told[k]!.sure!.fromMs - (Date.parse(TCA) + 1_000 * one.fromS))).toBeLessThanOrEqual(EDGE_MS)
    expect(Math.abs(told[k]!.sure!.toMs - (Date.parse(TCA) + 1_000 * one.toS))).toBeLessThanOrEqual(EDGE_MS)
  }
  expect(lengthsMs[0]! - 1_000 * (flown[0]!.toS - flown[0]!.fromS)).toBeGreaterThan(
    lengthsMs.at(-1)! - 1_000 * (flown.at(-1)!.toS - flown.at(-1)!.fromS),
  )
})
