import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import { KEPT_SHARE } from '@apsis/contract/ca/plan/distance-verdict.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { separationWords } from './separation-words.data.ts'

const instant = (at: string) => formatInstant(Date.parse(at))

/** A distance that has fewer deviations to what is accepted is none to rely on, as the server judges one without a burn (F3 for a distance). */
const SURE_SIGMAS = 3

/** How well the distance is known, rounded up, and whether that is enough for what is accepted. */
export const sigmaText = ({ sigmaM, nominal, acceptedM }: Pick<Separation, 'sigmaM' | 'nominal' | 'acceptedM'>) =>
  separationWords(nominal.missM - SURE_SIGMAS * sigmaM >= acceptedM ? 'sigmaSure' : 'sigmaUnsure', {
    sigma: formatMiss(Math.ceil(sigmaM)),
  })

/** How near the objects come, how well that is known, and at which passages it was looked at. */
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

/** The distances of a burn that may be flown, by the newest message. */
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

/** What is left where the burn is missed. */
export const missedDistanceText = ({ before }: Separation) =>
  separationWords('missedLeft', { value: formatMiss(before.missM), at: instant(before.at) })
