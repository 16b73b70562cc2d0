/** The first UTC day on which `taiMinusUtcS` holds, and the second that it ended in 23:59:60 the day before. */
export interface LeapSecondRow {
  readonly year: number
  readonly month: 1 | 7
  readonly taiMinusUtcS: number
}

// All rows of IERS Leap_Second.dat, "Updated through IERS Bulletin [C] 72 issued in July 2026". A row names its bulletin if the text of the
// bulletin was read. Steps before 1988 were announced by the BIH.
export const LEAP_SECONDS: readonly LeapSecondRow[] = [
  { year: 1972, month: 1, taiMinusUtcS: 10 }, // Leap_Second.dat, MJD 41317 (start of UTC in its present form)
  { year: 1972, month: 7, taiMinusUtcS: 11 }, // Leap_Second.dat, MJD 41499
  { year: 1973, month: 1, taiMinusUtcS: 12 }, // Leap_Second.dat, MJD 41683
  { year: 1974, month: 1, taiMinusUtcS: 13 }, // Leap_Second.dat, MJD 42048
  { year: 1975, month: 1, taiMinusUtcS: 14 }, // Leap_Second.dat, MJD 42413
  { year: 1976, month: 1, taiMinusUtcS: 15 }, // Leap_Second.dat, MJD 42778
  { year: 1977, month: 1, taiMinusUtcS: 16 }, // Leap_Second.dat, MJD 43144
  { year: 1978, month: 1, taiMinusUtcS: 17 }, // Leap_Second.dat, MJD 43509
  { year: 1979, month: 1, taiMinusUtcS: 18 }, // Leap_Second.dat, MJD 43874
  { year: 1980, month: 1, taiMinusUtcS: 19 }, // Leap_Second.dat, MJD 44239
  { year: 1981, month: 7, taiMinusUtcS: 20 }, // Leap_Second.dat, MJD 44786
  { year: 1982, month: 7, taiMinusUtcS: 21 }, // Leap_Second.dat, MJD 45151
  { year: 1983, month: 7, taiMinusUtcS: 22 }, // Leap_Second.dat, MJD 45516
  { year: 1985, month: 7, taiMinusUtcS: 23 }, // Leap_Second.dat, MJD 46247
  { year: 1988, month: 1, taiMinusUtcS: 24 }, // Leap_Second.dat, MJD 47161
  { year: 1990, month: 1, taiMinusUtcS: 25 }, // Leap_Second.dat, MJD 47892
  { year: 1991, month: 1, taiMinusUtcS: 26 }, // Leap_Second.dat, MJD 48257
  { year: 1992, month: 7, taiMinusUtcS: 27 }, // Leap_Second.dat, MJD 48804
  { year: 1993, month: 7, taiMinusUtcS: 28 }, // Leap_Second.dat, MJD 49169
  { year: 1994, month: 7, taiMinusUtcS: 29 }, // Leap_Second.dat, MJD 49534
  { year: 1996, month: 1, taiMinusUtcS: 30 }, // Leap_Second.dat, MJD 50083
  { year: 1997, month: 7, taiMinusUtcS: 31 }, // Leap_Second.dat, MJD 50630
  { year: 1999, month: 1, taiMinusUtcS: 32 }, // Leap_Second.dat, MJD 51179
  { year: 2006, month: 1, taiMinusUtcS: 33 }, // IERS Bulletin C 30, 4 July 2005
  { year: 2009, month: 1, taiMinusUtcS: 34 }, // IERS Bulletin C 36, 4 July 2008
  { year: 2012, month: 7, taiMinusUtcS: 35 }, // IERS Bulletin C 43, 5 January 2012
  { year: 2015, month: 7, taiMinusUtcS: 36 }, // Leap_Second.dat, MJD 57204
  { year: 2017, month: 1, taiMinusUtcS: 37 }, // IERS Bulletin C 52, 6 July 2016
]

/** The first UTC date for which no bulletin has yet announced whether there is a leap second (Bulletin C 72: 28 June 2027). */
export const LEAP_SECONDS_KNOWN_UNTIL = { year: 2027, month: 6, day: 28 } as const
