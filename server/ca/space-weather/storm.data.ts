/**
 * The limits of a stormy day: Ap of 50 or more, which is a major storm in the glossary of NOAA's Space Weather Prediction Center, or Dst of -100
 * nT or less, which is an intense storm after Gonzalez and others, J. Geophys. Res. 99 (1994) 5771.
 */
export const STORM = { ap: 50, dstNt: -100 } as const
