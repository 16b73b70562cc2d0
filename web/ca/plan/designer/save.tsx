import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { raise } from '../../../notifications/notifications.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Strip } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { groupWords } from '../group-words.data.ts'
import { pcAfterLine } from '../pc-after.tsx'
import { makeGroup, makePlan, PLANS_KEY } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import { burnKey } from './candidate-letters.ts'
import type { Candidate } from './design.ts'
import styles from './designer.module.css'
import type { Notes } from './notes.tsx'
import { type Design, requestOf } from './wish.ts'
import { designWords } from './words.data.ts'

type SaveProps = {
  readonly conjunction: Conjunction
  readonly design: Design
  readonly chosen: Candidate | undefined
  readonly isArc: boolean
  readonly leftOut: PlanRequest['leftOut']
  readonly notes: Notes
  /** The other actions on the burn. */
  readonly children: React.ReactNode
}

/** Saves the design: the server plans it anew, propagates and confirms it, and a refusal is shown here. */
export function Save({ conjunction, design, chosen, isArc, leftOut, notes, children }: SaveProps) {
  const t = useWords(designWords)
  const navigate = useNavigate()
  const { conjunctionId, satelliteId } = conjunction
  const toPlans = { satellite_id: satelliteId ?? '', conjunction_id: conjunctionId }
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: (one: Candidate) =>
      makePlan({
        'conjunction-id': conjunctionId,
        ...requestOf(one, design.wish, { ...design, isArc, leftOut }),
        why: notes.text,
      }),
    onSuccess: (plan) => {
      notes.clear()
      const size = formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 })
      const pc = pcAfterLine(plan)
      raise({ title: t('saved'), message: t('savedText', { name: plan.name, pc, size }) })
      void navigate({
        to: paths.conjunction,
        params: toPlans,
        search: { tab: 'manoeuvre', plan: plan.manoeuvreId },
      })
    },
  })
  const run = () => {
    if (chosen !== undefined && !save.isPending) save.mutate(chosen)
  }
  return (
    <>
      {save.error ? (
        <Strip level="caution" isUrgent>
          {planProblemInWords(save.error).message}
        </Strip>
      ) : null}
      <PageKeys shortcuts={[{ keys: 's', label: t('save'), run }]} />
      <div className={`flex wrap gap-8 pad-10 line-top ${styles.actions}`}>
        <Button look="primary" disabled={chosen === undefined || save.isPending} onClick={run}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        {children}
        <Link
          to={paths.conjunction}
          params={toPlans}
          search={{ tab: 'manoeuvre' }}
          className={`${button.button}  plain-link`}
        >
          {t('toPlans')}
        </Link>
      </div>
    </>
  )
}

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
