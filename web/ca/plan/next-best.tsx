import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { isChangeable } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useMutation } from '@tanstack/react-query'
import { formatInstant } from '../../clock/format.ts'
import { raise } from '../../notifications/notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { pathWords } from './path-words.data.ts'
import { pcAfterLine } from './pc-after.tsx'
import styles from './plan.module.css'
import { movePlan, PLANS_KEY } from './plan-query.ts'
import { planWords } from './words.data.ts'

/** Shows a better burn if this one does not pass, with a link to plan it. */
export function NextBest({ plan }: { readonly plan: Plan }) {
  const t = useWords(pathWords)
  const word = useWords(planWords)
  const next = plan.screening?.nextBest ?? null
  const take = useMutation({
    meta: { writes: [PLANS_KEY] },
    mutationFn: (request: Plan['request']) => movePlan(plan, { plan: request }),
    onSuccess: ({ name }) => raise({ title: t('taken'), message: name }),
  })
  const why = plan.screening?.noNextBest
  if (next === null)
    return why === undefined ? null : (
      <Pane title={t('nextBest')} id="next-best" className="line-top">
        <p className="soft fs-13 pad-8">{t(`noNextBest-${why}`)}</p>
      </Pane>
    )
  const { ignitionEpoch, deltaVMagnitude, verdict, request } = next
  return (
    <Pane title={t('nextBest')} id="next-best" className="line-top">
      <p className="soft fs-13 pad-8">
        {t('nextBestText', {
          time: formatInstant(Date.parse(ignitionEpoch)),
          deltaV: formatNumber(deltaVMagnitude, { decimals: 4 }),
          verdict: word(`verdict-${verdict}`),
          probability: pcAfterLine({ after: next, counted: next.counted }),
        })}
      </p>
      {isChangeable(plan.state) ? (
        <div className={`flex wrap items-start gap-8 pad-10 line-bottom ${styles.actions}`}>
          <Button onClick={() => take.mutate(request)}>{t('take')}</Button>
        </div>
      ) : null}
    </Pane>
  )
}
