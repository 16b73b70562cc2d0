import { DAY_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatAge, formatInstant } from '../../clock/format.ts'
import { useShownMs, useShownTime } from '../../clock/shown-time.ts'
import { paths } from '../../site/paths.ts'
import { epochMsOf, type SpaceCatalogue } from '../../space/space-catalogue.ts'
import { boundOf } from '../../space/state-clock.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { levelMeaning } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import type { EventRow } from '../event/event-row.ts'
import styles from './space.module.css'
import { modelIn, type ObjectPlace, objectPlace, periodMsOf, placeText, type Space } from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly space: Space
  readonly catalogue: SpaceCatalogue
  readonly k: number
  readonly onClose: () => void
}

/** Values are read at this pace while time runs, ms. */
const READ_MS = 1_000
/** An element set is caution at this distance from the shown time. */
const OLD_DAYS = 3
const MOST_APPROACHES = 6

const digits = (value: number, decimals: number) => formatNumber(value, { decimals })

/** Shows the picked object: where it is, its orbit, how exact that is, and its next approaches to the fleet. */
export function Inspector({ space, catalogue, k, onClose }: Props) {
  const say = useWords(spaceWords)
  const shownMs = useShownMs(READ_MS)
  const { columns, perigeeKm, apogeeKm, kind } = catalogue
  const number = columns.noradId[k] ?? missing()
  const model = useMemo(() => modelIn(catalogue, k), [catalogue, k])
  const place = objectPlace(model, shownMs)
  const own = space.own.find((one) => one.k === k)
  const approaches = approachesOf(space.ahead, number, own?.satelliteId)
  const kindName = say(OBJECT_KINDS[kind[k] ?? -1] ?? 'unknown')
  const about = [
    String(number),
    kindName,
    own ? say('own') : undefined,
    columns.isSimulated ? say('simulated') : undefined,
  ]
  return (
    <Pane
      title={columns.name[k] || String(number)}
      exports={false}
      className={styles.side}
      actions={
        <Button look="quiet" className="no-print" onClick={onClose}>
          {say('close')}
        </Button>
      }
    >
      <p className="soft fs-13 pad-end">{about.filter(Boolean).join(', ')}</p>
      <h3 className="fs-13 medium pad-x">
        {say('here')} <span className="mono muted fs-12 regular">{formatInstant(shownMs)}</span>
      </h3>
      {place ? (
        <Here place={place} space={space} k={k} shownMs={shownMs} />
      ) : (
        <p className="pad-end fs-13">{say('noState')}</p>
      )}
      <h3 className="fs-13 medium pad-x">{say('orbit')}</h3>
      <KeyValues
        rows={[
          [say('perigeeApogee'), `${digits(perigeeKm[k] ?? missing(), 0)} × ${digits(apogeeKm[k] ?? missing(), 0)} km`],
          [say('inclination'), `${digits(columns.inclinationDeg[k] ?? missing(), 2)}°`],
          [say('period'), `${digits(periodMsOf(catalogue, k) / 60_000, 2)} min`],
        ]}
      />
      <Elements catalogue={catalogue} k={k} shownMs={shownMs} />
      <Approaches rows={approaches} isOwn={own !== undefined} />
      <Steps number={number} own={own?.satelliteId} event={own ? undefined : approaches[0]} />
    </Pane>
  )
}

type HereProps = { readonly place: ObjectPlace; readonly space: Space; readonly k: number; readonly shownMs: number }

function Here({ place, space, k, shownMs }: HereProps) {
  const say = useWords(spaceWords)
  const nearest = nearestOwn(space, place, k, shownMs)
  return (
    <KeyValues
      rows={[
        [say('place'), placeText(place)],
        [say('height'), `${digits(place.heightKm, 1)} km`],
        [say('speed'), `${digits(place.speedKmS, 2)} km/s`],
        ...(nearest
          ? ([[say('toNearest', { name: nearest.name }), `${digits(nearest.distanceKm, 0)} km`]] as const)
          : []),
      ]}
    />
  )
}

/** Returns the nearest own satellite other than the object itself, by the places of SGP4. */
function nearestOwn({ own }: Pick<Space, 'own'>, { r }: Pick<ObjectPlace, 'r'>, k: number, atMs: number) {
  const distances = own
    .filter((one) => one.k !== k)
    .flatMap(({ name, model }) => {
      const there = objectPlace(model, atMs)?.r
      if (!there) return []
      return [{ name, distanceKm: Math.hypot(there[0] - r[0], there[1] - r[1], there[2] - r[2]) / 1_000 }]
    })
  return distances.toSorted((a, b) => a.distanceKm - b.distanceKm)[0]
}

type ElementProps = { readonly catalogue: SpaceCatalogue; readonly k: number; readonly shownMs: number }

