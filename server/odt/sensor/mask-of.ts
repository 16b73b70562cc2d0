import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { type ElevationMask, flatMask, maskFromDegrees } from '@apsis/astro/visibility/mask.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'

/** The higher of the horizon and the lowest elevation at which the sensor measures. */
export function maskOf(
  { horizon, minimumElevation }: Pick<Sensor, 'horizon' | 'minimumElevation'>,
  asked?: number,
): ElevationMask {
  const least = Math.max(minimumElevation, asked ?? Number.NEGATIVE_INFINITY)
  if (horizon.length === 0) return flatMask(degToRad(least))
  const mask = maskFromDegrees(horizon.map(({ azimuth, elevation }) => [azimuth % 360, elevation] as const))
  // Where the horizon crosses the least elevation between corners, a corner is put: so the higher of the two is straight.
  const corners = mask.points.flatMap((point, index) => {
    const next = mask.points[(index + 1) % mask.points.length] ?? point
    const here = radToDeg(point.azimuthRad)
    const width = (radToDeg(next.azimuthRad) - here + 360) % 360 || 360
    const [low, high] = [radToDeg(point.elevationRad), radToDeg(next.elevationRad)]
    const crossing = (least - low) / (high - low)
    const at = (here + crossing * width) % 360
    const crosses = crossing > 0 && crossing < 1
    return [[here, Math.max(low, least)] as const, ...(crosses ? [[at, least] as const] : [])]
  })
  return maskFromDegrees(corners)
}
