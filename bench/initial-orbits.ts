/** Determines simulated orbits without an initial orbit, and counts which results are right, refused and wrong. */
import { parseArgs } from 'node:util'
import { determined, type Outcome, type SimulatedOrbit, simulateOrbit } from './initial-orbits/campaign.ts'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- initial-orbits [--count N] [--seed N] [--all]'
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
/** The smallest acceptable share of right orbits among those with two to six passes. */
const LEAST_RIGHT_SHARE = 0.98

type Case = { readonly orbit: SimulatedOrbit; readonly outcome: Outcome }

async function main(): Promise<number> {
  const [count, first] = [Number(values.count), Number(values.seed)]
  if (values.help || !Number.isSafeInteger(count) || !Number.isSafeInteger(first)) {
    process.stdout.write(`${USAGE}\n`)
    return values.help ? 0 : 2
  }
  process.stdout.write(`${machineLine()}\n${count} orbits from seed ${first}\n`)
  const cases: Case[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const orbit = simulateOrbit(seed)
    const outcome = await determined(orbit)
    cases.push({ orbit, outcome })
    if (values.all || outcome.verdict !== 'right') process.stdout.write(`  ${lineOf({ orbit, outcome })}\n`)
  }
  const single = cases.filter(({ orbit }) => orbit.passes === 1)
  const several = cases.filter(({ orbit }) => orbit.passes > 1)
  for (const kind of ['LEO', 'MEO', 'GTO'] as const)
    process.stdout.write(`${kind}: ${tally(cases.filter(({ orbit }) => orbit.kind === kind))}\n`)
  process.stdout.write(`one pass: ${tally(single)}\n`)
  const nees = several.flatMap(({ outcome }) => (outcome.nees === null ? [] : [outcome.nees]))
  const sum = nees.reduce((total, value) => total + value, 0)
  const secondsEach = median(cases.map(({ outcome }) => outcome.seconds)).toFixed(1)
  process.stdout.write(
    `two to six passes: ${tally(several)}; sum of squared errors in units of the covariance ${sum.toFixed(0)} of ${6 * nees.length}; ${secondsEach} s in the median\n`,
  )
  const rights = several.filter(({ outcome }) => outcome.verdict === 'right').length
  const isWrong = cases.some(({ outcome }) => outcome.verdict === 'wrong')
  return isWrong || rights < LEAST_RIGHT_SHARE * several.length ? 1 : 0
}

function tally(cases: readonly Case[]): string {
  const of = (verdict: Outcome['verdict']) => cases.filter(({ outcome }) => outcome.verdict === verdict).length
  return `${of('right')} of ${cases.length} right, ${of('refused')} refused, ${of('wrong')} wrong`
}

function lineOf({ orbit, outcome }: Case): string {
  const { seed, kind, passes, rows } = orbit
  const numbers = [outcome.weightedRms, outcome.sigmas, outcome.nees, outcome.errorM].map((one) => one?.toPrecision(3))
  return `seed ${seed} ${kind}, ${passes} passes, ${rows} rows: ${outcome.verdict} ${numbers.join(' ')} ${outcome.note} ${outcome.seconds.toFixed(1)} s`
}

process.exitCode = await main()
