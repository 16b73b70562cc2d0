import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isNotThere } from '../api/problem.ts'
import { now } from '../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../clock/format.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { FileMarking } from '../ui/file/file.tsx'
import { Pane } from '../ui/page/pane.tsx'
import { Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { inOrder, type NumberedMessage } from './event/messages.ts'
import { cdmsQuery, conjunctionQuery } from './event/queries.ts'
import { NextBest } from './plan/next-best.tsx'
import { PathScreenings } from './plan/path-table.tsx'
import { PlanActions } from './plan/plan-actions.tsx'
import { PlanBrief } from './plan/plan-brief.tsx'
import { exportsOfScreening } from './plan/plan-exports.ts'
import { PlanLead } from './plan/plan-lead.tsx'
import { chosenPlan } from './plan/plan-state.ts'
import { PlansPane, PlanTable } from './plan/plan-table.tsx'
import { DesignLink } from './plan/plans-tab.tsx'
import { ScreeningResult } from './plan/screening-table.tsx'
import { planWords } from './plan/words.data.ts'
import { BeforeAfterPlot } from './plot/manoeuvre/before-after-plot.tsx'
import page from './screening/screening.module.css'
import { screeningWords } from './screening/words.data.ts'

/** Shows the effect of a burn on all other events of the satellite: the burn may solve one event and cause another. */
export function PostManoeuvreScreeningPage() {
  const t = useWords(screeningWords)
  const { conjunction_id, satellite_id } = useParams({ from: `/protected${paths.postManoeuvreScreening}` })
  const event = useQuery(conjunctionQuery(conjunction_id))
  const cdms = useQuery(cdmsQuery(conjunction_id))
  const conjunction = event.data
  if (isNotThere(event)) return <NotFound />
  const names = conjunction ? { satellite: conjunction.object1.name, conjunction: conjunction.object2.name } : {}
  return (
    <FileMarking value={{ isSimulated: conjunction?.isSimulated ?? false, stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('title')} · Apsis`}</title>
      <div className={`grow min-h-0 scroll ${page.page}`}>
        <PageHead
          names={names}
          main={
            <Link
              to={paths.conjunction}
              params={{ satellite_id, conjunction_id }}
              search={{ tab: 'manoeuvre' }}
              className={`${button.button}  plain-link`}
            >
              {t('toPlans')}
            </Link>
          }
        />
        {conjunction ? (
          <Plans conjunction={conjunction} messages={inOrder(cdms.data ?? [])} />
        ) : (
          <QueryPane title={t('loading')} query={event} skeletonRows={12} failed={t('failed')}>
            {() => null}
          </QueryPane>
        )}
      </div>
    </FileMarking>
  )
}

type PlansProps = { readonly conjunction: Conjunction; readonly messages: readonly NumberedMessage[] }

function Plans({ conjunction, messages }: PlansProps) {
  const t = useWords(planWords)
  const say = useWords(screeningWords)
  const [{ plan: wanted }, change] = useSearchState(`/protected${paths.postManoeuvreScreening}`)
  return (
    <>
      <PlansPane conjunction={conjunction}>
        {(plans) => {
          const plan = chosenPlan(plans, wanted)
          return plan === undefined ? (
            <Empty level="inactive" title={t('none')} actions={<Ways conjunction={conjunction} />}>
              {say('what')}
            </Empty>
          ) : (
            <>
              <PlanTable
                plans={plans}
                messages={messages}
                selectedId={plan.manoeuvreId}
                onSelect={(id) => change({ plan: id })}
              />
              <Screened key={plan.manoeuvreId} plan={plan} messages={messages} />
            </>
          )
        }}
      </PlansPane>
      <PlanBrief conjunction={conjunction} messages={messages} planId={wanted} otherwise={null} />
    </>
  )
}

/** Links to the designer of burns, and to the plans of the event. */
function Ways({ conjunction }: Pick<PlansProps, 'conjunction'>) {
  const t = useWords(screeningWords)
  const { satelliteId, conjunctionId } = conjunction
  return (
    <>
      <DesignLink conjunction={conjunction} />
      {satelliteId === null ? null : (
        <Link
          to={paths.conjunction}
          params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}
          search={{ tab: 'manoeuvre' }}
          className={`${button.button}  plain-link`}
        >
          {t('toPlans')}
        </Link>
      )}
    </>
  )
}

function Screened({ plan, messages }: { readonly plan: EventPlan; readonly messages: readonly NumberedMessage[] }) {
  const t = useWords(planWords)
  const { screening } = plan
  return (
    <>
      <PlanLead plan={plan} messages={messages} />
      <PlanActions plan={plan} />
      {screening === null ? (
        <Empty level="inactive" title={t('noScreening')}>
          {t('noScreeningText')}
        </Empty>
      ) : (
        <>
          <Pane
            title={t('screened')}
            id="screening"
            exports={exportsOfScreening(plan)}
            note={t('screenedNote', { time: formatInstant(Date.parse(screening.at)) })}
          >
            <ScreeningResult screening={screening} isByDrag={plan.drag !== null} />
          </Pane>
          <NextBest plan={plan} />
          <PathScreenings screening={screening} name={plan.name} isByDrag={plan.drag !== null} />
          <BeforeAfterPlot screening={screening} provenance={`MAN_VS_CDM, ${plan.name}`} />
        </>
      )}
    </>
  )
}
