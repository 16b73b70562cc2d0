import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import { urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import { levelByBeside } from '@apsis/contract/notice-text/level-by-in-words.ts'
import type { findEvent } from '../../ca/event/event.service.ts'
import { CALL } from '../../delivery/outbox.service.ts'
import type { PassedOver } from './next-step.ts'

/** Returns the entry in the record for a step that was skipped. */
export const leftOut = ({ step, steps, person }: PassedOver): DutyCall => ({
  step,
  steps,
  person: person?.username ?? null,
  before: null,
  ...(person !== undefined && { isUnreachable: true }),
})

type Event = NonNullable<Awaited<ReturnType<typeof findEvent>>>
type More = {
  /** The number of the step in the chain, from 1; 0: everybody with a role of collision avoidance. */
  readonly step: number
  /** The person who passed the event on, and the person's note if there is one. */
  readonly by?: string
  readonly note?: string
}

/** Returns the notice to a person who is called for an event. */
export function callNotice(
  { conjunctionId, satelliteId, object1, object2, action, decideBefore, conjunctionData, levelBy, track }: Event,
  more: More,
) {
  const { riskLevel, probabilityOfCollision: probability, totalMissDistance: missM, tca: tcaAt } = conjunctionData
  return {
    audience: 'ca',
    level: urgencyOf({ level: riskLevel, action }),
    finding: {
      code: CALL,
      values: {
        satellite: object1.name,
        secondary: object2.name,
        level: riskLevel,
        action,
        ...more,
        designator: String(object2.designator),
        ...(probability === null ? {} : { probability }),
        ...levelByBeside({ levelBy, track }),
        missM,
        tcaAt,
        decideAt: decideBefore,
      },
    },
    matter: conjunctionId,
    ...(satelliteId === null ? {} : { link: `/ca/conjunction/${satelliteId}/${conjunctionId}` }),
  } as const
}
