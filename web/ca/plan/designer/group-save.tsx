import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { raise } from '../../../notifications/notifications.ts'
import { paths } from '../../../site/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Strip } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { groupWords } from '../group-words.data.ts'
import { makeGroup, PLANS_KEY } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import type { Candidate } from './design.ts'
import { burnKey } from './lettered.ts'
import styles from './manoeuvre.module.css'
import type { Notes } from './notes.tsx'
import { type Design, requestOf } from './wish.ts'

/** The largest number of candidates that the call accepts. */
const MOST_CANDIDATES = 6

type Props = {
  readonly conjunction: Conjunction
  readonly design: Design
  readonly chosen: Candidate | undefined
  readonly suggestions: readonly Candidate[]
  readonly leftOut: PlanRequest['leftOut']
  readonly notes: Notes
}

/** Returns the burns that are offered: the chosen one first, then the suggestions that reach the target, each start once. */
export function choiceOf({ chosen, suggestions }: Pick<Props, 'chosen' | 'suggestions'>): readonly Candidate[] {
  const all = [...(chosen === undefined ? [] : [chosen]), ...suggestions].filter(
    ({ meetsTarget, blackout }) => meetsTarget && blackout === undefined,
  )
  // Suggestions from different searches end at the same burn, except for its last digits.
  const burns = all.map(burnKey)
  return all.filter((_, place) => burns.indexOf(burns[place] ?? '') === place).slice(0, MOST_CANDIDATES)
}

/** Plans several burns at once, of which the first that passes its screening is kept; empty where there are fewer than two. */
export function GroupSave({ conjunction: { conjunctionId, satelliteId }, design, leftOut, notes, ...given }: Props) {
  const t = useWords(groupWords)
  const navigate = useNavigate()
  const choice = choiceOf(given)
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: () =>
      makeGroup({
        'conjunction-id': conjunctionId,
        candidates: choice.map((one) => requestOf(one, design.wish, { ...design, isArc: false, leftOut })),
        why: notes.text,
      }),
    onSuccess: ([first, ...rest]) => {
      const count = rest.length + 1
      notes.clear()
      raise({ title: t('made'), message: t('madeText', { count }) })
      void navigate({
        to: paths.conjunction,
        params: { satellite_id: satelliteId ?? '', conjunction_id: conjunctionId },
        search: { tab: 'manoeuvre', plan: first?.manoeuvreId },
      })
    },
  })
  if (choice.length < 2) return null
  return (
    <>
      {save.error ? (
        <Strip level="caution" isUrgent>
          {planProblemInWords(save.error).message}
          {save.error.kind === 'no-answer' ? ` ${t('mayBeMade')}` : null}
        </Strip>
      ) : null}
      <p className="soft fs-13 pad-end">{t('makeNote')}</p>
      <div className={`flex wrap gap-8 pad-10 line-top ${styles.actions}`}>
        <Button disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? t('making') : t('make', { count: choice.length })}
        </Button>
      </div>
    </>
  )
}
