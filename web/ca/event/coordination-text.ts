import type { Coordination } from '@apsis/contract/ca/event/coordination.ts'
import { formatInstant } from '../../clock/format.ts'
import { coordinationWords } from './coordination-words.data.ts'

/** Returns one sentence about the request to move and the answer to it. */
export function coordinationText({ step, mover, with: name, at, channel }: Coordination): string {
  const t = coordinationWords
  return t(step, { name, channel, time: formatInstant(Date.parse(at)), who: t(mover) })
}
