import { expect, test } from 'vitest'
import { cioLocatorSum } from './cio-locator.ts'

/** The last digit within the tolerance of SOFA's test program. */
const SOFA_RAD = 1e-18
const RAD_PER_MICROARCSEC = Math.PI / 648e9
/** The total of the terms below a tenth of a microarcsecond, of which the table has about fifty. */
const SMALL_TERMS_RAD = 2 * RAD_PER_MICROARCSEC

const centuries = (mjdTt: number) => (mjdTt - 51_544.5) / 36_525

test('s of 2006-01-01 agrees with the test program of SOFA (t_s06)', () => {
  // t_s06 uses these values of X and Y and expects s = −0.1220032213076463117e-7.
  const [x, y] = [0.5791308486706011e-3, 0.40205798167329612e-4]
  const s = cioLocatorSum(centuries(53_736)) - (x * y) / 2
  expect(Math.abs(s + 0.1220032213076463e-7)).toBeLessThan(SOFA_RAD)
})

test('the large terms are the first ones of IERS Conventions 2010, table 5.2d', () => {
  // Coefficients in microarcseconds of sin Ω, sin 2Ω and the next six terms, whose arguments consist of l′, F, D and Ω only, and the polynomial
  // to t³. The arguments of Simon and others (1994) are taken to the first power of t, in degrees.
  const sum = (t: number) => {
    const rad = (deg: number, degPerCentury: number) => ((deg + degPerCentury * t) * Math.PI) / 180
    const sunAnomaly = rad(357.529_109, 35_999.050_29)
    const f = rad(93.272_091, 483_202.017_46)
    const d = rad(297.850_195, 445_267.111_45)
    const node = rad(125.044_555, -1934.136_262)
    const terms: readonly (readonly [number, number])[] = [
      [-2640.73, node],
      [-63.53, 2 * node],
      [-11.75, 2 * f - 2 * d + 3 * node],
      [-11.21, 2 * f - 2 * d + node],
      [4.57, 2 * f - 2 * d + 2 * node],
      [-2.02, 2 * f + 3 * node],
      [-1.98, 2 * f + node],
      [1.72, 3 * node],
      [1.41, sunAnomaly + node],
      [1.26, sunAnomaly - node],
    ]
    const series = terms.reduce((total, [size, angle]) => total + size * Math.sin(angle), 0)
    // The largest of the terms that grow with t, and of those that grow with t².
    const growing = t * (-0.07 * Math.sin(2 * node) + 1.73 * Math.sin(2 * f - 2 * d + 2 * node))
    const square = t * t * (743.53 * Math.sin(node) + 56.91 * Math.sin(2 * f - 2 * d + 2 * node))
    return 94 + 3808.65 * t - 122.68 * t * t - 72_574.11 * t ** 3 + series + growing + square
  }
  for (const t of [-0.25, -0.1, 0, 0.05, 0.2, 0.26]) {
    expect(Math.abs(cioLocatorSum(t) - sum(t) * RAD_PER_MICROARCSEC), `t = ${t}`).toBeLessThan(SMALL_TERMS_RAD)
  }
})