/** Shows the element set, and the two sentences on exactness: of the drawing, and of the model. */
function Elements({ catalogue, k, shownMs }: ElementProps) {
  const say = useWords(spaceWords)
  const time = useShownTime()
  const { columns } = catalogue
  const epochMs = epochMsOf(catalogue, k)
  const awayMs = Math.abs(shownMs - epochMs)
  return (
    <>
      <h3 className="fs-13 medium pad-x">{say('elementSet')}</h3>
      <KeyValues
        rows={[
          [
            say('epoch'),
            <span key="epoch" className="mono">
              {formatInstant(epochMs)}
            </span>,
          ],
          [say('age'), formatAge(awayMs)],
          [say('source'), columns.sources[columns.source[k] ?? -1]],
        ]}
      />
      {awayMs > OLD_DAYS * DAY_MS ? <Banner level="caution">{say('oldSet', { age: formatAge(awayMs) })}</Banner> : null}
      <div className="stack gap-4 pad-8 fs-13" data-exactness>
        <p className="soft">
          {time.kind === 'paused' ? say('drawnStill') : say('drawnExact', { bound: formatNumber(boundOf(time)) })}
        </p>
        <p className="ink">{say('modelUnknown')}</p>
      </div>
    </>
  )
}

/** Returns the next approaches of an object to the fleet; for an own satellite those that it has. */
function approachesOf(
  ahead: readonly EventRow[],
  number: number,
  satelliteId: string | undefined,
): readonly EventRow[] {
  const isOf = ({ event: { object1, object2, satelliteId: of } }: EventRow) =>
    satelliteId === undefined
      ? Number(object2.designator) === number || Number(object1.designator) === number
      : of === satelliteId
  return ahead
    .filter(isOf)
    .toSorted((a, b) => a.tcaMs - b.tcaMs)
    .slice(0, MOST_APPROACHES)
}

type ApproachProps = { readonly rows: readonly EventRow[]; readonly isOwn: boolean }

function Approaches({ rows, isOwn }: ApproachProps) {
  const say = useWords(spaceWords)
  const columns: readonly PlainColumn<EventRow>[] = [
    {
      id: 'with',
      title: say('with'),
      isRowHead: true,
      value: isOwn ? 'secondary' : 'satellite',
      cell: (row) => {
        const { level, word, isOutline } = levelMeaning(row)
        return (
          <Link
            to={paths.conjunction}
            params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}
            className="row gap-8"
          >
            <StatusSymbol level={level} label={word} isOutline={isOutline} />
            {isOwn ? row.secondary : row.satellite}
          </Link>
        )
      },
    },
    {
      id: 'tca',
      title: say('tca'),
      align: 'end',
      value: ({ tcaMs }) => formatInstant(tcaMs),
      cell: ({ tcaMs }) => <span className="mono">{formatInstant(tcaMs).slice(5, 19)}</span>,
    },
    {
      id: 'miss_km',
      title: say('miss'),
      align: 'end',
      value: ({ missM }) => missM / 1_000,
      cell: ({ missM }) => formatNumber(missM / 1_000, { significant: 3 }),
    },
  ]
  return (
    <section aria-label={say('approaches')}>
      <h3 className="fs-13 medium pad-x">{say('approaches')}</h3>
      {rows.length > 0 ? (
        <PlainTable label={say('approaches')} columns={columns} rows={rows} idOf={({ id }) => id} />
      ) : (
        <p className="muted fs-13 pad-end">{say('noApproaches')}</p>
      )}
    </section>
  )
}

type StepsProps = { readonly number: number; readonly own: string | undefined; readonly event: EventRow | undefined }

/** Shows the first action, which depends on the object, and the search for approaches. */
function Steps({ number, own, event }: StepsProps) {
  const say = useWords(spaceWords)
  const primary = `${button.button} ${button.primary} plain-link justify-center`
  return (
    <div className={`stack gap-8 pad-12 no-print mt-auto ${styles.steps}`}>
      {own !== undefined ? (
        <Link to={paths.satellite} params={{ satellite_id: own }} className={primary} data-primary>
          {say('openSatellite')}
        </Link>
      ) : event ? (
        <Link
          to={paths.conjunction}
          params={{ satellite_id: event.satelliteKey, conjunction_id: event.id }}
          className={primary}
          data-primary
        >
          {say('openConjunction')}
        </Link>
      ) : (
        <Link to={paths.object} params={{ number: String(number) }} className={primary} data-primary>
          {say('openObject')}
        </Link>
      )}
      <Link
        to={paths.find}
        params={{ satellite_id: String(number) }}
        className={`${button.button} ${button.plain} plain-link justify-center`}
      >
        {say('findApproaches')}
      </Link>
    </div>
  )
}
