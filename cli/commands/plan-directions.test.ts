import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const [cara] = reference.conjunctions
const files = { 'cara.cdm': cara!.text }
const exact = ['--execution-error', 'none', '--lead-orbits', '1.5', '--json', '--hbr', String(cara!.hbrM)]
/** A burn is written in multiples of 1e-7 m/s: for a burn of a few cm/s this changes the direction by at most this much, deg. */
const ROUNDED_DEG = 1e-3

const plan = async (...args: string[]) => {
  const { code, out, err } = await record(['plan', 'cara.cdm', ...args, ...exact], files)
  return { code, err, plan: out === '' ? undefined : JSON.parse(out)[0].plans[0] }
}
const angleDeg = (a: number[], b: number[]) => {
  const along = a.reduce((sum, part, k) => sum + part * b[k]!, 0)
  return (Math.acos(along / Math.hypot(...a) / Math.hypot(...b)) * 180) / Math.PI
}

test('apsis plan --cone and --thrusters burn only in allowed directions, and cost no less than a free burn', async () => {
  const free = await plan()
  const cone = await plan('--cone', '1,0,0.5,20')
  expect([cone.code, cone.plan.confirmed]).toEqual([0, true])
  expect(angleDeg(cone.plan.deltaVRtnMps, [1, 0, 0.5])).toBeLessThan(20 + ROUNDED_DEG)
  expect(cone.plan.deltaVMps).toBeGreaterThan(free.plan.deltaVMps)
  // The free burn is outside the cone, so the best burn in the cone is at its edge.
  expect(angleDeg(free.plan.deltaVRtnMps, [1, 0, 0.5])).toBeGreaterThan(20)
  expect(angleDeg(cone.plan.deltaVRtnMps, [1, 0, 0.5])).toBeGreaterThan(20 - ROUNDED_DEG)
  const back = await plan('--thrusters', '0,0,2,0,-1,0')
  expect(back.plan.confirmed).toBe(true)
  expect(
    Math.min(
      ...[
        [0, 0, 1],
        [0, -1, 0],
      ].map((one) => angleDeg(back.plan.deltaVRtnMps, one)),
    ),
  ).toBeLessThan(ROUNDED_DEG)
  const along = await plan('--cone', '1,0,0,5', '--attitude-frame', 'TNW')
  expect(angleDeg(along.plan.deltaVRtnMps, [0, 1, 0])).toBeLessThan(6)
})

test('apsis plan reports a direction outside the cone', async () => {
  const said = async (...args: string[]) => (await plan(...args)).err
  expect(await said('--cone', '1,0,0,20', '--direction', 'along-track')).toMatch(
    /cannot burn along --direction: --cone/,
  )
  expect(await said('--cone', '1,0,0')).toMatch(/--cone is R,T,N,DEG/)
  expect(await said('--cone', '1,0,0,200')).toMatch(/0 to 180/)
  expect(await said('--thrusters', '1,0,0,0')).toMatch(/--thrusters is R,T,N/)
  expect(await said('--cone', '1,0,0,20', '--thrusters', '1,0,0')).toMatch(/one of --cone and --thrusters/)
  expect(await said('--cone', '1,0,0,20', '--kind', 'return')).toMatch(/--cone goes with --kind impulse or arc/)
  expect(await said('--attitude-frame', 'TNW')).toMatch(/goes with --cone/)
  // If the cone is given in the axes of the velocity, the plan itself reports that the direction is outside the cone.
  const { plan: none, code } = await plan('--cone', '0,1,0,5', '--attitude-frame', 'TNW', '--direction', 'along-track')
  expect([code, none.confirmed, none.limit]).toEqual([1, false, 'direction'])
})
