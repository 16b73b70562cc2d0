import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { freshnessOf } from '../../../api/freshness.ts'
import { formatTime } from '../../../clock/format.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Skeleton, Strip } from '../../../ui/page/pane-states.tsx'
import { Freshness } from '../../../ui/status/freshness.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { DragCurvePlot } from '../../plot/manoeuvre/drag-curve-plot.tsx'
import { Outcome, PlanFacts } from '../plan-facts.tsx'
import { burnText } from '../plan-lead.tsx'
import { type NewPlan, previewQuery } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import { planWords } from '../words.data.ts'
import { basisNote } from './basis-note.ts'
import { DragOfEvent } from './drag.tsx'
import styles from './manoeuvre.module.css'
import { designWords } from './words.data.ts'

type Props = {
  readonly request: NewPlan
  readonly satellite: Satellite
  readonly message: NumberedMessage
}

/**
 * Shows the effect of the change of area, before the plan is stored: the probability by the time in the attitude, and
 * all numbers.
 */
export function DragPreview({ request, satellite, message }: Props) {
  const t = useWords(designWords)
  const say = useWords(planWords)
  const query = useQuery({ ...previewQuery(request, message.cdm.cdmId), placeholderData: (before) => before })
  const { data: plan, error, isFetching, dataUpdatedAt } = query
  const asOf = `${formatTime(dataUpdatedAt)} Z`
  const drag = plan?.drag ?? null
  return (
    <div className={`grid grow min-h-0 ${styles.columns}`}>
      <div className={`stack min-w-0 min-h-0 scroll relative ${styles.main}`}>
        {error ? (
          <Strip level="serious" isUrgent>
            {planProblemInWords(error).message}
          </Strip>
        ) : drag === null ? (
          <Skeleton rows={10} />
        ) : drag.curve.length > 1 ? (
          <DragCurvePlot
            drag={drag}
            target={plan?.target.kind === 'PROBABILITY' ? plan.target.value : undefined}
            provenance={basisNote(message)}
          />
        ) : null}
        <DragOfEvent conjunctionId={request['conjunction-id']} satellite={satellite} message={message} />
      </div>
      <div className={`stack min-w-0 scroll relative line-left ${styles.side}`}>
        <Pane
          title={t('preview')}
          id="drag-preview"
          busy={isFetching}
          note={plan === undefined ? undefined : <Freshness state={freshnessOf(query)} asOf={asOf} />}
        >
          {error ? null : plan === undefined ? (
            <Skeleton rows={12} />
          ) : (
            <>
              {!plan.meetsTarget && plan.limit !== null ? (
                <Strip level="serious">{say('notReached', { limit: say(`limit-${plan.limit}`) })}</Strip>
              ) : null}
              <p className="soft fs-13 pad-end">{burnText(plan)}</p>
              <Outcome plan={plan} />
              <PlanFacts plan={plan} />
            </>
          )}
        </Pane>
      </div>
    </div>
  )
}
