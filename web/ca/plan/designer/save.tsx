import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { raise } from '../../../notifications/notifications.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { groupWords } from '../group-words.data.ts'
import { pcAfterLine } from '../pc-after.tsx'
import { makeGroup, makePlan, PLANS_KEY } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import { burnKey } from './candidate-letters.ts'
import { PinBurn } from './compare-pane.tsx'
import type { Candidate } from './design.ts'
import { usePlanRequest, useSavableBurn, useSuggestions } from './design-hooks.ts'
import styles from './designer.module.css'
import { CopyOpm } from './designer-head.tsx'
import { useDesignedEvent } from './designer-state.tsx'
import { clearNotes, notesOf } from './notes.tsx'
import { designWords } from './words.data.ts'

/**
 * Shows the actions on the chosen burn, which stay in their place while results appear above them. A saved design is
 * planned anew by the server, which propagates and confirms it; a refusal is shown here.
 */
export function Foot() {
  const t = useWords(designWords)
  const { conjunction } = useDesignedEvent()
  const chosen = useSavableBurn()
  const requestFor = usePlanRequest()
  const navigate = useNavigate()
  const { conjunctionId, satelliteId } = conjunction
  const toPlans = { satellite_id: satelliteId ?? '', conjunction_id: conjunctionId }
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: (one: Candidate) =>
      makePlan({
        'conjunction-id': conjunctionId,
        ...requestFor(one),
        why: notesOf(conjunctionId),
      }),
    onSuccess: (plan) => {
      clearNotes(conjunctionId)
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
    <div className={`sticky mt-auto line-top panel no-paper ${styles.foot}`} data-at-foot="pane">
      {save.error ? (
        <Banner level="caution" isUrgent>
          {planProblemInWords(save.error).message}
        </Banner>
      ) : null}
      <PageKeys shortcuts={[{ keys: 's', label: t('save'), run }]} />
      <div className={`flex wrap gap-8 pad-10 line-top no-paper ${styles.actions}`}>
        <Button look="primary" disabled={chosen === undefined || save.isPending} onClick={run}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        <PinBurn />
        <Link
          to={paths.conjunction}
          params={toPlans}
          search={{ tab: 'manoeuvre' }}
          className={`${button.button}  plain-link`}
        >
          {t('toPlans')}
        </Link>
      </div>
    </div>
  )
}

/** Copies the chosen burn as the OPM of its plan. */
export function CopyChosenBurn() {
  const { conjunctionId } = useDesignedEvent().conjunction
  const burn = useSavableBurn()
  const requestFor = usePlanRequest()
  return <CopyOpm request={burn && { 'conjunction-id': conjunctionId, ...requestFor(burn) }} />
}

/** The largest number of candidates that the call accepts. */
const MOST_CANDIDATES = 6

type OfferedBurns = { readonly chosen: Candidate | undefined; readonly suggestions: readonly Candidate[] }

/** Returns the burns that are offered: the chosen one first, then the suggestions that reach the target, each burn once. */
export function choiceOf({ chosen, suggestions }: OfferedBurns): readonly Candidate[] {
  const all = [...(chosen === undefined ? [] : [chosen]), ...suggestions].filter(
    ({ meetsTarget, blackout }) => meetsTarget && blackout === undefined,
  )
  // Different searches find the same burn except for the last digits.
  const burns = all.map(burnKey)
  return all.filter((_, place) => burns.indexOf(burns[place] ?? '') === place).slice(0, MOST_CANDIDATES)
}

/** Plans several burns at once; the first one that passes its screening is kept. It is empty for fewer than two burns. */
export function GroupSave() {
  const t = useWords(groupWords)
  const navigate = useNavigate()
  const { conjunctionId, satelliteId } = useDesignedEvent().conjunction
  const chosen = useSavableBurn()
  const { data: suggestions = [] } = useSuggestions()
  const requestFor = usePlanRequest()
  const choice = choiceOf({ chosen, suggestions: chosen === undefined ? [] : suggestions })
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: () =>
      makeGroup({
        'conjunction-id': conjunctionId,
        candidates: choice.map(requestFor),
        why: notesOf(conjunctionId),
      }),
    onSuccess: ([first, ...rest]) => {
      const count = rest.length + 1
      clearNotes(conjunctionId)
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
        <Banner level="caution" isUrgent>
          {planProblemInWords(save.error).message}
          {save.error.kind === 'no-answer' ? ` ${t('mayBeMade')}` : null}
        </Banner>
      ) : null}
      <p className="soft fs-13 pad-end">{t('makeNote')}</p>
      <div className={`flex wrap gap-8 pad-10 line-top no-paper ${styles.actions}`}>
        <Button disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? t('making') : t('make', { count: choice.length })}
        </Button>
      </div>
    </>
  )
}
