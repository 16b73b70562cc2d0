import {
  type Conjunction,
  DECISIONS,
  type Decision,
  listConjunctions,
  updateDecision,
} from '@apsis/contract/ca/event/conjunction.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callVersioned } from '../../../../api/call.ts'
import { ApiProblem, STALE_STATUS } from '../../../../api/problem.ts'
import { readAgain } from '../../../../api/queries.ts'
import { raise } from '../../../../notifications/notifications.ts'
import { readScientific } from '../../../../ui/format/number.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { decisionQuery, KEYS } from '../../queries.ts'
import { changesSince } from './changed-since.ts'

export type DecisionBody = SentRequest<typeof updateDecision>['body']
export type Step = DecisionBody['action']
/** The steps that have a dialog; an acknowledgement and its withdrawal have none. */
export type AskedStep = Exclude<Step, 'ACKNOWLEDGE' | 'UNACKNOWLEDGE'>

type State = Conjunction['decision']['state']

/** Returns the steps that the record allows now, in the order of display. */
export function stepsFrom(state: State): readonly Step[] {
  if (state === 'CLOSED') return ['REOPEN', 'NOTE']
  return [
    ...(state === 'NEW' ? (['ACKNOWLEDGE'] as const) : []),
    'ASSIGN',
    'DECIDE',
    'SNOOZE',
    'NOTE',
    ...(state === 'DECIDED' ? (['REOPEN'] as const) : []),
    'CLOSE',
    ...(state === 'ACKNOWLEDGED' ? (['UNACKNOWLEDGE'] as const) : []),
  ]
}

/**
 * Returns the step that is offered first: the one that is due now. After a decision nothing is due: the first step then neither undoes the
 * decision nor does anything without a confirmation. A mitigated event has only one step left: closing it.
 */
export function firstStep(state: State, isMitigated: boolean): Step {
  if (isMitigated) return state === 'CLOSED' ? 'NOTE' : 'CLOSE'
  if (state === 'NEW') return 'ACKNOWLEDGE'
  return state === 'DECIDED' || state === 'CLOSED' ? 'NOTE' : 'DECIDE'
}

/** Returns the decision that corresponds to a suggested action; undefined if the action needs none. */
export function suggestedDecision(action: Conjunction['action']): DecisionBody['decision'] {
  const suggested = {
    ACT: 'MANOEUVRE',
    PREPARE: 'MANOEUVRE',
    GET_DATA: 'REQUEST_TRACKING',
    WATCH: 'MONITOR',
    IGNORE: 'NO_ACTION',
    NONE: undefined,
  } as const
  return suggested[action]
}

/** Returns all decisions, the suggested one first. */
export function decisionsFor(action: Conjunction['action']): readonly NonNullable<DecisionBody['decision']>[] {
  const suggested = suggestedDecision(action)
  return suggested === undefined ? DECISIONS : [suggested, ...DECISIONS.filter((one) => one !== suggested)]
}

/** Returns the probability above which the event reopens, from the typed text; null means the level alone, undefined an invalid text. */
export function reopenAboveOf(
  text: string,
  probability: number | null,
  most: number | null,
): number | null | undefined {
  if (text.trim() === '') return most === null ? null : undefined
  const value = readScientific(text)
  return value > (probability ?? 0) && value <= (most ?? 1) ? value : undefined
}

/** True if a step needs a reason. */
export function needsWhy(step: Step): boolean {
  return step === 'DECIDE' || step === 'CLOSE' || step === 'NOTE'
}

type NewStep = {
  readonly body: DecisionBody
  /** The event as the user read it. */
  readonly read: Conjunction
  readonly pair: string
}

/** The number of versions of an event between reading and writing that are accepted before the dialog asks again. */
const MOST_TRIES = 4

/** Adds a step to the version that was read, or to a later one whose changes do not matter for the step. */
async function addStep(conjunctionId: string, { body, read }: NewStep): Promise<Decision> {
  const sent = { params: { 'conjunction-id': conjunctionId }, body }
  for (let tries = 1, { version } = read; ; tries += 1) {
    try {
      return (await callVersioned(updateDecision, sent, { version: `"${version}"` })).answer
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== STALE_STATUS || tries === MOST_TRIES) throw error
      const [now] = await call(listConjunctions, { query: { 'conjunction-id': conjunctionId } })
      if (now === undefined || changesSince(read, now).length > 0) throw error
      version = now.version
    }
  }
}

/** Adds a step to the record; the dialog shows failures, and asks again if a change matters for the step. */
export function useDecide(conjunctionId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: 'record-step', writes: [KEYS.conjunctions] },
    mutationFn: (added: NewStep): Promise<Decision> => addStep(conjunctionId, added),
    onSuccess: (decision, { body, pair }) => {
      const t = conjunctionWords
      client.setQueryData(decisionQuery(conjunctionId).queryKey, decision)
      raise({ title: t('saved'), message: t('savedText', { action: t(`do${body.action}`), pair }) })
    },
    // The dialog compares the failure with the current event.
    onError: () => readAgain({ queryKey: KEYS.conjunctions }),
  })
}
