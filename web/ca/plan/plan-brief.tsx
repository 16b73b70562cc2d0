import { endedUnflown } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../clock/format.ts'
import { usePrinting } from '../../ui/page/printing.ts'
import { useWords } from '../../ui/text/language.ts'
import { PaperAuthor, PaperFoot } from '../event/paper.tsx'
import { DragCurveOnPaper } from '../plot/manoeuvre/drag-curve-plot.tsx'
import { PathResults } from './path-table.tsx'
import styles from './plan.module.css'
import { Outcome, PlanFacts, PlanSteps, senseText } from './plan-facts.tsx'
import { burnText, PlanNotes, usePlanWarnings } from './plan-lead.tsx'
import { plansQuery } from './plan-query.ts'
import { chosenPlan, messageOf, stateMeaning } from './plan-state.ts'
import { basisText } from './plan-table.tsx'
import type { PlansProps } from './plans-tab.tsx'
import { ScreeningResult } from './screening-table.tsx'
import { separationText } from './separation-text.ts'
import { planWords } from './words.data.ts'

type Props = Omit<PlansProps, 'onPlan'> & {
  /** The content on paper if there is no plan, so that no sheet is empty. */
  readonly otherwise: React.ReactNode
}

/** Prints the selected plan: burn, result, screening and every step with its reason (ux.md R12). */
export function PlanBrief(props: Props) {
  return usePrinting() ? <Brief {...props} /> : props.otherwise
}

function Brief({ conjunction, messages, planId, otherwise }: Props) {
  const t = useWords(planWords)
  const { data: plans } = useQuery(plansQuery(conjunction.conjunctionId))
  const plan = plans && chosenPlan(plans, planId)
  const cdm = (plan && messageOf(plan, messages)?.cdm) ?? messages.at(-1)?.cdm
  if (!plan || !cdm) return otherwise
  const { object1, object2, conjunctionData } = conjunction
  const { word } = stateMeaning(plan.state)
  return (
    <article data-report data-theme="light" className={`ink fs-13 ${styles.brief}`}>
      <h1>
        {t('title')} {plan.name}: {object1.name} × {object2.name}
      </h1>
      <p>
        {object1.designator} × {object2.designator}, TCA {formatInstant(Date.parse(conjunctionData.tca))}, {word},{' '}
        {t('standsOn')} {basisText(plan, messages)}
      </p>
      <PaperAuthor isSimulated={plan.isSimulated} />
      {plan.approvedAt === null ? <p className={`bold ${styles.mark}`}>DRAFT. {t('draftStrip')}</p> : null}
      {endedUnflown(plan.state) ? <p className={`bold ${styles.mark}`}>DO NOT EXECUTE. {t('withdrawnStrip')}</p> : null}
      <Warnings plan={plan} messages={messages} />
      <p>
        {burnText(plan)} {senseText(plan)}
      </p>
      {plan.separation === undefined ? null : <p>{separationText(plan.separation)}</p>}
      <PlanNotes plan={plan} />
      <section>
        <h2 className="fs-14 bold">{t('facts')}</h2>
        <PlanFacts plan={plan} />
        <Outcome plan={plan} />
        {plan.drag !== null && plan.drag.curve.length > 1 ? (
          <DragCurveOnPaper
            drag={plan.drag}
            target={plan.target.kind === 'PROBABILITY' ? plan.target.value : undefined}
          />
        ) : null}
      </section>
      <section>
        <h2 className="fs-14 bold">{t('screened')}</h2>
        {plan.screening === null ? (
          <p>{t('noScreening')}</p>
        ) : (
          <ScreeningResult screening={plan.screening} isByDrag={plan.drag !== null} />
        )}
        {plan.screening === null ? null : <PathResults paths={plan.screening.paths} isByDrag={plan.drag !== null} />}
      </section>
      <section>
        <h2 className="fs-14 bold">{t('history')}</h2>
        <PlanSteps plan={plan} />
      </section>
      <PaperFoot cdm={cdm} link={location.href} />
    </article>
  )
}

function Warnings(props: Parameters<typeof usePlanWarnings>[0]) {
  return usePlanWarnings(props).map(({ text }) => (
    <p key={text}>
      <b>{text}</b>
    </p>
  ))
}
