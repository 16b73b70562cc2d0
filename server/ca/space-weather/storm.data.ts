/**
 * The limits of a stormy day. Ap of 50 or more is a major storm in the glossary of NOAA's Space Weather Prediction Center. Dst of -100 nT
 * or less is an intense storm after Gonzalez and others, J. Geophys. Res. 99 (1994) 5771.
 */
export const STORM = { ap: 50, dstNt: -100 } as const
