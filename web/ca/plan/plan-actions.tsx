import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { nextStates, type PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import { PageKeys } from '../../shell/key/page-keys.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './plan.module.css'
import { isTakenBack, savePlanFile } from './plan-file.ts'
import { planPolicyQuery } from './plan-query.ts'
import { standsOnOlder } from './plan-state.ts'
import { AtOnceState, isAtOnce, useStepAtOnce } from './step-at-once.tsx'
import { StepDialog } from './step-dialog.tsx'
import { planWords } from './words.data.ts'

/** The steps towards the burn, and the key of each; all other steps lead away from it. */
const FORWARD: Partial<Record<PlanState, string>> = {
  SCREENED: 's',
  APPROVED: 'v',
  EXPORTED: 'x',
  EXECUTED: 'b',
  VERIFIED: 'y',
}

/** The states in which the burn has begun: only these have results. */
const FOUND: Partial<Record<PlanState, true>> = { EXECUTED: true, VERIFIED: true, PARTIAL: true }

type Props = { readonly plan: Plan; readonly children?: React.ReactNode }

/** Offers every step that the table of states allows a person to take now, the next one first; the steps towards the burn have a key. */
export function PlanActions({ plan, children }: Props) {
  const t = useWords(planWords)
  const session = useSession()
  const nowMs = useNow('fiveSeconds')
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const { data: policy } = useQuery(planPolicyQuery())
  const [asked, setAsked] = useState<PlanState>()
  const atOnce = useStepAtOnce(plan)
  const take = (to: PlanState) => (isAtOnce(plan.state, to) ? atOnce.take(to) : setAsked(to))
  const me = session.status === 'signed-in' ? session.who.userName : undefined
  const isEditor = me !== undefined && plan.editors.includes(me)
  const isWaiting = policy?.isSecondPersonNeeded === true && isEditor
  const reasonAgainst = (to: PlanState): string | undefined => {
    if (to in FOUND && ignitionMs > nowMs) return t('notBegun', { time: formatInstant(ignitionMs) })
    if ((to === 'SCREENED' || to === 'APPROVED') && standsOnOlder(plan)) return t('olderMessage')
    return to === 'APPROVED' && isWaiting ? t('secondPerson', { person: me ?? '' }) : undefined
  }
  const steps = nextStates(plan.state).toSorted((a, b) => Number(b in FORWARD) - Number(a in FORWARD))
  const shortcuts = steps.flatMap((to) => {
    const keys = FORWARD[to]
    return keys === undefined || reasonAgainst(to) !== undefined
      ? []
      : [{ keys, label: t(`do-${to}`), run: () => take(to) }]
  })
  return (
    <div className={`flex wrap items-start gap-8 pad-10 line-bottom ${styles.actions}`}>
      <PageKeys shortcuts={shortcuts} />
      {isTakenBack(plan) ? (
        <Button look="primary" onClick={() => void savePlanFile(plan, { format: 'withdrawal' })}>
          {t('downloadWithdrawal')}
        </Button>
      ) : null}
      {steps.length === 0 ? <span>{t('ended')}</span> : null}
      {steps.map((to, place) => (
        <Button
          key={to}
          look={place === 0 && to in FORWARD ? 'primary' : 'plain'}
          disabledReason={reasonAgainst(to)}
          disabled={atOnce.isPending && isAtOnce(plan.state, to)}
          onClick={() => take(to)}
        >
          {t(`do-${to}`)}
        </Button>
      ))}
      {children}
      <AtOnceState {...atOnce} />
      {asked ? <StepDialog key={asked} plan={plan} to={asked} onClose={() => setAsked(undefined)} /> : null}
    </div>
  )
}
