import { updateDecision } from '@apsis/contract/ca/conjunction.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { raise } from '../../notify/notifications.ts'
import { raisedBy } from '../../notify/raised-by.ts'
import { KEYS } from '../queries.ts'
import { type EventRow, pairOf } from './event-row.ts'
import { conjunctionsWords } from './words.data.ts'

/** Whether it still has to be acknowledged. */
export const isNew = ({ event }: EventRow) => event.decision.state === 'NEW'

/** Writes into the record of each event that whoever is signed in has seen it. */
export function useAcknowledge() {
  return useMutation({
    // What failed is told with how many did not.
    meta: { silent: true, writes: [KEYS.conjunctions] },
    mutationFn: async (rows: readonly EventRow[]) => {
      const results = await Promise.allSettled(
        rows.map(({ id }) =>
          call(updateDecision, { params: { 'conjunction-id': id }, body: { action: 'ACKNOWLEDGE', why: '' } }),
        ),
      )
      return { rows, failures: results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])) }
    },
    onSuccess: ({ rows, failures }) => {
      const t = conjunctionsWords
      const count = rows.length
      const [first] = rows
      if (failures.length > 0) {
        const title = t('partlyAcknowledged', { done: count - failures.length, count })
        raise({ ...raisedBy(failures[0]), title })
      } else if (first)
        raise({ code: 200, title: t('acknowledged'), message: t('acknowledgedText', { count, what: pairOf(first) }) })
    },
  })
}
