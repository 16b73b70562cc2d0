import { type Conjunction, type Decision, updateDecision } from '@apsis/contract/ca/conjunction.ts'
import type { Sent } from '@apsis/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callVersioned } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { raise } from '../../notify/notifications.ts'
import { decisionQuery, KEYS } from '../queries.ts'
import { conjunctionWords } from './words.data.ts'

export const STEPS = ['ACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'CLOSE', 'REOPEN', 'SNOOZE', 'NOTE'] as const
export type Step = (typeof STEPS)[number]
export type DecisionBody = Sent<typeof updateDecision>['body']

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
  ]
}

/** Whether a step is nothing without its reason. */
export function needsWhy(step: Step): boolean {
  return step === 'DECIDE' || step === 'CLOSE' || step === 'NOTE'
}

type Added = { readonly body: DecisionBody; readonly version: number; readonly pair: string }

/** Adds a step to the record, on the version of the event that was looked at; the dialog shows what went wrong. */
export function useDecide(conjunctionId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true, writes: [KEYS.conjunctions] },
    mutationFn: async ({ body, version }: Added): Promise<Decision> => {
      const sent = { params: { 'conjunction-id': conjunctionId }, body }
      return (await callVersioned(updateDecision, sent, { version: `"${version}"` })).answer
    },
    onSuccess: (decision, { body, pair }) => {
      const t = conjunctionWords
      client.setQueryData(decisionQuery(conjunctionId).queryKey, decision)
      raise({ code: 200, title: t('saved'), message: t('savedText', { action: t(`do${body.action}`), pair }) })
    },
    // What is told of the failure is held against the event as it is by then.
    onError: () => readAgain({ queryKey: KEYS.conjunctions }),
  })
}
