import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isLevelSimulated } from '@apsis/contract/ca/event/level-by.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../ui/text/language.ts'
import { conjunctionsWords } from './words.data.ts'

export type MarkedEvent = Pick<Conjunction, 'isSimulated' | 'levelBy'>

/**
 * Returns a function that gives the mark of an event whose level is based on simulated data, or on a connection for tests; undefined for
 * any other event. In a demo the frame already states that all data is simulated, so an event is marked only if a part of it is real.
 */
export function useSimulatedMark(): (event: MarkedEvent) => string | undefined {
  const t = useWords(conjunctionsWords)
  const isDemo = useSession().config?.demo ?? false
  const mark = t('simulated')
  return (event) => (isLevelSimulated(event) && !(event.isSimulated && isDemo) ? mark : undefined)
}

/** Shows the mark of an event beside its objects in a list. */
export function SimulatedMark({ event }: { readonly event: MarkedEvent }) {
  const mark = useSimulatedMark()(event)
  return mark === undefined ? null : <b className="flex-none fs-12 ml-8">{mark}</b>
}
