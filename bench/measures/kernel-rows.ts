import type { BenchCatalogue } from '../screening/catalogue.ts'
import { timeOnce } from './clock.ts'
import { type KernelOptions, measureKernels, type Theory } from './kernel-speed.ts'
import { type Row, ratioRow } from './row.ts'

/**
 * The largest allowed distance between the two results, m: satellite.js takes its time as one double of a Julian date, which resolves 40
 * µs.
 */
const AGREEMENT_M = 0.5
const GOALS = { SGP4: 8, SDP4: 4 }

/** Compares the fastest kernel with satellite.js, for near-Earth and deep-space orbits, and checks that their results agree. */
export async function measureTheory(
  catalogue: BenchCatalogue,
  theory: Theory,
  options: KernelOptions,
  say: (line: string) => void,
): Promise<{ readonly rows: readonly Row[]; readonly isPassed: boolean }> {
  const { result, foreignCores } = await timeOnce(() => measureKernels(catalogue, theory, options))
  const [peer, ...ours] = result.speeds
  const best = ours.toSorted((a, b) => b.ratio - a.ratio)[0]
  if (peer === undefined || best === undefined) throw new Error('nothing was measured')
  for (const { name, rate, ratio } of result.speeds)
    say(`  ${theory}: ${name.padEnd(36)} ${rate.toFixed(2).padStart(6)} M states/s, ${ratio.toFixed(2)} × satellite.js`)
  const isPassed = result.apartM < AGREEMENT_M
  say(`  ${isPassed ? 'passed' : 'FAILED'} ${theory}: at most ${result.apartM.toExponential(1)} m from satellite.js`)
  const row = ratioRow(
    {
      what: `${theory}, one thread, ${result.objects} objects × ${options.times} times`,
      ours: `${best.rate.toFixed(1)} M states/s`,
      beside: `${peer.name} ${peer.rate.toFixed(1)} M states/s`,
      foreignCores,
    },
    best.ratio,
    GOALS[theory],
  )
  return { rows: [row], isPassed }
}
