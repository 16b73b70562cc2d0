import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import { KEPT_SHARE } from '@apsis/contract/ca/plan/distance-verdict.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { separationWords } from './separation-words.data.ts'

const instant = (at: string) => formatInstant(Date.parse(at))

/**
 * A distance is not reliable if fewer standard deviations lie between it and the accepted one; the server judges a distance without a burn
 * in the same way (F3 for a distance).
 */
const SURE_SIGMAS = 3

/** Returns the text on the uncertainty of the distance, rounded up, and on whether it is small enough for the accepted distance. */
export const sigmaText = ({ sigmaM, nominal, acceptedM }: Pick<Separation, 'sigmaM' | 'nominal' | 'acceptedM'>) =>
  separationWords(nominal.missM - SURE_SIGMAS * sigmaM >= acceptedM ? 'sigmaSure' : 'sigmaUnsure', {
    sigma: formatMiss(Math.ceil(sigmaM)),
  })

/** Returns the text on the distance of the objects, its uncertainty, and the passages that were checked. */
export function separationText(separation: Omit<Separation, 'targetM'>): string {
  const { before, nominal, hot, cold, acceptedM, until } = separation
  const t = separationWords
  const off =
    hot === null || cold === null ? '' : t('off', { cold: formatMiss(cold.missM), hot: formatMiss(hot.missM) })
  const keeps = t('keeps', {
    before: formatMiss(before.missM),
    nominal: formatMiss(nominal.missM),
    off,
    accepted: formatMiss(acceptedM),
  })
  const where = until === null ? t('one') : t('every', { until: instant(until), at: instant(nominal.at) })
  return `${keeps} ${sigmaText(separation)} ${where}`
}

/** Returns the text on the distances of a burn with the verdict GO, by the newest message. */
export function goDistanceText({ before, nominal, targetM, acceptedM, sigmaM }: Separation): string {
  const target = targetM ?? acceptedM
  const values = {
    without: formatMiss(before.missM),
    with: formatMiss(nominal.missM),
    target: formatMiss(target),
    sigma: formatMiss(Math.ceil(sigmaM)),
  }
  return separationWords(nominal.missM < KEPT_SHARE * target ? 'goShort' : 'goDistance', values)
}

/** Returns the text on the distance after a missed burn. */
export const missedDistanceText = ({ before }: Separation) =>
  separationWords('missedLeft', { value: formatMiss(before.missM), at: instant(before.at) })
