import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { isChangeable } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { useNaming } from '../shell/status/people.ts'
import { paths } from '../site/paths.ts'
import { Select } from '../ui/field/select.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Empty } from '../ui/page/pane-states.tsx'
import { Scroll } from '../ui/page/scroll.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useWords } from '../ui/text/language.ts'
import { noticesQuery } from './announced/notices.ts'
import { satellitesQuery } from './event/queries.ts'
import { BurnsForm } from './plan/own-burn/burns-form-pane.tsx'
import { ownPlansCall, ownPlansQuery } from './plan/own-burn/own-burn-query.ts'
import { OwnPlan } from './plan/own-burn/own-plan.tsx'
import { ownBurnWords } from './plan/own-burn/words.data.ts'
import plan from './plan/plan.module.css'
import { PlanName, sizeColumn, stateColumn, timeColumn, verdictColumn } from './plan/plan-columns.tsx'
import { tableOfPlans } from './plan/plan-csv.ts'

/** Shows the page for burns that belong to no event: an operator screens a burn here, and sees the results of earlier burns. */
export function BurnsPage() {
  const t = useWords(ownBurnWords)
  const { satellite_id: satelliteId } = useParams({ from: `/protected${paths.burns}` })
  const query = useQuery(satellitesQuery())
  const satellite = query.data?.find((one) => one.satelliteId === satelliteId)
  if (satelliteId !== undefined && query.data !== undefined && satellite === undefined) return <NotFound />
  const isSimulated = satellite?.isSimulated ?? false
  return (
    <FileMarking value={{ isSimulated, stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('title')} · Apsis`}</title>
      <div className="grid gap-12">
        <PageHead names={satellite ? { satellite: satellite.name } : {}} />
        <div className="no-print">
          <QueryPane title={t('screen')} id="screen-burn" query={query} skeletonRows={4} failed={t('failed')}>
            {(satellites) => <Screen satellites={satellites} satelliteId={satelliteId} />}
          </QueryPane>
        </div>
        <Plans satellites={query.data} satelliteId={satelliteId} />
      </div>
    </FileMarking>
  )
}

type ScreenProps = { readonly satellites: readonly Satellite[]; readonly satelliteId: string | undefined }

function Screen({ satellites, satelliteId }: ScreenProps) {
  const t = useWords(ownBurnWords)
  const navigate = useNavigate()
  const [{ notice: noticeId, change: changedId }, change] = useSearchState(`/protected${paths.burns}`)
  const chosen = satellites.find((one) => one.satelliteId === satelliteId)
  const isAnnounced = noticeId !== undefined && chosen !== undefined
  const notices = useQuery({ ...noticesQuery(chosen?.noradId), enabled: isAnnounced })
  const isChange = changedId !== undefined && chosen !== undefined
  const known = useQuery({ ...ownPlansQuery(chosen?.satelliteId), enabled: isChange })
  // If the plan was approved or rejected meanwhile, the form leaves it unchanged and creates new burns.
  const changed = known.data?.find((one) => one.manoeuvreId === changedId && isChangeable(one.state))
  const isReading = (isAnnounced && notices.isPending) || (isChange && known.isPending)
  if (satellites.length === 0) return <Empty title={t('noSatellites')}>{t('noSatellitesText')}</Empty>
  const options = [
    ...(chosen === undefined ? [{ value: '', label: '' }] : []),
    ...satellites.map(({ satelliteId: value, name: label }) => ({ value, label })),
  ]
  return (
    <>
      <div className={`pad-8 ${plan.choice}`} data-keep-clear>
        <Select
          label={t('satellite')}
          help={chosen === undefined ? t('chooseSatellite') : undefined}
          value={chosen?.satelliteId ?? ''}
          onChange={(id) => void navigate({ to: paths.burns, params: { satellite_id: id } })}
          options={options}
        />
      </div>
      {chosen === undefined || isReading ? null : (
        <BurnsForm
          // The typed text belongs to one satellite, and to one announcement or plan.
          key={`${chosen.satelliteId} ${noticeId ?? ''} ${changed?.manoeuvreId ?? ''}`}
          satelliteId={chosen.satelliteId}
          notice={notices.data?.find((one) => one.noticeId === noticeId)}
          changed={changed}
          onMade={({ manoeuvreId }) => change({ plan: manoeuvreId, notice: undefined, change: undefined }, 'push')}
          onCancel={() => change({ change: undefined })}
        />
      )}
    </>
  )
}

type PlansProps = { readonly satellites: readonly Satellite[] | undefined; readonly satelliteId: string | undefined }

function Plans({ satellites, satelliteId }: PlansProps) {
  const t = useWords(ownBurnWords)
  const [{ plan: wanted }, change] = useSearchState(`/protected${paths.burns}`)
  const query = useQuery(ownPlansQuery(satelliteId))
  const naming = useNaming()
  const nameOf = (id: string) => satellites?.find((one) => one.satelliteId === id)?.name ?? ''
  return (
    <QueryPane
      title={t('plans')}
      id="own-burns"
      query={query}
      skeletonRows={6}
      failed={t('failedPlans')}
      exports={{
        csv: { name: 'own-burns', table: () => tableOfPlans(query.data ?? [], nameOf, naming.nameOf) },
        call: ownPlansCall(satelliteId),
      }}
    >
      {(plans) => {
        if (plans.length === 0 && wanted === undefined) return <Empty title={t('none')}>{t('noneText')}</Empty>
        const shown = wanted === undefined ? plans[0] : plans.find(({ manoeuvreId }) => manoeuvreId === wanted)
        return (
          <>
            {plans.length === 0 ? null : (
              <PlansTable
                plans={plans}
                nameOf={satelliteId === undefined ? nameOf : undefined}
                selectedId={shown?.manoeuvreId}
                onSelect={(id) => change({ plan: id })}
              />
            )}
            {shown === undefined ? (
              <Empty title={t('noPlan')}>{t('noPlanText')}</Empty>
            ) : (
              <OwnPlan key={shown.manoeuvreId} plan={shown} />
            )}
          </>
        )
      }}
    </QueryPane>
  )
}

type TableProps = {
  readonly plans: readonly Plan[]
  /** Returns the name of a satellite; undefined if all plans belong to one satellite. */
  readonly nameOf: ((satelliteId: string) => string) | undefined
  readonly selectedId: string | undefined
  readonly onSelect: (manoeuvreId: string) => void
}

function PlansTable({ plans, nameOf, selectedId, onSelect }: TableProps) {
  const t = useWords(ownBurnWords)
  return (
    <Scroll className={`${plan.bounded} no-print`}>
      <PlainTable
        rows={plans}
        columns={[
          {
            id: 'satellite',
            title: nameOf && t('satellite'),
            isUnbroken: true,
            priority: 3,
            cell: ({ satelliteId }) => (
              <Link to={paths.satellite} params={{ satellite_id: satelliteId }}>
                {nameOf?.(satelliteId)}
              </Link>
            ),
          },
          {
            id: 'plan',
            title: t('plan'),
            isRowHead: true,
            isUnbroken: true,
            cell: ({ manoeuvreId, name }) => (
              <PlanName
                name={name}
                label={t('choosePlan', { name })}
                isSelected={manoeuvreId === selectedId}
                onSelect={() => onSelect(manoeuvreId)}
              />
            ),
          },
          stateColumn(t('state')),
          { id: 'burns', title: t('burns'), align: 'end', priority: 2, cell: ({ burns }) => burns?.length ?? 1 },
          sizeColumn(t('size')),
          timeColumn('commitAt', t('commit'), 2),
          verdictColumn(t('screening')),
        ]}
        idOf={({ manoeuvreId }) => manoeuvreId}
        isSelected={({ manoeuvreId }) => manoeuvreId === selectedId}
        phone="stacked"
        isSmall
      />
    </Scroll>
  )
}
