import { type Conjunction, updateDecision } from '@apsis/contract/ca/event/conjunction.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { useMutation } from '@tanstack/react-query'
import { call, callVersioned } from '../../api/call.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { shellWords } from '../words.data.ts'

const CONJUNCTIONS = ['conjunction']

/** True if it still has to be acknowledged. */
export const isNew = ({ decision }: Pick<Conjunction, 'decision'>) => isUnseen(decision)
/** True if the event is acknowledged and has no other decision, so that the acknowledgement can be taken back. */
export const isOnlySeen = ({ decision }: Pick<Conjunction, 'decision'>) =>
  decision.state === 'ACKNOWLEDGED' && !isUnseen(decision)

const pairOf = ({ object1, object2 }: Conjunction) => `${object1.name} × ${object2.name}`

/** The versions of events after actions made here, until the rows with these versions arrive. */
const ownVersions = new Map<string, number>()

/** Returns the version that the reader has seen: the version of the row, or the later one after our own actions. */
const seenVersion = ({ conjunctionId, version }: Conjunction) => Math.max(version, ownVersions.get(conjunctionId) ?? 0)

/**
 * Stores the version after an action made here. If another user has changed the event in between, it is not stored, and the row must arrive
 * first.
 */
function keepVersion(event: Conjunction, after: number): void {
  if (after === seenVersion(event) + 1) ownVersions.set(event.conjunctionId, after)
  else ownVersions.delete(event.conjunctionId)
}

type Outcome = { readonly done: readonly Conjunction[]; readonly failures: readonly unknown[] }

/** Returns the result for each event, in the order of the events. */
async function each(events: readonly Conjunction[], step: (event: Conjunction) => Promise<unknown>): Promise<Outcome> {
  const results = await Promise.allSettled(events.map(step))
  return {
    done: events.filter((_event, place) => results[place]?.status === 'fulfilled'),
    failures: results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  }
}

/**
 * Returns a function that records, at once and from any screen, that the signed-in user has seen events. This can be taken back in the
 * toast, and later at the event and in the list.
 */
export function useAcknowledge() {
  const { mutate: takeBack } = useUnacknowledge()
  return useMutation({
    meta: { writes: [CONJUNCTIONS] },
    mutationFn: (events: readonly Conjunction[]) =>
      each(events, async (event) => {
        const { answer } = await callVersioned(
          updateDecision,
          { params: { 'conjunction-id': event.conjunctionId }, body: { action: 'ACKNOWLEDGE' } },
          // The version of the event that is shown: an event that has changed must be read first.
          { version: `"${seenVersion(event)}"` },
        )
        keepVersion(event, answer.version)
      }),
    onSuccess: ({ done, failures }, events) => {
      const t = shellWords
      const undo = done.length > 0 ? { action: { label: t('undo'), run: () => takeBack(done) } } : {}
      const [first] = done
      if (failures.length > 0)
        raise({ ...raisedBy(failures[0]), title: t('acknowledgedPartly', countsOf(done, events)), ...undo })
      else if (first) {
        const message = t('acknowledgedText', { count: done.length, pair: pairOf(first) })
        raise({ title: t('acknowledged'), message, ...undo })
      }
    },
  })
}

/**
 * Returns a function that takes acknowledgements back; the records keep both actions. The server refuses if somebody has acted on the event
 * in between.
 */
export function useUnacknowledge() {
  return useMutation({
    meta: { writes: [CONJUNCTIONS] },
    mutationFn: (events: readonly Conjunction[]) =>
      each(events, async (event) => {
        const { version } = await call(updateDecision, {
          params: { 'conjunction-id': event.conjunctionId },
          body: { action: 'UNACKNOWLEDGE' },
        })
        keepVersion(event, version)
      }),
    onSuccess: ({ done, failures }, events) => {
      const t = shellWords
      const [first] = done
      if (failures.length > 0) raise({ ...raisedBy(failures[0]), title: t('takenBackPartly', countsOf(done, events)) })
      else if (first)
        raise({
          title: t('takenBack'),
          message: t('takenBackText', { count: done.length, pair: pairOf(first) }),
        })
    },
  })
}

const countsOf = (done: readonly unknown[], all: readonly unknown[]) => ({ done: done.length, count: all.length })
