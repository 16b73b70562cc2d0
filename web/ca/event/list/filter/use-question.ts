import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSearchState } from '../../../../shell/search-state.ts'
import { paths } from '../../../../site/paths.ts'
import { formatQuestion, parseQuestion, type Question, type QuestionSearch } from '../../question.ts'

/** Returns the state of the screen, all of which is in its address. */
export function useQuestion() {
  const [search, change] = useSearchState(`/protected${paths.conjunctions}`)
  const navigate = useNavigate()
  const question = useMemo(() => parseQuestion(search), [search])
  /** A new query adds a step to the history of the browser; another view of the same result does not. */
  const show = (part: QuestionSearch, replace: boolean) => change(part, replace ? 'replace' : 'push')
  return {
    search,
    question,
    ask: (part: Partial<Question>) => show(formatQuestion({ ...question, ...part }), false),
    look: (part: QuestionSearch) => show(part, true),
    show,
    open: (satelliteKey: string, id: string) =>
      void navigate({ to: paths.conjunction, params: { satellite_id: satelliteKey, conjunction_id: id } }),
  }
}
export type Asking = ReturnType<typeof useQuestion>
