import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Pane } from '../../ui/page/pane.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AnnouncedOf } from '../announced/announced.tsx'
import type { NumberedMessage } from '../event/messages.ts'
import { DragCurvePlot } from '../plot/manoeuvre/drag-curve-plot.tsx'
import { ExecutionPane } from './execution-table.tsx'
import { GroupPane } from './group-pane.tsx'
import { groupWords } from './group-words.data.ts'
import { OfferPlan } from './offer-plan.tsx'
import { OtherOperator } from './other-operator.tsx'
import styles from './plan.module.css'
import { PlanActions } from './plan-actions.tsx'
import { exportsOfScreening } from './plan-exports.ts'
import { Outcome, PlanFacts } from './plan-facts.tsx'
import { PlanLead } from './plan-lead.tsx'
import { chosenPlan } from './plan-state.ts'
import { basisText, PlansPane, PlanTable } from './plan-table.tsx'
import { ScreeningResult } from './screening-table.tsx'
import { StepsPane } from './steps-pane.tsx'
import { planWords } from './words.data.ts'

/** The data of the event that the views of plans need, and the selected plan. */
export type PlansProps = {
  readonly conjunction: Conjunction
  readonly messages: readonly NumberedMessage[]
  readonly planId: string | undefined
  readonly onPlan: (manoeuvreId: string) => void
}

/** Shows the plans of an event for review, screening and approval; on a desktop also the link to the designer. */
export function PlansTab({ conjunction, messages, planId, onPlan }: PlansProps) {
  const t = useWords(planWords)
  const design = <DesignLink conjunction={conjunction} />
  const onPhone = <p className={`soft fs-13 pad-8 ${styles.onPhone}`}>{t('designOnDesk')}</p>
  return (
    <PlansPane conjunction={conjunction} actions={design}>
      {(plans) => {
        const plan = chosenPlan(plans, planId)
        return plan === undefined ? (
          <>
            <Empty level="inactive" title={t('none')} actions={design}>
              {conjunction.satelliteId === null ? t('noSatellite') : null}
            </Empty>
            {onPhone}
            <div className="no-print">
              <AnnouncedOf object={conjunction.object2} />
            </div>
          </>
        ) : (
          <>
            <PlanTable plans={plans} messages={messages} selectedId={plan.manoeuvreId} onSelect={onPlan} />
            {onPhone}
            <OfferPlan
              key={`offer ${plan.manoeuvreId}`}
              plan={plan}
              plans={plans}
              messages={messages}
              onPlan={onPlan}
            />
            {plan.groupId === null ? null : (
              <GroupPane groupId={plan.groupId} plans={plans} selectedId={plan.manoeuvreId} onPlan={onPlan}>
                <Link to={paths.candidates}>{groupWords('allGroups')}</Link>
              </GroupPane>
            )}
            <Review key={plan.manoeuvreId} plan={plan} conjunction={conjunction} messages={messages} />
          </>
        )
      }}
    </PlansPane>
  )
}

export function DesignLink({ conjunction: { satelliteId, conjunctionId } }: Pick<PlansProps, 'conjunction'>) {
  const t = useWords(planWords)
  if (satelliteId === null) return null
  return (
    <Link
      to={paths.manoeuvre}
      params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}
      className={`${button.button}  plain-link no-phone`}
    >
      {t('design')}
    </Link>
  )
}

type ReviewProps = { readonly plan: EventPlan } & Pick<PlansProps, 'conjunction' | 'messages'>

/** Shows one plan, as a second person reads it before approving. */
function Review({ plan, conjunction, messages }: ReviewProps) {
  const t = useWords(planWords)
  return (
    <>
      <PlanLead plan={plan} messages={messages} />
      <PlanActions plan={plan} />
      <div className={`grid grow min-h-0 one-column-desk ${styles.columns}`}>
        <div className="min-w-0">
          <ExecutionPane plan={plan} />
          <ScreenedPane plan={plan} conjunction={conjunction} />
          <StepsPane plan={plan} />
        </div>
        <div className="min-w-0 line-left under-desk">
          <Pane title={t('outcome')} id="outcome">
            <Outcome plan={plan} />
          </Pane>
          {plan.drag !== null && plan.drag.curve.length > 1 ? (
            <DragCurvePlot
              drag={plan.drag}
              target={plan.target.kind === 'PROBABILITY' ? plan.target.value : undefined}
              provenance={basisText(plan, messages)}
            />
          ) : null}
          <Pane title={t('facts')} id="burn" className="line-top">
            <PlanFacts plan={plan} />
          </Pane>
          <OtherOperator plan={plan} conjunction={conjunction} />
        </div>
      </div>
    </>
  )
}

function ScreenedPane({ plan, conjunction }: Omit<ReviewProps, 'messages'>) {
  const t = useWords(planWords)
  const { screening } = plan
  const { satelliteId, conjunctionId } = conjunction
  return (
    <Pane
      title={t('screened')}
      id="screening"
      exports={exportsOfScreening(plan)}
      note={screening === null ? undefined : t('screenedNote', { time: formatInstant(Date.parse(screening.at)) })}
      actions={
        satelliteId === null || screening === null ? null : (
          <Link
            to={paths.postManoeuvreScreening}
            params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}
            search={{ plan: plan.manoeuvreId }}
          >
            {t('openScreening')}
          </Link>
        )
      }
    >
      {screening === null ? (
        <Empty level="inactive" title={t('noScreening')}>
          {t('noScreeningText')}
        </Empty>
      ) : (
        <ScreeningResult screening={screening} />
      )}
    </Pane>
  )
}
