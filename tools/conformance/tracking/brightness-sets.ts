import { WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { apparentMagnitude, standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import { readJson } from '../collection.ts'
import type { Source } from '../reference-set.ts'
import type { Tally } from '../tally.ts'

/** Magnitudes that were measured of satellites of one kind, brought to one range and freed of the air. */
interface Group {
  readonly name: string
  readonly normalised_to_km: number
  readonly median_magnitude: number
  readonly brighter_than_10_percent: number
  readonly sigma_below_median?: number
  readonly sigma_above?: number
  /** Albedo times area of the side towards the Earth and of the side towards the Sun, m². */
  readonly two_facet_model_aA_m2: readonly number[]
}

/** Flight rule F28; the README of the set asks for the median within 1 mag. */
const [MEDIAN_MAG, SPREAD_MAG] = [1, 0.5]
/**
 * A matt sphere has no glints: the side of these satellites towards the Earth is flat, and the brightest tenth of their magnitudes is of
 * when it mirrors the Sun.
 */
const GLINTS = { upTo: 0.7, because: 'a flat side mirrors the Sun, which a matt sphere does not' }
const ALBEDO = 0.2
/** Telescopes of the survey look no lower, and it is night for them; no satellite of these heights is lit when the Sun is lower. */
const [LOWEST_DEG, NIGHT_DEG, DEEPEST_DEG] = [30, 6, 60]
const [RINGS, SECTORS] = [20, 24]

/**
 * The magnitudes of a matt sphere at all places of the sky above the lowest elevation where it is lit, over a night: places by equal area of
 * the sphere of its height, the Sun degree by degree below the horizon.
 */
function magnitudesOf(group: Group): Float64Array {
  const rangeM = 1000 * group.normalised_to_km
  const radiusM = WGS84_RADIUS_M + rangeM
  const area = group.two_facet_model_aA_m2.reduce((sum, each) => sum + each, 0) / ALBEDO
  const standard = standardMagnitude(Math.sqrt(area / Math.PI), ALBEDO)
  const site: Vec3 = [0, 0, WGS84_RADIUS_M]
  const lowest = degToRad(LOWEST_DEG)
  const edge = Math.sin(lowest + Math.asin((WGS84_RADIUS_M / radiusM) * Math.cos(lowest)))
  const found: number[] = []
  for (let below = NIGHT_DEG; below <= DEEPEST_DEG; below += 1) {
    const sun: Vec3 = [Math.cos(degToRad(below)), 0, -Math.sin(degToRad(below))]
    for (let place = 0; place < RINGS * SECTORS; place += 1) {
      const up = edge + ((1 - edge) * (Math.floor(place / SECTORS) + 0.5)) / RINGS
      const azimuth = (2 * Math.PI * ((place % SECTORS) + 0.5)) / SECTORS
      const out = Math.sqrt(1 - up * up)
      const at: Vec3 = [radiusM * out * Math.cos(azimuth), radiusM * out * Math.sin(azimuth), radiusM * up]
      const along = at[0] * sun[0] + at[2] * sun[2]
      const fromAxis = norm(subtract(at, [along * sun[0], 0, along * sun[2]]))
      if (along < 0 && fromAxis < WGS84_RADIUS_M) continue
      const toSite = subtract(site, at)
      const phaseAngleRad = Math.acos((toSite[0] * sun[0] + toSite[2] * sun[2]) / norm(toSite))
      const elevationRad = Math.PI / 2
      found.push(apparentMagnitude({ standardMagnitude: standard, rangeM, phaseAngleRad, elevationRad, extinction: 0 }))
    }
  }
  return Float64Array.from(found).sort()
}

/** Shares of a normal distribution below one standard deviation under its mean, and above it. */
const [ONE_SIGMA_BELOW, ONE_SIGMA_ABOVE] = [0.1587, 0.8413]

export function compareBrightness(tally: Tally, { files: [file = ''] }: Source): void {
  for (const group of readJson<{ readonly groups: readonly Group[] }>(file).groups)
    tally.run(group.name, (check) => {
      const all = magnitudesOf(group)
      const at = (share: number) => all[Math.floor(share * all.length)] ?? Number.NaN
      const median = at(0.5)
      const far = (ours: number, theirs: number, limit: number) => ({
        error: Math.abs(ours - theirs),
        limit,
        unit: 'mag',
      })
      check.within('median', far(median, group.median_magnitude, MEDIAN_MAG))
      check.within('brightest tenth', far(at(0.1), group.brighter_than_10_percent, SPREAD_MAG), GLINTS)
      if (group.sigma_below_median !== undefined)
        check.within('spread to the bright', far(median - at(ONE_SIGMA_BELOW), group.sigma_below_median, SPREAD_MAG))
      if (group.sigma_above !== undefined)
        check.within('spread to the faint', far(at(ONE_SIGMA_ABOVE) - median, group.sigma_above, SPREAD_MAG))
    })
  tally.note(
    'size by albedo times area of both sides; places of equal area above 30°, the Sun 6° to 60° below the horizon',
  )
}
