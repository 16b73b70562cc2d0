import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { separationWords } from './separation-words.data.ts'

/** Whole metres, rounded down: what is said to be kept is kept. */
export const wholeMetres = (value: number) => formatNumber(Math.floor(value), { decimals: 0 }) ?? ''
const instant = (at: string) => formatInstant(Date.parse(at))

/** How near the objects come, and at which passages that was looked at. */
export function separationText(separation: Omit<Separation, 'sigmaM' | 'targetM'>): string {
  const { before, nominal, hot, cold, acceptedM, until } = separation
  const t = separationWords
  const off =
    hot === null || cold === null ? '' : t('off', { cold: wholeMetres(cold.missM), hot: wholeMetres(hot.missM) })
  const keeps = t('keeps', {
    before: wholeMetres(before.missM),
    nominal: wholeMetres(nominal.missM),
    off,
    accepted: wholeMetres(acceptedM),
  })
  const where = until === null ? t('one') : t('every', { until: instant(until), at: instant(nominal.at) })
  return `${keeps} ${where}`
}

/** A plan is said to fall short where it keeps less than this share of its target; the planner allows as much. */
const SHORT_SHARE = 1 / 1.01

/** The distances of a burn that may be flown, by the newest message. */
export function goDistanceText({ before, nominal, targetM, acceptedM }: Separation): string {
  const target = targetM ?? acceptedM
  const values = { without: wholeMetres(before.missM), with: wholeMetres(nominal.missM), target: wholeMetres(target) }
  return separationWords(nominal.missM < SHORT_SHARE * target ? 'goShort' : 'goDistance', values)
}

/** What is left where the burn is missed. */
export const missedDistanceText = ({ before }: Separation) =>
  separationWords('missedLeft', { value: wholeMetres(before.missM), at: instant(before.at) })
