/** Two bodies that collide. */
export interface Impact {
  readonly primaryKg: number
  readonly secondaryKg: number
  readonly speedMps: number
}

/** The result of an impact. */
export interface Breakup {
  /** True if both bodies break up completely. */
  readonly isCatastrophic: boolean
  /** The expected number of pieces of at least the given size. */
  readonly pieces: number
}

/** The energy per kilogram of the larger body above which both break up completely, J/kg (Johnson and others 2001). */
export const CATASTROPHIC_J_PER_KG = 40_000
/** The default least size of counted pieces, m: the size that radars track in low orbit. */
export const COUNTED_SIZE_M = 0.05

const PIECES_FACTOR = 0.1
const MASS_EXPONENT = 0.75
const SIZE_EXPONENT = -1.71
const METRES_PER_KILOMETRE = 1_000

/**
 * Returns the pieces of a collision by the NASA standard breakup model, EVOLVE 4.0: N(>L) = 0.1 M^0.75 L^−1.71. Source: Johnson, Krisko, Liou and
 * Anz-Meador, Adv. Space Res. 28 (2001) 1377–1384, eq. 4. M in kg is the sum of both masses if ½ m v²/M of the smaller on the larger body exceeds
 * 40 kJ/kg; otherwise it is the smaller mass times the square of the speed in km/s, as Krisko corrected the printed mass times speed (Orbital
 * Debris Quarterly News 15/4, 2011, p. 4). Verified: CARA's counts agree exactly (consequence.json of the reference collection).
 */
export function breakUp({ primaryKg, secondaryKg, speedMps }: Impact, sizeM = COUNTED_SIZE_M): Breakup {
  const [smaller, larger] = [Math.min(primaryKg, secondaryKg), Math.max(primaryKg, secondaryKg)]
  if (!(smaller >= 0 && larger > 0 && speedMps >= 0 && sizeM > 0)) {
    throw new RangeError('masses, speed and size have to be positive')
  }
  const isCatastrophic = (smaller * speedMps ** 2) / (2 * larger) > CATASTROPHIC_J_PER_KG
  const massKg = isCatastrophic ? smaller + larger : smaller * (speedMps / METRES_PER_KILOMETRE) ** 2
  return { isCatastrophic, pieces: collisionPieces(massKg, sizeM) }
}

/** Returns the pieces of at least a size, m, of a collision whose law has this mass, kg (Johnson and others 2001, eq. 4). */
export function collisionPieces(massKg: number, sizeM: number): number {
  return PIECES_FACTOR * massKg ** MASS_EXPONENT * sizeM ** SIZE_EXPONENT
}
