import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const [cara] = reference.conjunctions
const { ion } = reference
const files = { 'cara.cdm': cara!.text, 'ion.cdm': ion.text }

test('apsis pc agrees with CARA: probability, miss distance, speed, radius and the additional value along curved orbits', async () => {
  const { code, out, err } = await record(['pc', 'cara.cdm', '--json'], files)
  expect([code, err]).toEqual([0, ''])
  const [answer] = JSON.parse(out)
  const { hbrM, missM, speedMps, pc2d, nc3d } = cara!
  expect(answer).toMatchObject({
    file: 'cara.cdm',
    hardBodyRadiusM: hbrM,
    method: 'circle-2d',
    isReliable: true,
    error: null,
  })
  // The values are printed to 15 digits by CARA; their integral is accurate to 1e-7.
  expect(Math.abs(answer.probability / pc2d! - 1)).toBeLessThan(1e-7)
  expect(Math.abs(answer.methods['circle-2d'] / pc2d! - 1)).toBeLessThan(1e-7)
  expect(Math.abs(answer.methods['hall-3d'] / nc3d! - 1)).toBeLessThan(1e-3)
  // The message gives the miss distance only to a metre, less accurately than its states.
  expect(Math.abs(answer.missDistanceM - missM!)).toBeLessThan(0.01)
  expect(Math.abs(answer.relativeSpeedMps - speedMps!)).toBeLessThan(0.01)
  expect(answer.checks.isViolated).toBe(false)
  expect(answer.maximumProbability).toBeGreaterThanOrEqual(answer.probability)
})

test('apsis pc distinguishes the circle from the square over which 18 SDS integrates', async () => {
  const [answer] = JSON.parse((await record(['pc', 'ion.cdm', '--json'], files)).out)
  expect(answer).toMatchObject({
    tca: expect.stringMatching(/^2023-07-05T20:31:15\.\d+Z$/),
    hardBodyRadiusM: 10,
    hardBodyRadiusFrom: 'Exclusion Volume Radius',
    reported: { matches: 'square-2d' },
  })
  expect(Math.abs(answer.probability / ion.expected.orekit_laas2015 - 1)).toBeLessThan(1e-6)
  expect(Math.abs(answer.methods['square-2d'] / ion.square_integral_side_20_m - 1)).toBeLessThan(1e-6)
  expect(Object.keys(answer.methods)).toEqual(expect.arrayContaining(['chan-1997', 'alfano-2005', 'laas-2015']))
})

test('apsis pc --hbr and --method use the requested radius and method', async () => {
  const [twice] = JSON.parse((await record(['pc', 'cara.cdm', '--json', '--hbr', '20'], files)).out)
  expect(twice).toMatchObject({ hardBodyRadiusM: 20, hardBodyRadiusFrom: '--hbr' })
  expect(twice.probability).toBeGreaterThan(cara!.pc2d!)
  const [square] = JSON.parse((await record(['pc', 'ion.cdm', '--json', '--method', 'square-2d'], files)).out)
  expect(square).toMatchObject({ method: 'square-2d', reason: 'asked-for', probability: square.methods['square-2d'] })
})

test('apsis pc prints the value with its reason, the checks, and all methods if requested', async () => {
  const { out } = await record(['pc', 'ion.cdm', '--method', 'all'], files)
  expect(out).toMatch(/^ {2}TCA +2023-07-05T20:31:15\.893Z$/m)
  expect(out).toMatch(/^ {2}miss distance +55\.776 m /m)
  expect(out).toMatch(/^ {2}probability +3\.49651\de-3 by circle-2d: the conjunction plane holds/m)
  expect(out).toMatch(/^ {2}message says +4\.450713e-3, FOSTER-1992: as square-2d gives it$/m)
  expect(out).toMatch(/^ {4}chan-1997 +3\.49\d+e-3$/m)
})

test('apsis pc continues after an invalid message, and after one without a radius', async () => {
  const wrong = cara!.text.replace(/^TCA .*$/m, 'TCA = soon')
  const bare = cara!.text.replace(/^COMMENT HBR.*$/m, 'COMMENT none')
  const all = { ...files, 'wrong.cdm': wrong, 'bare.cdm': bare }
  const { code, out, err } = await record(['pc', 'wrong.cdm', 'bare.cdm', 'ion.cdm', '--json'], all)
  expect(code).toBe(1)
  const answers = JSON.parse(out)
  expect(answers).toMatchObject([
    { file: 'wrong.cdm', probability: null, error: expect.stringMatching(/^line \d+, column \d+, TCA: /) },
    { file: 'bare.cdm', probability: null, hardBodyRadiusM: null, error: expect.stringContaining('--hbr') },
    { file: 'ion.cdm', error: null },
  ])
  expect(err).toContain('wrong.cdm: line ')
  const none = await record(['pc', 'no-such.cdm', '--json'])
  expect([none.code, none.err]).toEqual([1, 'no-such.cdm: cannot be read: there is no such file\n'])
})

/** Returns the message in which every variance of a velocity has this value, without covariances. */
const withVelocities = (text: string, value: string) =>
  text
    .replace(/^(C[RTN]DOT_(?:R|T|N|RDOT|TDOT|NDOT) *= *)\S+/gm, '$10')
    .replace(/^(CRDOT_RDOT|CTDOT_TDOT|CNDOT_NDOT)( *= *)\S+/gm, `$1$2${value}`)
const withoutCovariance = (text: string) => {
  const from = text.lastIndexOf('OBJECT2')
  return text.slice(0, from) + text.slice(from).replace(/^(C[RTN](?:DOT)?_[RTN](?:DOT)? *= *)\S+/gm, '$10')
}

test('apsis pc reports a velocity covariance that no orbit fit can have, and uses the positions alone', async () => {
  const filled = { 'one.cdm': withVelocities(cara!.text, '1e-12'), 'none.cdm': withVelocities(cara!.text, '0') }
  const [one] = JSON.parse((await record(['pc', 'one.cdm', '--json'], filled)).out)
  const [none] = JSON.parse((await record(['pc', 'none.cdm', '--json'], filled)).out)
  expect(one).toMatchObject({
    method: 'circle-2d',
    reason: 'velocity-covariance-not-credible',
    velocityLeftOut: { primary: true, secondary: true },
  })
  expect(one.probability).toBe(none.probability)
  expect(none).toMatchObject({
    reason: 'unchecked-without-velocity-covariance',
    velocityLeftOut: { primary: false, secondary: false },
  })
  const { out } = await record(['pc', 'one.cdm'], filled)
  expect(out).toContain('the velocity covariance is not credible, position alone is used')
  expect(out).toMatch(/covariance +of the velocity of the secondary not credible/)
})

test('apsis pc uses one covariance if the other consists of zeros, and gives the largest possible value', async () => {
  const zeros = { 'zeros.cdm': withoutCovariance(cara!.text) }
  const [answer] = JSON.parse((await record(['pc', 'zeros.cdm', '--json'], zeros)).out)
  expect(answer).toMatchObject({
    reason: 'covariance-not-given',
    isReliable: false,
    oneMissing: { object: 'secondary' },
  })
  expect(answer.probability).toBeLessThanOrEqual(answer.oneMissing.maximumProbability)
  const { out } = await record(['pc', 'zeros.cdm'], zeros)
  expect(out).toContain('none given of the secondary')
})
