import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { GroundPlace } from './scale.ts'

/** The mean radius of the Earth (IUGG 1980), km. */
const EARTH_KM = 6_371.0088

type Site = GroundPlace & { readonly minimumElevation: number }

/**
 * Returns the distance from a sensor, in degrees along the ground, at which an object at an altitude has an elevation: on a sphere, λ =
 * acos(R cos ε / (R + h)) − ε (Wertz 2001, eq. 9-4).
 */
export function reachDegrees(altitudeKm: number, elevationDegrees: number): number {
  const elevation = degToRad(elevationDegrees)
  return radToDeg(Math.acos((EARTH_KM * Math.cos(elevation)) / (EARTH_KM + altitudeKm)) - elevation)
}

/** Returns the circle around a place on the sphere, from the north over the east; around a pole its longitudes jump by a turn. */
export function borderAround(centre: GroundPlace, radiusDegrees: number, corners: number): readonly GroundPlace[] {
  const [latitude, radius] = [degToRad(centre.latitude), degToRad(radiusDegrees)]
  return Array.from({ length: corners + 1 }, (_, at) => {
    const bearing = (at / corners) * 2 * Math.PI
    const sine = Math.sin(latitude) * Math.cos(radius) + Math.cos(latitude) * Math.sin(radius) * Math.cos(bearing)
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(radius) * Math.cos(latitude),
      Math.cos(radius) - Math.sin(latitude) * sine,
    )
    return { latitude: radToDeg(Math.asin(sine)), longitude: centre.longitude + radToDeg(east) }
  })
}

/** Returns the area within a circle on a flat map; longitudes continue past 180° so that its line does not jump. */
export function circleAround(centre: GroundPlace, radiusDegrees: number, corners = 72): readonly GroundPlace[] {
  const border = borderAround(centre, radiusDegrees, corners)
  if (Math.abs(centre.latitude) + radiusDegrees <= 90) return border
  // Around a pole the border covers all longitudes once; the line along the pole closes it.
  const pole = centre.latitude < 0 ? -90 : 90
  const east = border.toSorted((a, b) => a.longitude - b.longitude)
  return [
    ...east,
    { latitude: pole, longitude: centre.longitude + 180 },
    { latitude: pole, longitude: centre.longitude - 180 },
  ]
}

/** Returns the distance between two places along the ground, degrees. */
export function groundDistance(a: GroundPlace, b: GroundPlace): number {
  const [here, there] = [degToRad(a.latitude), degToRad(b.latitude)]
  const east = degToRad(b.longitude - a.longitude)
  const cosine = Math.sin(here) * Math.sin(there) + Math.cos(here) * Math.cos(there) * Math.cos(east)
  return radToDeg(Math.acos(Math.min(1, Math.max(-1, cosine))))
}

/** True if an object above a place is higher than the lowest elevation of a sensor. */
export const isInReach = (site: Site, below: GroundPlace & { readonly heightKm: number }): boolean =>
  groundDistance(site, below) <= reachDegrees(below.heightKm, site.minimumElevation)
