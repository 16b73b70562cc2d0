import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { Conjunction, DecisionEntry } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { offerWords } from './offer-words.data.ts'
import { pcAfterPlain } from './pc-after.tsx'

export type Mover = 'US' | 'THEM'
export const DIRECTIONS = ['SENT', 'RECEIVED'] as const
export type Direction = (typeof DIRECTIONS)[number]

type Facts = {
  readonly plan: EventPlan
  readonly conjunction: Conjunction
  readonly operator: SatelliteOperator | undefined
  readonly mover: Mover
  /** The author of the message. */
  readonly name: string
}

/** Returns a message to the other operator, in English, with the numbers as on the page. */
export function draftText({ plan, conjunction, operator, mover, name }: Facts) {
  const t = offerWords
  const { object1, object2, conjunctionData } = conjunction
  const tca = formatInstant(Date.parse(conjunctionData.tca))
  const pc = (value: number | null) => formatProbabilityPlain(value ?? undefined) || '–'
  const mark = plan.isSimulated ? 'SIMULATED. ' : ''
  const body = t(`body_${mover}`, {
    operator: operator?.operatorName ?? object2.name,
    one: object1.name,
    oneId: object1.designator,
    two: object2.name,
    twoId: object2.designator,
    tca,
    miss: formatMiss(conjunctionData.totalMissDistance),
    pc: pc(plan.before.probability),
    plan: plan.name,
    state: plan.state,
    burn: burnLines(plan),
    after: pcAfterPlain(plan) || '–',
    missAfter: formatMiss(plan.after.missM),
    commit: formatInstant(Date.parse(plan.commitAt)),
    name,
  })
  const subject = `${mark}${t('subject', { one: object1.name, two: object2.name, tca })}`
  return { subject, body: `${mark}${body}` }
}

/** Returns the lines about our plan: a burn, or a change of the area in the flow. */
function burnLines({ ignitionEpoch: ignition, deltaVRtn, drag }: EventPlan): string {
  if (drag === null) {
    const deltaV = deltaVRtn.map((part) => formatNumber(part, { decimals: 5 })).join(', ')
    return offerWords('bodyBurn', { ignition, deltaV })
  }
  const area = (value: number) => formatNumber(value, { significant: 3 })
  return offerWords('bodyDrag', {
    ignition,
    hours: formatNumber(drag.holdS / SECONDS_PER_HOUR, { decimals: 1 }),
    held: area(drag.heldAreaM2),
    usual: area(drag.usualAreaM2),
  })
}

type CoordinationEntry = { readonly operator: string; readonly channel: string; readonly text: string }

/** Returns a message that was sent or received, as the record of the event keeps it. */
export function entryText(direction: Direction, { operator, channel, text }: CoordinationEntry): string {
  return offerWords(`entry_${direction}`, { operator, channel: channel.trim(), text: text.trim() })
}

/** The beginnings of an entry in every language: the record keeps the text as it was written. */
const BEGINNINGS = ['SENT to ', 'RECEIVED from ', 'GESENDET an ', 'EMPFANGEN von ']

/** True if a step of the record is a message that was sent or received. */
export function isEntry({
  action,
  why,
  coordination,
}: Pick<DecisionEntry, 'action' | 'why' | 'coordination'>): boolean {
  return action === 'NOTE' && (coordination !== undefined || BEGINNINGS.some((beginning) => why.startsWith(beginning)))
}
