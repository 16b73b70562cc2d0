/**
 * Finds the burns in the public histories of element sets, and compares with a plain method, the jump of the mean motion, on the same rows:
 * the recall of both at equal precision, and the burns found at the threshold that is fitted to the other satellites (flight rule F17).
 */
import { BURN_NOISE_MULTIPLE, detectBurns, jumpsOfMeanMotion } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import { hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import {
  curveOf,
  fitThreshold,
  LOWEST_SCORE,
  type Point,
  PRECISIONS,
  readSatellite,
  recallAt,
} from '@apsis/tools/conformance/detection.ts'
import { findFiles } from '@apsis/tools/conformance/run/collection.ts'
import { machineLine } from '../stage/machine.ts'
import { timeOnce } from './clock.ts'

/** The precisions at which the curve is printed; F17 demands 0.8. */
const SHOWN = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1]

async function main(): Promise<number> {
  if (!hasCollection()) {
    console.log('The open histories are in the reference collection, which is not here: nothing is measured.')
    return 0
  }
  console.log(machineLine())
  const satellites = []
  for (const name of findFiles('manoeuvre/avoidance/detection/*_burns.csv')) {
    const satellite = readSatellite(name)
    const own = await timeOnce(() => curveOf(satellite, detectBurns(satellite.history, LOWEST_SCORE)))
    const plain = await timeOnce(() => curveOf(satellite, jumpsOfMeanMotion(satellite.history)))
    satellites.push({ satellite, own, plain })
  }
  let isPassed = true
  for (const { satellite, own, plain } of satellites) {
    const { name, history, burns } = satellite
    const large = burns.filter(({ isSmall }) => !isSmall).length
    console.log(
      `\n${name}: ${history.length} element sets, ${large} burns of 5 mm/s or more, ${burns.length - large} apart`,
    )
    console.log(`  precision at least   ${SHOWN.map((precision) => precision.toFixed(2)).join('  ')}   processor`)
    console.log(curveLine('apsis, recall', own.result, own.processorS))
    console.log(curveLine('jump of mean motion', plain.result, plain.processorS))
    const others = satellites.filter((one) => one.satellite !== satellite).map((one) => one.own.result)
    console.log(`  at the threshold of the others: ${atThreshold(own.result, plain.result, fitThreshold(others))}`)
    console.log(`  at that of the command: ${atThreshold(own.result, plain.result, BURN_NOISE_MULTIPLE)}`)
    isPassed &&= PRECISIONS.every((precision) => recallAt(own.result, precision) >= recallAt(plain.result, precision))
  }
  console.log(
    `\n${isPassed ? 'passed' : 'FAILED'} no recall below that of the plain method at precisions ${PRECISIONS.join(', ')}`,
  )
  return isPassed ? 0 : 1
}

function curveLine(what: string, curve: readonly Point[], processorS: number): string {
  const recalls = SHOWN.map((precision) => recallAt(curve, precision).toFixed(2))
  return `  ${what.padEnd(19)}  ${recalls.join('  ')}   ${processorS.toFixed(2)} s`
}

function atThreshold(own: readonly Point[], plain: readonly Point[], threshold: number): string {
  const at = own.findLast((point) => point.threshold >= threshold)
  if (at === undefined) return `${threshold}: nothing`
  const beside = recallAt(plain, at.precision).toFixed(3)
  return `${threshold}: recall ${at.recall.toFixed(3)}, precision ${at.precision.toFixed(3)}; jump of mean motion at that precision ${beside}`
}

process.exitCode = await main()
