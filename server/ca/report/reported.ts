import type { Conjunction, Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventEstimates } from '@apsis/contract/ca/event/estimate.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'

/** A message of the event, and its assessment when the report was written. */
export type ReportedMessage = Pick<
  Cdm,
  'messageId' | 'originator' | 'object1' | 'object2' | 'conjunctionData' | 'assessment'
> & {
  readonly cdmId: string
  readonly created: string
  readonly received: string
  readonly sha256: string
}

/** All data of the organisation about an event. */
export type ReportedEvent = {
  readonly conjunction: Conjunction
  readonly decision: Decision
  readonly estimates: EventEstimates
  readonly manoeuvres: readonly Plan[]
  readonly messages: readonly ReportedMessage[]
}
