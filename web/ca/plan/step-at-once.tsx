import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { mayMove, type PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readAgain } from '../../api/queries.ts'
import { raise } from '../../notifications/notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { movePlan, PLANS_KEY } from './plan-query.ts'
import { endsOf } from './step-end.ts'
import { planWords } from './words.data.ts'

/**
 * True for steps that have no risk and can be undone, which have no dialog. All others end a plan, withdraw its approval, export it, or
 * record its burn.
 */
export const isAtOnce = (from: PlanState, to: PlanState): boolean =>
  to === 'SCREENED' || (from === 'SCREENED' && to === 'DRAFT')

/** True if a step can be undone by hand. */
export const canTakeBack = (from: PlanState, to: PlanState): boolean => mayMove(to, from, 'person')

type StateStep = { readonly from: PlanState; readonly to: PlanState }

/** Takes a step without a dialog, and offers to undo it as long as the plan is in the resulting state. */
export function useStepAtOnce(plan: Plan) {
  const [taken, setTaken] = useState<StateStep & { readonly id: string }>()
  const move = useMutation({
    meta: { silent: 'move-plan', writes: [PLANS_KEY] },
    mutationFn: ({ to }: StateStep & { readonly isUndo: boolean }) => movePlan(plan, { state: to }),
    onSuccess: (moved, { from, to, isUndo }) => {
      setTaken(isUndo ? undefined : { from, to, id: moved.manoeuvreId })
      endsOf({ plan, to, isOpen: () => false, onClose: () => {}, tell: raise }).taken(moved)
    },
    onError: (error, { to }) => {
      endsOf({ plan, to, isOpen: () => false, onClose: () => {}, tell: raise }).refused(error)
      return readAgain({ queryKey: PLANS_KEY })
    },
  })
  const start = (step: StateStep, isUndo: boolean) => {
    if (!move.isPending) move.mutate({ ...step, isUndo })
  }
  const isStanding = taken !== undefined && taken.id === plan.manoeuvreId && taken.to === plan.state
  return {
    isPending: move.isPending,
    /** The step that is running. */
    to: move.isPending ? move.variables.to : undefined,
    take: (to: PlanState) => start({ from: plan.state, to }, false),
    undo:
      isStanding && canTakeBack(taken.from, taken.to)
        ? () => start({ from: taken.to, to: taken.from }, true)
        : undefined,
  }
}

/** Shows that the step is running, and afterwards the button to undo it. */
export function AtOnceState({ to, undo }: Pick<ReturnType<typeof useStepAtOnce>, 'to' | 'undo'>) {
  const t = useWords(planWords)
  return (
    <>
      <span role="status">{to === undefined ? null : t(to === 'SCREENED' ? 'screeningNow' : 'underWay')}</span>
      {undo === undefined ? null : (
        <Button look="quiet" onClick={undo}>
          {t('undoStep')}
        </Button>
      )}
    </>
  )
}
