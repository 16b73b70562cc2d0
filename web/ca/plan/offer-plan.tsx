import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { isChangeable } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readAgain } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { raise } from '../../notifications/notifications.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { NumberedMessage } from '../event/messages.ts'
import { offerWords } from './offer-words.data.ts'
import { makePlan, movePlan, PLANS_KEY } from './plan-query.ts'
import { isOvertaken, messageOf } from './plan-state.ts'
import { planProblemInWords } from './refusal-in-words.ts'

type Props = {
  readonly plan: EventPlan
  /** All plans of the event: they show whether the plan was already recomputed, so that this is not offered again. */
  readonly plans: readonly EventPlan[]
  readonly messages: readonly NumberedMessage[]
  readonly onPlan: (manoeuvreId: string) => void
}

/** Offers to recompute the plan on a newer message that counts, or to keep it; the user chooses once for each message. */
export function OfferPlan({ plan, plans, messages, onPlan }: Props) {
  const t = useWords(offerWords)
  const [kept, setKept] = useState<string | null>(null)
  const recompute = useMutation({
    meta: { silent: 'offer-plan', writes: [PLANS_KEY] },
    mutationFn: () =>
      isChangeable(plan.state)
        ? movePlan(plan, { plan: plan.request, why: t('recomputeWhy') })
        : makePlan({ 'conjunction-id': plan.conjunctionId, ...plan.request }),
    onSuccess: ({ manoeuvreId, name }) => {
      raise({ title: t('recomputed'), message: t('recomputedText', { name }) })
      onPlan(manoeuvreId)
    },
    onError: () => readAgain({ queryKey: PLANS_KEY }),
  })
  const isOver = Date.parse(plan.before.tca) < now()
  if (isOver || !isOvertaken(plan, plans) || kept === plan.newestCdmId) return null
  const newest = messages.find(({ cdm }) => cdm.cdmId === plan.newestCdmId)?.number ?? '–'
  const number = messageOf(plan, messages)?.number ?? '–'
  const what = !isChangeable(plan.state) ? t('offerNew', { newest }) : plan.state === 'APPROVED' ? t('offerHeld') : ''
  return (
    <div className="no-print">
      <Banner
        level="caution"
        action={
          <span className="flex wrap gap-8">
            <Button look="primary" disabled={recompute.isPending} onClick={() => recompute.mutate()}>
              {t('recompute')}
            </Button>
            <Button onClick={() => setKept(plan.newestCdmId)}>{t('keep')}</Button>
          </span>
        }
      >
        {t('offerOlder', { newest, number })} {what}
      </Banner>
      {recompute.error ? (
        <Banner
          level="serious"
          isUrgent
          action={
            <Link
              to={paths.manoeuvre}
              params={{ satellite_id: plan.satelliteId, conjunction_id: plan.conjunctionId }}
              className="no-phone"
            >
              {t('toDesigner')}
            </Link>
          }
        >
          {planProblemInWords(recompute.error).message}
        </Banner>
      ) : null}
    </div>
  )
}
