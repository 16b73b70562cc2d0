import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isNotThere } from '../api/problem.ts'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Empty } from '../ui/page/pane-states.tsx'
import { usePrinting } from '../ui/page/printing.ts'
import { useWords } from '../ui/text/language.ts'
import { satellitesQuery } from './event/queries.ts'
import { satelliteQuery } from './satellite/satellite-query.ts'
import styles from './statistics/annual.module.css'
import { CompliancePart } from './statistics/compliance-pane.tsx'
import { Elsewhere } from './statistics/lead.tsx'
import { PastEventsDialog } from './statistics/loaded-history.tsx'
import { AnnualPanes } from './statistics/panes.tsx'
import { Statement } from './statistics/statement.tsx'
import { type StatisticsView, useStatistics } from './statistics/use-statistics.ts'
import { annualWords } from './statistics/words.data.ts'

/** Shows the page of the year ahead of a satellite: the cost of each accepted probability, and the residual risk. */
export function AnnualCollisionStatisticsPage() {
  const { satellite_id } = useParams({ from: `/protected${paths.annualCollisionStatistics}` })
  return satellite_id === undefined ? <Choice /> : <OfOne key={satellite_id} satelliteId={satellite_id} />
}

/** Asks for the satellite if the address names none. */
function Choice() {
  const t = useWords(annualWords)
  const query = useQuery(satellitesQuery())
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <QueryPane title={t('chooseTitle')} query={query} skeletonRows={6} failed={t('failed')}>
        {(satellites) =>
          satellites.length === 0 ? (
            <Empty title={t('noSatellite')} actions={<Link to={paths.conjunctions}>{t('toAssets')}</Link>}>
              {t('noSatelliteText')}
            </Empty>
          ) : (
            <ul className="flex wrap gap-8 pad-end-16">
              {satellites.map(({ satelliteId, name }) => (
                <li key={satelliteId}>
                  <Link
                    to={paths.annualCollisionStatistics}
                    params={{ satellite_id: satelliteId }}
                    className={`${button.button}`}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPane>
    </>
  )
}

function OfOne({ satelliteId }: { readonly satelliteId: string }) {
  const t = useWords(annualWords)
  const query = useQuery(satelliteQuery(satelliteId))
  const satellite = query.data?.satellite
  if (satellite) return <Statistics satellite={satellite} />
  if (isNotThere(query)) return <NotFound />
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <QueryPane title={t('loading')} query={query} skeletonRows={10} failed={t('failed')}>
        {() => null}
      </QueryPane>
    </>
  )
}

type StatisticsProps = { readonly satellite: Satellite }

function Statistics({ satellite }: StatisticsProps) {
  const t = useWords(annualWords)
  const view = useStatistics(satellite)
  const isPaper = usePrinting()
  const found = view.query.data
  return (
    <FileMarking
      value={{ isSimulated: found?.isSimulated ?? satellite.isSimulated, stamp: () => formatFileInstant(now()) }}
    >
      <title>{`${t('title')}, ${satellite.name} · Apsis`}</title>
      {isPaper && found ? (
        <Statement found={found} engine={view.engine} split={view.split}>
          <CompliancePart question={view.compliance} />
        </Statement>
      ) : (
        <OnScreen satellite={satellite} view={view} />
      )}
    </FileMarking>
  )
}

function OnScreen({ satellite, view }: StatisticsProps & { readonly view: StatisticsView }) {
  const t = useWords(annualWords)
  const hasEvents = (view.query.data?.counts.events ?? 0) > 0
  return (
    <>
      <PageHead
        names={{ satellite: satellite.name, annualCollisionStatistics: t('short') }}
        main={<SetOwn satelliteId={satellite.satelliteId} />}
      >
        {hasEvents ? <Button onClick={() => print()}>{t('printStatement')}</Button> : null}
      </PageHead>
      <div className={`grow min-h-0 scroll ${styles.page}`}>
        <Body query={view.query} satellite={satellite} onPast={view.past.open}>
          {(found) => (
            <>
              <AnnualPanes found={found} view={view} />
            </>
          )}
        </Body>
      </div>
      {view.past.isOpen ? (
        <PastEventsDialog satellite={satellite} loaded={view.query.data?.loaded ?? null} onClose={view.past.close} />
      ) : null}
    </>
  )
}

type BodyProps = {
  readonly query: UseQueryResult<AnnualStatistics>
  readonly satellite: Satellite
  readonly onPast: () => void
  readonly children: (found: AnnualStatistics) => React.ReactNode
}

/** Shows one of four states: loading, failed, no data yet, or the data. */
function Body({ query, satellite, onPast, children }: BodyProps) {
  const t = useWords(annualWords)
  const { data } = query
  if (data && data.counts.events > 0 && !query.error) return children(data)
  return (
    <QueryPane title={t('loading')} query={query} skeletonRows={12} failed={t('failed')}>
      {(found) =>
        found.counts.events === 0 ? (
          <Empty level="inactive" title={t('emptyTitle')} actions={<Elsewhere found={found} onPast={onPast} />}>
            {t('emptyText', {
              name: satellite.name,
              days: Math.round((Date.parse(found.assumptions.to) - Date.parse(found.assumptions.from)) / DAY_MS),
            })}
          </Empty>
        ) : (
          children(found)
        )
      }
    </QueryPane>
  )
}

function SetOwn({ satelliteId }: { readonly satelliteId: string }) {
  const t = useWords(annualWords)
  return (
    <Link
      to={paths.satellite}
      params={{ satellite_id: satelliteId }}
      className={`plain-link ${button.button} ${button.primary}`}
      data-primary
    >
      {t('setOwn')}
    </Link>
  )
}
