import type { Manoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { type ManoeuvreState, mayMove } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
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
 * Steps that harm nothing and can be taken back: no dialog asks for them. All others end a plan, take an approval from it, send it
 * out, or say what was flown.
 */
export const isAtOnce = (from: ManoeuvreState, to: ManoeuvreState): boolean =>
  to === 'SCREENED' || (from === 'SCREENED' && to === 'DRAFT')

/** Whether a step that was taken can be taken back by hand. */
export const canTakeBack = (from: ManoeuvreState, to: ManoeuvreState): boolean => mayMove(to, from, 'person')

type StateStep = { readonly from: ManoeuvreState; readonly to: ManoeuvreState }

/** Takes a step without asking, and offers to take it back as long as the plan stands where it led. */
export function useStepAtOnce(plan: Manoeuvre) {
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
    /** What is being done. */
    to: move.isPending ? move.variables.to : undefined,
    take: (to: ManoeuvreState) => start({ from: plan.state, to }, false),
    undo:
      isStanding && canTakeBack(taken.from, taken.to)
        ? () => start({ from: taken.to, to: taken.from }, true)
        : undefined,
  }
}

/** That it goes on, and afterwards the way back. */
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
