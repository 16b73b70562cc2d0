/**
 * The limits of a stormy day: Ap of 50 or more, a major storm by the glossary of NOAA's Space Weather Prediction Center, or Dst of -100 nT
 * or less, an intense one after Gonzalez and others, J. Geophys. Res. 99 (1994) 5771.
 */
export const STORM = { ap: 50, dstNt: -100 } as const
