import { expect, test } from 'vitest'
import reference from '../../command-line.reference.json' with { type: 'json' }
import { record } from '../../testing/recorded-terminal.ts'

/** A published message with covariances of position and velocity; the file names its source. */
const [cara] = reference.conjunctions
const files = { 'cara.cdm': cara!.text }
const exact = ['--execution-error', 'none', '--hbr', String(cara!.hbrM), '--dynamics', 'two-body']
const tcaMs = Date.parse(`${/^TCA\s*=\s*(\S+)/m.exec(cara!.text)![1]!}Z`)
const atHours = (hours: number) => new Date(tcaMs + 3_600_000 * hours).toISOString()
/** Times are compared to milliseconds, and a burn of five centimetres per second in multiples of 1e-7 m/s. */
const [MS, DELTA_V_SHARE] = [1.5, 2e-6]
/** A lead is given with nine decimals of a revolution: some microseconds. */
const TURN_DIGITS = 6
/** The value in m/s is written in multiples of 1e-7. */
const DELTA_V_DIGITS = 6

const run = (...args: string[]) => record(['plan', 'cara.cdm', ...args, ...exact], files)
async function plan(...args: string[]) {
  const { code, out, err } = await run(...args, '--json')
  const [entry] = out === '' ? [{ plans: [] }] : JSON.parse(out)
  return { code, err, error: entry.error, first: entry.plans[0] }
}

test('apsis plan --planned-burn moves a burn forward by the fewest whole revolutions, with its own Δv and at no extra cost', async () => {
  const planned = `${atHours(8)},0,0.05,0`
  const { code, first } = await plan('--planned-burn', planned)
  expect([code, first.confirmed, first.deltaVRtnMps, first.deltaVMps]).toEqual([0, true, [0, 0.05, 0], 0.05])
  const { ignition, movedByS, revolutions, extraDeltaVMps } = first.plannedBurn
  expect([ignition.slice(0, 23), extraDeltaVMps]).toEqual([atHours(8).slice(0, 23), 0])
  expect(Math.abs(Date.parse(ignition) - 1_000 * movedByS - Date.parse(first.burnTime))).toBeLessThan(MS)
  const periodS = (tcaMs - Date.parse(first.burnTime)) / 1_000 / first.leadOrbits
  expect(movedByS / periodS / revolutions).toBeCloseTo(1, TURN_DIGITS)
  // The smallest burn with the same effect, at the same time and along the same line, is the burn itself.
  const reached = ['--target-probability', String(first.probability)]
  const { first: sized } = await plan('--at', first.burnTime, '--direction', 'along-track', ...reached)
  expect(Math.abs(sized.deltaVMps / 0.05 - 1)).toBeLessThan(DELTA_V_SHARE)
  // A revolution later, the burn misses the target.
  const later = new Date(Date.parse(first.burnTime) + 1_000 * periodS).toISOString()
  expect(Date.parse(later)).toBeLessThan(tcaMs)
  expect((await plan('--planned-burn', planned, '--at', later)).first.confirmed).toBe(false)
})

test('a planned burn in other axes keeps its components in R, T, N at its ignition', async () => {
  const { first } = await plan('--planned-burn', `${atHours(8)},0.05,0,0,TNW`, '--at', atHours(-4))
  // The orbit is nearly circular: except for the flight path angle, the tangent is along the track.
  expect(first.deltaVMps).toBeCloseTo(0.05, DELTA_V_DIGITS)
  expect(first.deltaVRtnMps[1] / 0.05).toBeGreaterThan(0.999)
  const rtn = await plan('--planned-burn', `${atHours(8)},${first.deltaVRtnMps.join(',')}`, '--at', atHours(-4))
  expect(rtn.first.probability / first.probability).toBeCloseTo(1, TURN_DIGITS)
})

test('a planned burn that is too small is reported as the limit, in both forms of the answer', async () => {
  const planned = ['--planned-burn', `${atHours(8)},0,0.00001,0`]
  const { code, first } = await plan(...planned)
  expect([code, first.confirmed, first.limit]).toEqual([1, false, 'planned-burn'])
  const { out } = await run(...planned)
  expect(out).toMatch(
    /the planned burn is too small or points elsewhere; the planned burn of .* earlier: no Δv beside it/,
  )
})

test('an invalid planned burn is refused with the reason', async () => {
  const said = async (value: string, ...args: string[]) => (await plan('--planned-burn', value, ...args)).err
  const usual = `${atHours(8)},0,0.05,0`
  expect(await said(`${atHours(8)},0,0.05`)).toMatch(/--planned-burn is TIME,R,T,N or TIME,X,Y,Z,FRAME/)
  expect(await said(`${atHours(8)},0,0,0`)).toMatch(/is not 0,0,0/)
  expect(await said(`${usual},MOON`)).toMatch(/MOON names no axes/)
  expect(await said(usual, '--kind', 'arc')).toMatch(/goes with --kind impulse, not with arc/)
  expect(await said(usual, '--direction', 'radial')).toMatch(/has a direction of its own/)
  const early = await plan('--planned-burn', `${atHours(-8)},0,0.05,0`)
  expect([early.code, early.error]).toEqual([1, expect.stringMatching(/is before TCA, and the message may have it/)])
})
