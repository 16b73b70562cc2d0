import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { type ApiProblem, STALE_STATUS } from '../../api/problem.ts'
import type { NoticeContent } from '../../notifications/notice.ts'
import { planProblemInWords } from './refusal-in-words.ts'
import { planWords } from './words.data.ts'

/** Returns the reason why a step was not taken. */
export const refusalText = (error: ApiProblem): string =>
  error.code === STALE_STATUS ? planWords('stale') : planProblemInWords(error).message

type Ends = {
  readonly plan: Pick<Plan, 'name'>
  readonly to: PlanState
  /** True if the dialog of the step is still open. */
  readonly isOpen: () => boolean
  readonly onClose: () => void
  readonly tell: (notice: NoticeContent) => void
}

/**
 * Returns the functions that handle the answer to a step. If the dialog was closed meanwhile, no other dialog is closed, and a refusal
 * becomes a notice.
 */
export const endsOf = ({ plan, to, isOpen, onClose, tell }: Ends) => ({
  taken: ({ name, state }: Pick<Plan, 'name' | 'state'>) => {
    tell({ title: planWords('done'), message: planWords('doneText', { name, state: planWords(state) }) })
    if (isOpen()) onClose()
  },
  refused: (error: ApiProblem) => {
    if (isOpen()) return
    const title = planWords('stepOf', { step: planWords(`do-${to}`), name: plan.name })
    tell({ code: error.code, title, message: refusalText(error) })
  },
})
