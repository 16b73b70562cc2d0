const DEGREE = Math.PI / 180
const FINE_DEG = 3

/** Meridians and parallels of a ball as pairs of ends, with its poles along z. */
export function graticule(radiusM: number, everyDeg: number): Float32Array {
  const at = (longitude: number, latitude: number) => [
    radiusM * Math.cos(latitude * DEGREE) * Math.cos(longitude * DEGREE),
    radiusM * Math.cos(latitude * DEGREE) * Math.sin(longitude * DEGREE),
    radiusM * Math.sin(latitude * DEGREE),
  ]
  const ends: number[] = []
  for (let longitude = 0; longitude < 360; longitude += everyDeg)
    for (let latitude = -90; latitude < 90; latitude += FINE_DEG)
      ends.push(...at(longitude, latitude), ...at(longitude, latitude + FINE_DEG))
  for (let latitude = everyDeg - 90; latitude < 90; latitude += everyDeg)
    for (let longitude = 0; longitude < 360; longitude += FINE_DEG)
      ends.push(...at(longitude, latitude), ...at(longitude + FINE_DEG, latitude))
  return new Float32Array(ends)
}
