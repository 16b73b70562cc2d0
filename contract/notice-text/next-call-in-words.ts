import type { NextCall } from '../duty/next-call.ts'
import type { Manner } from './manner.ts'

const SENTENCES = { exact: 'nextCallExact', latest: 'nextCallLatest', now: 'nextCallNow' } as const

/**
 * Returns the sentence of a delivery and the acknowledge page about the on-call chain: the next person if nobody acknowledges, and the
 * time.
 */
export function sayNextCall({ t, minute }: Pick<Manner, 't' | 'minute'>, { person, at, when }: NextCall): string {
  const called = person === null ? t('nextCallTellsAll') : t('nextCallCalls', { person })
  return t(SENTENCES[when], { called, at: minute(Date.parse(at)) })
}
