/** Standard deviations at the epoch of an element set, m: radial, transverse, normal. */
export type ClassSigmas = readonly [radial: number, transverse: number, normal: number]

/** Perigee heights below 800 km, below 25,000 km, above. */
export type HeightBand = 'low' | 'middle' | 'high'

/**
 * Errors of the element sets of the US catalogue of 2008-01-01 by eccentricity (below 0.1 or not), height of the perigee and inclination (below
 * 30°, to 60°, above). Source: Flohrer, Krag and Klinkrad, Assessment and Categorization of TLE Orbit Errors for the US SSN Catalogue, AMOS 2008,
 * table 2. The paper itself was not available: the numbers are from public transcriptions of the table. The rows of circular orbits below 800 km,
 * 71/228/95 and 357/432/83 were found in independent sources, the rest in one source. Cells that are empty in the paper have the numbers of their
 * left neighbour.
 */
export const CLASS_SIGMAS_M: Readonly<
  Record<'circular' | 'eccentric', Readonly<Record<HeightBand, readonly [ClassSigmas, ClassSigmas, ClassSigmas]>>>
> = {
  circular: {
    low: [
      [67, 118, 75],
      [107, 308, 169],
      [115, 517, 137],
    ],
    middle: [
      [191, 256, 203],
      [71, 228, 95],
      [91, 428, 114],
    ],
    high: [
      [357, 432, 83],
      [357, 432, 83],
      [357, 432, 83],
    ],
  },
  eccentric: {
    low: [
      [2252, 4270, 1421],
      [629, 909, 2057],
      [494, 814, 1337],
    ],
    middle: [
      [1748, 3119, 971],
      [1832, 1878, 1454],
      [529, 817, 1570],
    ],
    high: [
      [402, 418, 83],
      [4712, 6223, 1208],
      [4712, 6223, 1208],
    ],
  },
}
