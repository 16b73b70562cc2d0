import type { TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { trackingWords } from './words.data.ts'

type SensorTask = TrackedObject['tasked'][number]
type Visibility = Pick<SensorTask, 'maximumElevation' | 'magnitude' | 'phaseAngle' | 'clearSky'>

/** Returns a share in per cent; a small one has a decimal. */
export const percent = (share: number) => formatNumber(share * 100, { decimals: share > 0 && share < 0.1 ? 1 : 0 })

/** Returns the results of the sensor so far: `3 of 4, 75 %`; a sensor without a pass has no record yet. */
export function recordText({ empirical, tries, successes }: SensorTask['detection']): string {
  return empirical === null
    ? trackingWords('noRecord')
    : trackingWords('recordOf', { share: percent(empirical), tries, successes })
}

/** Returns `62 % (by light and weather 71 %; record 3 of 4, 75 %)`. */
export function trackText(detection: SensorTask['detection']): string {
  const { probability } = detection
  return probability === null ? chanceText(detection) : `${percent(probability)}\u00a0% (${chanceText(detection)})`
}

/** Returns the theoretical probability and the record, which is the empirical one. */
export function chanceText(detection: SensorTask['detection']): string {
  const { theoretical } = detection
  const record = recordText(detection)
  return theoretical === null
    ? trackingWords('notExpected', { record })
    : trackingWords('theory', { theory: percent(theoretical), record })
}

/** Returns the inputs of the theoretical probability: peak, brightness, phase and weather, if they matter for the sensor. */
export function seenText({ maximumElevation, magnitude, phaseAngle, clearSky }: Visibility): string {
  const whole = (value: number) => formatNumber(value, { decimals: 0 })
  return [
    maximumElevation === null ? [] : trackingWords('peak', { elevation: whole(maximumElevation) }),
    magnitude === null ? [] : `${formatNumber(magnitude, { decimals: 1 })} mag`,
    phaseAngle === null ? [] : trackingWords('phase', { angle: whole(phaseAngle) }),
    clearSky === null ? [] : trackingWords('clear', { share: percent(clearSky) }),
  ]
    .flat()
    .join(', ')
}
