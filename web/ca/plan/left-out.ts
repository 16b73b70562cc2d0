import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { formatInstant } from '../../clock/format.ts'
import type { Naming } from '../../shell/status/people.ts'
import { leftOutWords } from './left-out-words.data.ts'

type PlanOrigin = Pick<Plan, 'request' | 'steps' | 'screening' | 'createdBy' | 'createdAt'>

/** Returns the text on the events that a plan leaves out of its screening, with the person and the end; undefined if every event counts. */
export function leftOutText(
  { request, steps, screening, createdBy, createdAt }: PlanOrigin,
  nameOf: Naming['nameOf'],
): string | undefined {
  const { leftOut } = request
  if (leftOut === undefined) return undefined
  const { kinds, conjunctionIds, until } = leftOut
  const count = conjunctionIds.length
  const what = [...kinds.map((kind) => leftOutWords(kind)), ...(count === 0 ? [] : [leftOutWords('events', { count })])]
  if (what.length === 0) return undefined
  // The person who requested the current version of the plan left out these events.
  const asked = steps.findLast(({ action }) => action === 'CREATE' || action === 'CHANGE')
  const said = {
    what: what.join(', '),
    by: nameOf(asked?.by ?? createdBy),
    at: formatInstant(Date.parse(asked?.at ?? createdAt)),
    until: until === undefined ? leftOutWords('ignition') : formatInstant(Date.parse(until)),
  }
  return leftOutWords(screening !== null && !screening.leftOut ? 'lapsed' : 'claim', said)
}
