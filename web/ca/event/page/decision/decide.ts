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
/** Steps that are asked about; to acknowledge, and to take that back, are done at once. */
export type AskedStep = Exclude<Step, 'ACKNOWLEDGE' | 'UNACKNOWLEDGE'>

type State = Conjunction['decision']['state']

/** The steps that the record allows now, in the order in which they stand. */
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
 * The step that stands first: what is due now. What is decided waits for nothing: no step stands there then that undoes the
 * decision, or does anything before it is confirmed. Of a mitigated event nothing is left but to close it.
 */
export function firstStep(state: State, isMitigated: boolean): Step {
  if (isMitigated) return state === 'CLOSED' ? 'NOTE' : 'CLOSE'
  if (state === 'NEW') return 'ACKNOWLEDGE'
  return state === 'DECIDED' || state === 'CLOSED' ? 'NOTE' : 'DECIDE'
}

/** What a suggested action asks to be decided; nothing where it asks for nothing. */
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

/** All decisions, the suggested one first. */
export function decisionsFor(action: Conjunction['action']): readonly NonNullable<DecisionBody['decision']>[] {
  const suggested = suggestedDecision(action)
  return suggested === undefined ? DECISIONS : [suggested, ...DECISIONS.filter((one) => one !== suggested)]
}

/** The probability above which it is to reopen, as it was typed; null: its level alone; undefined: that is no answer. */
export function reopenAboveOf(
  text: string,
  probability: number | null,
  most: number | null,
): number | null | undefined {
  if (text.trim() === '') return most === null ? null : undefined
  const value = readScientific(text)
  return value > (probability ?? 0) && value <= (most ?? 1) ? value : undefined
}

/** Whether a step is nothing without its reason. */
export function needsWhy(step: Step): boolean {
  return step === 'DECIDE' || step === 'CLOSE' || step === 'NOTE'
}

type NewStep = {
  readonly body: DecisionBody
  /** The event as it was looked at. */
  readonly read: Conjunction
  readonly pair: string
}

/** So many versions of an event may pass between reading it and writing before the dialog asks. */
const MOST_TRIES = 4

/** Adds a step on the version that was looked at, or on a later one on which the step rests just as well. */
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

/** Adds a step to the record; the dialog shows what went wrong, and asks again where what it rests on has changed. */
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
    // What is told of the failure is held against the event as it is by then.
    onError: () => readAgain({ queryKey: KEYS.conjunctions }),
  })
}
