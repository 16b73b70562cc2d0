import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { now, useNow } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { useSession } from '../session/session.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { type EventRow, rowOf } from './event/event-row.ts'
import { OwnerPane } from './event/owner-pane.tsx'
import { satellitesQuery } from './event/queries.ts'
import { FactsPane, SetPane } from './object/facts-panes.tsx'
import { ApproachesPane, PublishedPane, SetsPane, TracksPane } from './object/lists.tsx'
import styles from './object/object.module.css'
import { type Lead, leadOfObject, orderedEvents } from './object/object.ts'
import { objectEventsQuery, objectQuery } from './object/queries.ts'
import { objectWords } from './object/words.data.ts'

const NUMBER = /^\d{1,9}$/

/** Shows the page of an object of the catalogue: the known facts, its element sets, its approaches to the fleet, and its tracks. */
export function ObjectPage() {
  const { number } = useParams({ from: `/protected${paths.object}` })
  const noradId = NUMBER.test(number) ? Number(number) : 0
  return noradId > 0 ? <OfOne key={noradId} noradId={noradId} /> : <NotFound />
}

function OfOne({ noradId }: { readonly noradId: number }) {
  const t = useWords(objectWords)
  const nowMs = useNow('minute')
  const session = useSession()
  const isTracking = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const object = useQuery(objectQuery(noradId))
  const fleet = useQuery(satellitesQuery())
  const own = fleet.data?.find((one) => one.noradId === noradId)
  // The events of an own satellite are read by its id, so the fleet is read first.
  const found = useQuery({ ...objectEventsQuery(noradId, own?.satelliteId), enabled: !fleet.isPending })
  const rows = useMemo(() => found.data?.map(rowOf) ?? [], [found.data])
  const events = orderedEvents(rows, nowMs)
  const [next] = events.ahead
  const known = object.data
  const name = known?.name ?? own?.name ?? nameIn(rows, noradId) ?? String(noradId)
  const facts = { noradId, own, nowMs, ahead: found.data === undefined ? undefined : events.ahead }
  const isUnknown = known === null && own === undefined
  const isSimulated = known?.isSimulated ?? rows.some(({ event }) => event.isSimulated)
  return (
    <FileMarking value={{ isSimulated, stamp: () => formatFileInstant(now()) }}>
      <title>{`${name} · Apsis`}</title>
      <PageHead
        names={{ object: name }}
        number={String(noradId)}
        main={
          isUnknown && next === undefined ? undefined : (
            <MainAction satelliteId={own?.satelliteId} next={next} noradId={noradId} />
          )
        }
      >
        {own !== undefined && next !== undefined ? <OpenConjunction next={next} /> : null}
        {(own !== undefined || next !== undefined) && known !== null ? <FindApproaches noradId={noradId} /> : null}
        {isTracking ? (
          <Link
            to={paths.observations}
            search={{ dialog: 'new-observation', satellite: own?.satelliteId ?? String(noradId) }}
            className={`${button.button} plain-link`}
          >
            {t('requestTracking')}
          </Link>
        ) : null}
      </PageHead>
      {isSimulated ? <Banner level="inactive">{t(known?.isSimulated ? 'simulated' : 'simulatedEvents')}</Banner> : null}
      {known === undefined ? null : <LeadLine lead={leadOfObject({ ...facts, object: known }, t)} />}
      <div className={`grid grow panes block-print one-column-tablet ${styles.page}`}>
        <div className={`stack min-w-0 pane-gap block-print ${styles.column}`}>
          <ApproachesPane noradId={noradId} isKnown={!isUnknown} query={found} events={events} />
          <SetsPane noradId={noradId} />
          <PublishedPane noradId={noradId} satellites={fleet.data ?? []} />
          {isTracking ? <TracksPane noradId={noradId} /> : null}
        </div>
        <div className={`stack min-w-0 pane-gap block-print ${styles.column}`}>
          <FactsPane noradId={noradId} query={object} isNamed={own !== undefined || rows.length > 0} />
          <SetPane noradId={noradId} query={object} />
          <OwnerPane noradId={noradId} name={name} />
        </div>
      </div>
    </FileMarking>
  )
}

/** Returns the name that messages give the object. */
function nameIn(rows: readonly EventRow[], noradId: number): string | undefined {
  for (const { event } of rows)
    for (const one of [event.object2, event.object1])
      if (one.designator === String(noradId) && one.name !== '') return one.name
  return undefined
}

function LeadLine({ lead: { level, what, rest } }: { readonly lead: Lead }) {
  return (
    <div className={`flex items-start flex-none relative gap-12 pad-10 line-bottom ${styles.lead}`}>
      <StatusSymbol level={level} label={LEVEL_WORDS[level]} size={14} />
      <p className="soft fs-20 regular min-w-0">
        <b>{what}</b> {rest}
      </p>
    </div>
  )
}

type MainProps = {
  readonly satelliteId: string | undefined
  readonly next: EventRow | undefined
  readonly noradId: number
}

/** Shows the primary action: to open the own satellite, else to open the next event, else to search for approaches. */
function MainAction({ satelliteId, next, noradId }: MainProps) {
  const t = useWords(objectWords)
  if (satelliteId !== undefined)
    return (
      <Link to={paths.satellite} params={{ satellite_id: satelliteId }} className={lookOf(true)} data-primary>
        {t('openSatellite')}
      </Link>
    )
  if (next !== undefined) return <OpenConjunction next={next} isPrimary />
  return <FindApproaches noradId={noradId} isPrimary />
}

type LinkProps = { readonly isPrimary?: boolean }
const lookOf = (isPrimary: boolean) => `${button.button} ${isPrimary ? button.primary : ''} plain-link`

function OpenConjunction({ next, isPrimary = false }: LinkProps & { readonly next: EventRow }) {
  const t = useWords(objectWords)
  return (
    <Link
      to={paths.conjunction}
      params={{ satellite_id: next.satelliteKey, conjunction_id: next.id }}
      className={lookOf(isPrimary)}
      data-primary={isPrimary || undefined}
    >
      {t('openConjunction')}
    </Link>
  )
}

function FindApproaches({ noradId, isPrimary = false }: LinkProps & { readonly noradId: number }) {
  const t = useWords(objectWords)
  return (
    <Link
      to={paths.find}
      params={{ satellite_id: String(noradId) }}
      className={lookOf(isPrimary)}
      data-primary={isPrimary || undefined}
    >
      {t('findApproaches')}
    </Link>
  )
}
