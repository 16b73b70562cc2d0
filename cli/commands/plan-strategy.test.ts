import { expect, test } from 'vitest'
import reference from '../command-line.reference.json' with { type: 'json' }
import { record } from '../testing/recorded-terminal.ts'

const [cara] = reference.conjunctions
const files = { 'cara.cdm': cara!.text }
const exact = ['--execution-error', 'none', '--json', '--hbr', String(cara!.hbrM), '--dynamics', 'two-body']
/** A burn of some mm/s is written in multiples of 1e-7 m/s. */
const ROUNDED_SHARE = 1e-4

const plan = async (...args: string[]) => {
  const { code, out, err } = await record(['plan', 'cara.cdm', ...args, ...exact], files)
  return {
    code,
    err,
    plans: out === '' ? [] : JSON.parse(out)[0].plans,
    error: out === '' ? '' : JSON.parse(out)[0].error,
  }
}

test('apsis plan --strategy finds the best time: no start in a grid costs less', async () => {
  const orbits = Array.from({ length: 35 }, (_, k) => (0.1 * (k + 1)).toFixed(1))
  const { plans: grid } = await plan('--lead-orbits', orbits.join(','))
  const { code, plans } = await plan('--strategy', 'short-term')
  expect([code, plans.length, plans[0].confirmed]).toEqual([0, 1, true])
  const least = Math.min(...grid.map(({ deltaVMps }: { deltaVMps: number }) => deltaVMps))
  expect(plans[0].deltaVMps).toBeLessThanOrEqual(least * (1 + ROUNDED_SHARE))
  expect(plans[0].leadOrbits).toBeLessThanOrEqual(3.5)
  const {
    plans: [long],
  } = await plan('--strategy', 'long-term')
  expect(long.confirmed).toBe(true)
  expect(long.leadOrbits).toBeGreaterThanOrEqual(5)
  expect([long.deltaVRtnMps[0], long.deltaVRtnMps[2]].map(Math.abs)).toEqual([0, 0])
  // The start is not before the creation of the message.
  const created = /^CREATION_DATE\s*=\s*(\S+)/m.exec(cara!.text)![1]!
  expect(Date.parse(long.burnTime)).toBeGreaterThanOrEqual(Date.parse(`${created}Z`))
})

test('apsis plan --strategy stays within a window, and reports a window without time or a misplaced option', async () => {
  const said = async (...args: string[]) => (await plan(...args)).err
  const tca = Date.parse(`${/^TCA\s*=\s*(\S+)/m.exec(cara!.text)![1]!}Z`)
  const at = (hours: number) => new Date(tca + hours * 3_600_000).toISOString()
  const {
    plans: [short],
  } = await plan('--strategy', 'short-term', '--window', `${at(-3)},${at(-1)}`)
  expect(Date.parse(short.burnTime)).toBeGreaterThanOrEqual(Date.parse(at(-3)))
  expect(Date.parse(short.burnTime)).toBeLessThanOrEqual(Date.parse(at(-1)))
  expect((await plan('--strategy', 'long-term', '--window', `${at(-3)},${at(-1)}`)).error).toMatch(
    /no time for a long-term/,
  )
  expect(await said('--strategy', 'long-term', '--at', at(-3))).toMatch(/--strategy goes with --window/)
  expect(await said('--strategy', 'long-term', '--kind', 'drag')).toMatch(/--strategy goes with a burn/)
  expect(await said('--strategy', 'never')).toMatch(/--strategy is short-term, long-term/)
})
