import { isForEvent, type Manoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useNaming } from '../../shell/status/people.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { WholeWords } from '../../ui/text/whole-words.tsx'
import { PcAfter } from '../plan/counted/pc-after.tsx'
import { tableOfPlans } from '../plan/csv/plan-csv.ts'
import styles from '../plan/plan.module.css'
import { blackoutNote, sizeText, stateMeaning, verdictMeaning } from '../plan/plan-state.ts'
import { planWords } from '../plan/words.data.ts'
import { burnsCall, burnsQuery, plansOf } from './burns.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { burnWords } from './words.data.ts'

type Satellite = { readonly satelliteId: string; readonly name: string }
type Props = {
  /** Names of the satellites; one alone where the pane is about it, undefined while they are not known. */
  readonly satellites: readonly Satellite[] | undefined
  readonly of?: Satellite
  readonly className?: string | undefined
}

/** Every plan and burn of now: when, how far, what it costs and what it leaves, each with the way to its event. */
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
      exits={{
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
  readonly plans: readonly Manoeuvre[]
  /** Absent where all are of one satellite. */
  readonly nameOf: ((satelliteId: string) => string | undefined) | undefined
}

function BurnTable({ plans, nameOf }: TableProps) {
  const t = useWords(burnWords)
  return (
    <Scroll className={styles.bounded}>
      <table className={`${styles.table} ${styles.stacked}`}>
        <thead>
          <tr>
            {nameOf ? (
              <th scope="col" className={`${styles.wide} ${styles.wider}`}>
                {t('satellite')}
              </th>
            ) : null}
            <th scope="col" className={styles.leading}>
              {t('plan')}
            </th>
            <th scope="col">{t('state')}</th>
            <th scope="col" className={`${styles.wide} ${styles.wider}`}>
              {t('ignition')}
            </th>
            <th scope="col" className={styles.number}>
              {t('until')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('commit')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide} ${styles.wider}`}>
              {t('deltaV')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide} ${styles.wider}`}>
              {t('pcAfter')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('screening')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <BurnRow key={plan.manoeuvreId} plan={plan} nameOf={nameOf} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function BurnRow({ plan, nameOf }: Pick<TableProps, 'nameOf'> & { readonly plan: Manoeuvre }) {
  const t = useWords(burnWords)
  useWords(planWords)
  const nowMs = useNow('minute')
  return (
    <tr>
      {nameOf ? (
        <td className={`${styles.nowrap} ${styles.wide} ${styles.wider}`}>
          {nameOf(plan.satelliteId) ?? (
            // Its event is hidden with it: the page of the satellite says so, and restores it.
            <Link to={paths.satellite} params={{ satellite_id: plan.satelliteId }}>
              {t('removed')}
            </Link>
          )}
        </td>
      ) : null}
      <td className={styles.leading}>
        {isForEvent(plan) ? (
          <Link
            to={paths.conjunction}
            params={{ satellite_id: plan.satelliteId, conjunction_id: plan.conjunctionId }}
            search={{ tab: 'manoeuvre', plan: plan.manoeuvreId }}
          >
            {plan.name}
          </Link>
        ) : (
          <Link to={paths.burns} params={{ satellite_id: plan.satelliteId }} search={{ plan: plan.manoeuvreId }}>
            {plan.name}
          </Link>
        )}
      </td>
      <td className={styles.nowrap}>
        <StatusWord {...stateMeaning(plan.state)} />
      </td>
      <td className={`${styles.when} ${styles.wide} ${styles.wider}`}>
        <WholeWords text={formatInstant(Date.parse(plan.ignitionEpoch))} />
      </td>
      <td className={styles.number}>{formatUntil(Date.parse(plan.ignitionEpoch) - nowMs)}</td>
      <td className={`${styles.when} ${styles.wide}`}>
        <WholeWords text={formatInstant(Date.parse(plan.commitAt))} />
      </td>
      <td className={`${styles.number} ${styles.wide} ${styles.wider}`}>
        {plan.drag === null ? formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 }) : sizeText(plan)}
      </td>
      <td className={`${styles.number} ${styles.wide} ${styles.wider}`}>
        {isForEvent(plan) ? (
          <PcAfter plan={plan} reason={t('noPc')} />
        ) : (
          t('ownBurns', { count: plan.burns?.length ?? 1 })
        )}
      </td>
      <td className={`${styles.nowrap} ${styles.wide}`}>
        <StatusWord {...verdictMeaning(plan.screening)} />
        {blackoutNote(plan) === undefined ? null : <div>{blackoutNote(plan)}</div>}
      </td>
    </tr>
  )
}
