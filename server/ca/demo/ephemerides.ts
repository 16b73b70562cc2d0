import { HOUR_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { OemSegment, OemState } from '@apsis/ccsds/oem/oem.ts'
import { DEMO_FLEET, DEMO_ORIGINATOR, type DemoSatellite } from './fleet.data.ts'
import { demoCovariance, demoState, epochOf, orbitAfterBurn } from './orbit.ts'
import { DEMO_BURN } from './stories.data.ts'

/** An ephemeris of the demo as an OEM in KVN. */
export interface DemoEphemeris {
  readonly noradId: number
  readonly name: string
  /** False if the file has a fault that the checks must find. */
  readonly isGood: boolean
  readonly bytes: Buffer
}

const BEFORE_S = 3_600
const SPAN_S = 7 * SECONDS_PER_DAY
/** A low orbit has about 95 of these steps in a revolution. */
const STEP_S = 60
const COVARIANCE_STEP_S = 3_600
const BROKEN_NORAD_ID = 90_004

/**
 * Yields the operator's own orbits. Each satellite in low orbit has an operational ephemeris for the week after the opening, on the same
 * orbits as the messages, except for a burn that the messages do not include. A file of SAT-4 has a wrong unit of position and must be
 * refused.
 */
export function* demoEphemerides(seed: number, openedAt: number): Generator<DemoEphemeris> {
  const start = epochOf(Math.floor(openedAt / 60_000) * 60_000 - BEFORE_S * 1000)
  const day = new Date(openedAt).toISOString().slice(0, 10)
  for (const satellite of DEMO_FLEET.filter(({ regime }) => regime === 'LEO')) {
    const { noradId, name } = satellite.input
    const file = `${name.toLowerCase()}-${day}-${seed}`
    const text = oemOf(satellite, { start, openedAt, spanS: SPAN_S, unit: 1 })
    yield { noradId, name: `${file}.oem`, isGood: true, bytes: Buffer.from(text) }
    if (noradId !== BROKEN_NORAD_ID) continue
    const wrong = oemOf(satellite, { start, openedAt, spanS: SECONDS_PER_DAY, unit: 1000 })
    yield { noradId, name: `${file}-metres.oem`, isGood: false, bytes: Buffer.from(wrong) }
  }
}

interface Span {
  readonly start: Epoch
  readonly openedAt: number
  readonly spanS: number
  /** 1000 writes positions that are a thousand times too large. */
  readonly unit: number
}

function oemOf(satellite: DemoSatellite, { start, openedAt, spanS, unit }: Span): string {
  const { name, cosparId } = satellite.input
  const burn = satellite.input.noradId === DEMO_BURN.noradId ? burnAfter(satellite, start) : undefined
  const stateAt = (epoch: Epoch, model?: Sgp4Model): OemState => {
    const { r, v } = demoState(satellite, epoch, model)
    return {
      epoch,
      r: [grain(r[0] * unit), grain(r[1] * unit), grain(r[2] * unit)],
      v: [fine(v[0]), fine(v[1]), fine(v[2])],
    }
  }
  const observed = addSeconds(epochOf(openedAt), (-2 * HOUR_MS) / 1000)
  const meanMotion = (satellite.orbit.meanMotionRevPerDay * 2 * Math.PI) / SECONDS_PER_DAY
  const covariances = times(start, spanS, COVARIANCE_STEP_S).map((epoch) => {
    const ageS = Math.max(0, secondsBetween(observed, epoch))
    const matrix = demoCovariance(meanMotion, ageS, satellite.quality).map((row) =>
      row.map((value) => Number(value.toPrecision(12))),
    )
    return { comments: [], epoch, refFrame: 'RTN', matrix }
  })
  /** Makes a segment of the orbit without a burn in it; no reader interpolates across a burn. */
  const segmentOf = (fromS: number, toS: number, model?: Sgp4Model): OemSegment => {
    const [first, last] = [addSeconds(start, fromS), addSeconds(start, toS)]
    const isWithin = ({ epoch }: { readonly epoch: Epoch }) =>
      secondsBetween(first, epoch) >= 0 && secondsBetween(epoch, last) >= 0
    return {
      metadata: {
        comments: [],
        objectName: name,
        objectId: cosparId,
        centreName: 'EARTH',
        refFrame: 'GCRF',
        timeSystem: 'UTC',
        startTime: first,
        stopTime: last,
        interpolation: 'HERMITE',
        interpolationDegree: 7,
      },
      comments: model === undefined ? [] : ['After a burn of our own, which no message knows yet'],
      states: times(first, toS - fromS, STEP_S).map((epoch) => stateAt(epoch, model)),
      covariances: covariances.filter(isWithin),
    }
  }
  return formatOem({
    header: {
      comments: ['SIMULATED: no such object exists'],
      version: '2.0',
      creationDate: epochOf(Math.floor(openedAt / 1000) * 1000),
      originator: DEMO_ORIGINATOR,
    },
    segments:
      burn === undefined ? [segmentOf(0, spanS)] : [segmentOf(0, burn.atS), segmentOf(burn.atS, spanS, burn.orbit)],
  })
}

/** Returns the time of the demo's burn, s after the start of the file, and the orbit after it. */
function burnAfter(satellite: DemoSatellite, start: Epoch): { readonly atS: number; readonly orbit: Sgp4Model } {
  const atS = BEFORE_S + DEMO_BURN.hoursAfterOpening * 3_600
  return { atS, orbit: orbitAfterBurn(satellite, addSeconds(start, atS), DEMO_BURN.alongMps) }
}

function times(start: Epoch, spanS: number, stepS: number): Epoch[] {
  return Array.from({ length: Math.floor(spanS / stepS) + 1 }, (_, i) => addSeconds(start, i * stepS))
}

/** Rounds a value to a millimetre or a micrometre per second, as in the file. */
function grain(value: number): number {
  return Number(value.toFixed(3))
}

function fine(value: number): number {
  return Number(value.toFixed(6))
}
