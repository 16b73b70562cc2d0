import { updateDecision } from '@apsis/contract/ca/event/conjunction.ts'
import { useMutation } from '@tanstack/react-query'
import { callVersioned } from '../../../api/call.ts'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { type EventRow, pairOf } from '../event-row.ts'
import { KEYS } from '../queries.ts'
import { conjunctionsWords } from '../words.data.ts'

type StepOfRows = { readonly rows: readonly EventRow[]; readonly owner: string; readonly why: string }

/** An event with a closed record cannot be assigned. */
export const canAssign = ({ event }: EventRow) => event.decision.state !== 'CLOSED'

/** Returns the function that assigns events to somebody in their records, and reports how many were assigned. */
export function useAssign() {
  const { nameOf } = useNaming()
  return useMutation({
    meta: { writes: [KEYS.conjunctions] },
    mutationFn: async ({ rows, owner, why }: StepOfRows) => {
      const body = { action: 'ASSIGN', owner, why } as const
      const results = await Promise.allSettled(
        // The version belongs to the event as shown, so the server refuses an event that has changed meanwhile.
        rows.map(({ id, event: { version } }) =>
          callVersioned(updateDecision, { params: { 'conjunction-id': id }, body }, { version: `"${version}"` }),
        ),
      )
      return results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    onSuccess: (failures, { rows, owner }) => {
      const t = conjunctionsWords
      const count = rows.length
      const [first] = rows
      if (failures.length > 0) {
        const title = t('partlyASSIGN', { done: count - failures.length, count })
        raise({ ...raisedBy(failures[0]), title })
      } else if (first) {
        const values = { count, what: pairOf(first), who: nameOf(owner) }
        raise({ title: t('doneASSIGN'), message: t('textASSIGN', values) })
      }
    },
  })
}
