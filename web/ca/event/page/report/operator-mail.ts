import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { formatMiss, formatSeparation } from '../../../../ui/format/quantity.ts'
import { evidenceWords } from '../../evidence-words.data.ts'
import type { Event } from '../view/use-event.ts'

type Facts = Pick<Event, 'conjunction' | 'selected'>

/** Returns a mail to the operator of the other object with the facts of the event; undefined if no address is known. */
export function operatorMail(event: Facts, operator: SatelliteOperator | undefined, who: string): string | undefined {
  if (!operator?.email) return undefined
  const e = evidenceWords
  const { conjunction, selected } = event
  const { object1, object2, decideBefore } = conjunction
  const { assessment, conjunctionData: data, originator, messageId, creationDate } = selected.cdm
  const tca = formatInstant(Date.parse(data.tca))
  const names = { one: object1.name, two: object2.name, tca }
  const body = e('mailBody', {
    ...names,
    operator: operator.operatorName,
    oneId: object1.designator,
    twoId: object2.designator,
    miss: formatMiss(data.totalMissDistance),
    r: formatSeparation(data.relativePosition.r),
    t: formatSeparation(data.relativePosition.t),
    n: formatSeparation(data.relativePosition.n),
    speed: formatNumber(data.relativeSpeed / 1_000, { decimals: 2 }),
    pc: formatProbabilityPlain(assessment.probability ?? undefined) || '–',
    method: assessment.method ?? '–',
    body: assessment.hardBodyRadius === null ? '–' : formatNumber(assessment.hardBodyRadius, { decimals: 1 }),
    originator,
    reported: formatProbabilityPlain(assessment.reported?.probability) || '–',
    message: messageId,
    created: formatInstant(Date.parse(creationDate)),
    decide: formatInstant(Date.parse(decideBefore)),
    who,
  })
  const parts = { subject: e('mailSubject', names), body }
  const query = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(operator.email).replace('%40', '@')}?${query.join('&')}`
}
