import type { NextCall } from '../duty/next-call.ts'
import type { Manner } from './manner.ts'

const SENTENCES = { exact: 'nextCallExact', latest: 'nextCallLatest', now: 'nextCallNow' } as const

/** Returns the sentence about the on-call chain for deliveries and the acknowledge page: whom it calls next if nobody acknowledges, and when. */
export function sayNextCall({ t, minute }: Pick<Manner, 't' | 'minute'>, { person, at, when }: NextCall): string {
  const called = person === null ? t('nextCallTellsAll') : t('nextCallCalls', { person })
  return t(SENTENCES[when], { called, at: minute(Date.parse(at)) })
}
