import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { dragForce } from '@apsis/astro/dynamics/drag.ts'
import { pointMassForce } from '@apsis/astro/dynamics/gravity.ts'
import { makeDragFlight } from '@apsis/astro/manoeuvre/drag-flight.ts'
import { type Mat3, transform } from '@apsis/astro/mat3.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { readJson, vectorAt } from './collection.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Tally } from './tally.ts'

interface DragCase {
  readonly altitude_km: number
  readonly density_at_altitude_kgm3: number
  readonly scale_height_km: number
  readonly mass_kg: number
  readonly cd: number
  readonly area_nominal_m2: number
  readonly area_drag_m2: number
  readonly hours_in_drag: number
  readonly hours_coast: number
  readonly expected: {
    readonly rtn_difference_at_end_km: number[]
    readonly rtn_difference_at_end_of_drag_km: number[]
  }
}

const EARTH_RADIUS_M = 6_378_137
const HOUR_S = 3600
/** As the file says it. */
const [SHARE, LEAST_M] = [1e-3, 1]
const INCLINATION_RAD = degToRad(97.5)
/** An air that does not turn knows no Earth-fixed axes. */
const UNTURNED: Mat3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Changes of the area for hours, in the air that the file describes: it does not turn, and thins out as an exponential. */
function compareDrag(tally: Tally, { files: [file = ''] }: Source): void {
  const origin = parseTime('2026-11-20T00:00:00')
  for (const one of readJson<{ readonly cases: readonly DragCase[] }>(file).cases) {
    const radiusM = EARTH_RADIUS_M + one.altitude_km * 1000
    const speed = Math.sqrt(GM_EARTH / radiusM)
    const start = {
      r: [radiusM, 0, 0] as const,
      v: [0, speed * Math.cos(INCLINATION_RAD), speed * Math.sin(INCLINATION_RAD)] as const,
    }
    const density = ({ rEarthFixed }: { readonly rEarthFixed: Vec3 }) =>
      one.density_at_altitude_kgm3 * Math.exp(-(norm(rEarthFixed) - radiusM) / (one.scale_height_km * 1000))
    const forces = (area: number) => [
      pointMassForce(GM_EARTH),
      dragForce({ cd: 1, area, density, toEarthFixed: () => UNTURNED, airRateRadPerS: 0 }),
    ]
    const perArea = one.cd / one.mass_kg
    const change = {
      holdS: one.hours_in_drag * HOUR_S,
      usualM2PerKg: perArea * one.area_nominal_m2,
      heldM2PerKg: perArea * one.area_drag_m2,
    }
    const name = `${one.altitude_km} km, ${one.hours_in_drag} h of ${one.area_drag_m2} m²`
    tally.run(name, (check) => {
      const differenceAfter = (hours: number) => {
        const frame = { origin, startS: 0, endS: hours * HOUR_S, forces }
        const { dr, nominal } = makeDragFlight(start, frame).displacement(change)
        return transform(rtnAxes(nominal), dr)
      }
      const compare = (quantity: string, hours: number, expectedKm: number[]) => {
        const expected = vectorAt(expectedKm, 0, 1000)
        const limit = Math.max(LEAST_M, SHARE * norm(expected))
        check.within(quantity, { error: norm(subtract(differenceAfter(hours), expected)), limit, unit: 'm' })
      }
      const { expected } = one
      compare('RTN at the end', one.hours_in_drag + one.hours_coast, expected.rtn_difference_at_end_km)
      compare('RTN at the end of drag', one.hours_in_drag, expected.rtn_difference_at_end_of_drag_km)
    })
  }
}

export const DRAG_SETS: readonly ReferenceSet[] = [
  { name: 'manoeuvre/avoidance/differential_drag.json', compare: compareDrag },
]
