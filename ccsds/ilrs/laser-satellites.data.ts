/** The properties of a satellite that laser ranging needs. */
export interface LaserSatellite {
  readonly name: string
  readonly massKg: number
  /** The area of the disc that faces the Sun, m². */
  readonly areaM2: number
  /** The coefficient of light pressure: 1 if all light is absorbed, 2 if all is reflected. */
  readonly radiationCoefficient: number
  /** The distance from the reflecting point to the centre of mass, towards the observer, m. */
  readonly centreOfMassM: number
}

const sphere = (diameterM: number) => (Math.PI / 4) * diameterM ** 2

/**
 * The spherical satellites for laser ranging, by NORAD number: mass, diameter and centre-of-mass correction are those of the International Laser
 * Ranging Service (ilrs.gsfc.nasa.gov, satellite missions); radiation coefficients are those of its analysis centres, 1.13 for LAGEOS.
 */
export const LASER_SATELLITES: Readonly<Record<string, LaserSatellite>> = {
  '7646': { name: 'Starlette', massKg: 47.3, areaM2: sphere(0.24), radiationCoefficient: 1.13, centreOfMassM: 0.075 },
  '8820': { name: 'LAGEOS-1', massKg: 406.965, areaM2: sphere(0.6), radiationCoefficient: 1.13, centreOfMassM: 0.251 },
  '16908': { name: 'Ajisai', massKg: 685, areaM2: sphere(2.15), radiationCoefficient: 1.03, centreOfMassM: 1.01 },
  '19751': { name: 'Etalon-1', massKg: 1415, areaM2: sphere(1.294), radiationCoefficient: 1.25, centreOfMassM: 0.576 },
  '20026': { name: 'Etalon-2', massKg: 1415, areaM2: sphere(1.294), radiationCoefficient: 1.25, centreOfMassM: 0.576 },
  '22195': { name: 'LAGEOS-2', massKg: 405.38, areaM2: sphere(0.6), radiationCoefficient: 1.13, centreOfMassM: 0.251 },
  '22824': { name: 'Stella', massKg: 48, areaM2: sphere(0.24), radiationCoefficient: 1.13, centreOfMassM: 0.075 },
  '38077': { name: 'LARES', massKg: 386.8, areaM2: sphere(0.364), radiationCoefficient: 1.07, centreOfMassM: 0.133 },
}
