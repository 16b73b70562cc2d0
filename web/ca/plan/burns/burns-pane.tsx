import { isForEvent, type Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../../clock/clock.ts'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { useNaming } from '../../../shell/status/people.ts'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { formatUntil } from '../../../ui/format/duration.ts'
import { Scroll } from '../../../ui/page/scroll.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { PcAfter } from '../pc-after.tsx'
import styles from '../plan.module.css'
import { sizeColumn, stateColumn, timeColumn, verdictColumn } from '../plan-columns.tsx'
import { tableOfPlans } from '../plan-csv.ts'
import { planWords } from '../words.data.ts'
import { burnsCall, burnsQuery, plansOf } from './burns.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { burnWords } from './words.data.ts'

type Satellite = { readonly satelliteId: string; readonly name: string }
type Props = {
  /**
   * The satellites, for their names; undefined while they are not known. `of` is the satellite that the pane is about, if it is about one.
   */
  readonly satellites: readonly Satellite[] | undefined
  readonly of?: Satellite
  readonly className?: string | undefined
}

/** Lists all current plans and burns: time, state, cost and remaining risk, each with a link to its event. */
export function BurnsPane({ satellites, of, className }: Props) {
  const t = useWords(burnWords)
  const query = useQuery(burnsQuery(of?.satelliteId))
  const naming = useNaming()
  const [isAsked, setAsked] = useState(false)
  const nameOf = (id: string) =>
    satellites === undefined ? '' : satellites.find(({ satelliteId }) => satelliteId === id)?.name
  return (
    <QueryPane
      id="burns"
      className={className}
      title={of === undefined ? t('burns') : t('burnsOf', { name: of.name })}
      query={query}
      skeletonRows={3}
      failed={t('failed')}
      exports={{
        csv: {
          name: 'manoeuvres',
          table: () => tableOfPlans(plansOf(satellites, query.data ?? []), nameOf, naming.nameOf),
        },
        call: burnsCall(of?.satelliteId),
      }}
      actions={
        <>
          <Link
            to={paths.burns}
            params={of === undefined ? {} : { satellite_id: of.satelliteId }}
            className={`${button.button} ${button.quiet}`}
          >
            {t('screenBurn')}
          </Link>
          {of === undefined ? (
            <Button look="quiet" onClick={() => setAsked(true)}>
              {t('calendar')}
            </Button>
          ) : null}
        </>
      }
    >
      {(all) => (
        <>
          {plansOf(satellites, all).length === 0 ? (
            <p className="soft fs-13 pad-8">{t(of === undefined ? 'none' : 'noneOf')}</p>
          ) : (
            <BurnTable plans={plansOf(satellites, all)} nameOf={of === undefined ? nameOf : undefined} />
          )}
          {isAsked ? <CalendarDialog onClose={() => setAsked(false)} /> : null}
        </>
      )}
    </QueryPane>
  )
}

type TableProps = {
  readonly plans: readonly Plan[]
  /** Returns the name of a satellite; absent if all burns belong to one satellite. */
  readonly nameOf: ((satelliteId: string) => string | undefined) | undefined
}

function BurnTable({ plans, nameOf }: TableProps) {
  const t = useWords(burnWords)
  useWords(planWords)
  const nowMs = useNow('minute')
  return (
    <Scroll className={styles.bounded}>
      <PlainTable
        rows={plans}
        columns={[
          {
            id: 'satellite',
            title: nameOf && t('satellite'),
            isUnbroken: true,
            priority: 3,
            cell: ({ satelliteId }) =>
              nameOf?.(satelliteId) ?? (
                // The event is hidden with its satellite: the page of the satellite explains this, and can restore it.
                <Link to={paths.satellite} params={{ satellite_id: satelliteId }}>
                  {t('removed')}
                </Link>
              ),
          },
          { id: 'plan', title: t('plan'), isRowHead: true, isUnbroken: true, cell: (plan) => <PlanLink plan={plan} /> },
          stateColumn(t('state')),
          timeColumn('ignitionEpoch', t('ignition'), 3),
          {
            id: 'until',
            title: t('until'),
            align: 'end',
            cell: ({ ignitionEpoch }) => formatUntil(Date.parse(ignitionEpoch) - nowMs),
          },
          timeColumn('commitAt', t('commit'), 2),
          sizeColumn(t('deltaV'), 3),
          {
            id: 'pcAfter',
            title: t('pcAfter'),
            align: 'end',
            priority: 3,
            cell: (plan) =>
              isForEvent(plan) ? (
                <PcAfter plan={plan} reason={t('noPc')} />
              ) : (
                t('ownBurns', { count: plan.burns?.length ?? 1 })
              ),
          },
          verdictColumn(t('screening'), 2),
        ]}
        idOf={({ manoeuvreId }) => manoeuvreId}
        phone="stacked"
        isSmall
      />
    </Scroll>
  )
}

function PlanLink({ plan }: { readonly plan: Plan }) {
  if (!isForEvent(plan))
    return (
      <Link to={paths.burns} params={{ satellite_id: plan.satelliteId }} search={{ plan: plan.manoeuvreId }}>
        {plan.name}
      </Link>
    )
  return (
    <Link
      to={paths.conjunction}
      params={{ satellite_id: plan.satelliteId, conjunction_id: plan.conjunctionId }}
      search={{ tab: 'manoeuvre', plan: plan.manoeuvreId }}
    >
      {plan.name}
    </Link>
  )
}
