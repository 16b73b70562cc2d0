import { updateDecision } from '@apsis/contract/ca/conjunction.ts'
import { useMutation } from '@tanstack/react-query'
import { callVersioned } from '../../api/call.ts'
import { raise } from '../../notify/notifications.ts'
import { raisedBy } from '../../notify/raised-by.ts'
import { KEYS } from '../queries.ts'
import { type EventRow, pairOf } from './event-row.ts'
import { conjunctionsWords } from './words.data.ts'

/** A step that can be added to the records of many events at once. */
export type ManyStep =
  | { readonly action: 'ACKNOWLEDGE' }
  | { readonly action: 'ASSIGN'; readonly owner: string; readonly why: string }
type Asked = { readonly rows: readonly EventRow[]; readonly step: ManyStep }

/** Whether it still has to be acknowledged. */
export const isNew = ({ event }: EventRow) => event.decision.state === 'NEW'
/** A closed record takes no owner. */
export const canAssign = ({ event }: EventRow) => event.decision.state !== 'CLOSED'

/** Writes a step into the record of each event, and says of how many. */
export function useRecordStep() {
  return useMutation({
    // What failed is told with how many did not.
    meta: { silent: true, writes: [KEYS.conjunctions] },
    mutationFn: async ({ rows, step }: Asked) => {
      const body = { why: '', ...step }
      const results = await Promise.allSettled(
        // Of the event as it is shown: one that has moved is looked at first.
        rows.map(({ id, event: { version } }) =>
          callVersioned(updateDecision, { params: { 'conjunction-id': id }, body }, { version: `"${version}"` }),
        ),
      )
      return results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    onSuccess: (failures, { rows, step }) => {
      const t = conjunctionsWords
      const count = rows.length
      const [first] = rows
      if (failures.length > 0) {
        const title = t(`partly${step.action}`, { done: count - failures.length, count })
        raise({ ...raisedBy(failures[0]), title })
      } else if (first) {
        const values = { count, what: pairOf(first), who: step.action === 'ASSIGN' ? step.owner : '' }
        raise({ code: 200, title: t(`done${step.action}`), message: t(`text${step.action}`, values) })
      }
    },
  })
}
