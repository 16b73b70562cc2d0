import { DAY_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { OPERATOR_PATH_BETWEEN_M } from '@apsis/contract/ca/find/operator-path.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { MOST_STATED_AGE_DAYS } from '@apsis/contract/tle/object.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatAge, formatInstant, formatTime } from '../../clock/format.ts'
import { useShownMs, useShownTime } from '../../clock/shown-time.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../site/paths.ts'
import { lightAt, shadowsOf } from '../../space/map/shadow.ts'
import { type DrawnModel, earthFixedState } from '../../space/model-of.ts'
import type { DrawnPath } from '../../space/operator-path.ts'
import { epochMsOf, type SpaceCatalogue } from '../../space/space-catalogue.ts'
import { boundOf } from '../../space/state-clock.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { levelMeaning } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import type { EventRow } from '../event/event-row.ts'
import { burnLines, type DrawnBurn } from './drawn-burns.ts'
import { useNextPass } from './passes.ts'
import styles from './space.module.css'
import type { SpaceView } from './space-view.ts'
import { modelUncertainty, type Uncertainty } from './uncertainty.ts'
import { useSights } from './use-sights.ts'
import {
  modelIn,
  type ObjectPlace,
  type OwnObject,
  objectPlace,
  periodMsOf,
  placeText,
  type Space,
} from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly space: Space
  readonly catalogue: SpaceCatalogue
  readonly k: number
  readonly view: Pick<SpaceView, 'hasEllipsoid' | 'hasTracks'>
  readonly onAlsoDrawn: (also: Record<(typeof ALSO)[number], string | undefined>) => void
  readonly onClose: () => void
}

/** Values are read at this pace while time runs, ms. */
const READ_MS = 1_000
/** An element set is caution at this distance from the shown time. */
const OLD_DAYS = 3
const MOST_APPROACHES = 6
/** The parts of the picked object that are drawn on demand, by their names in the address. */
const ALSO = ['sigma', 'tracks'] as const

const digits = (value: number, decimals: number) => formatNumber(value, { decimals })

/** Shows the picked object: where it is, its orbit, how exact that is, and its next approaches to the fleet. */
export function Inspector({ space, catalogue, k, view, onAlsoDrawn, onClose }: Props) {
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
      id="inspector"
      title={columns.name[k] || String(number)}
      exports={false}
      className={`clip-y ${styles.side}`}
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
        <Here place={place} space={space} k={k} shownMs={shownMs} model={model} periodMs={periodMsOf(catalogue, k)} />
      ) : (
        <p className="pad-end fs-13">{say('noState')}</p>
      )}
      {own ? <PassRow own={own} space={space} shownMs={shownMs} /> : null}
      {own ? (
        <Burns
          burns={space.burns.filter(({ satelliteId }) => satelliteId === own.satelliteId)}
          isFailed={space.burnsAre === 'error'}
        />
      ) : null}
      <h3 className="fs-13 medium pad-x">{say('orbit')}</h3>
      <KeyValues
        rows={[
          [say('perigeeApogee'), `${digits(perigeeKm[k] ?? missing(), 0)} × ${digits(apogeeKm[k] ?? missing(), 0)} km`],
          [say('inclination'), `${digits(columns.inclinationDeg[k] ?? missing(), 2)}°`],
          [say('period'), `${digits(periodMsOf(catalogue, k) / 60_000, 2)} min`],
        ]}
      />
      <Elements catalogue={catalogue} k={k} shownMs={shownMs} />
      <div className="pad-x pad-end no-print">
        <CheckboxGroup
          label={say('alsoDrawn')}
          options={ALSO.map((name) => ({ value: name, label: say(`also-${name}`) }))}
          value={ALSO.filter((name) => (name === 'sigma' ? view.hasEllipsoid : view.hasTracks))}
          onChange={(chosen) => {
            const on = (name: (typeof ALSO)[number]) => (chosen.includes(name) ? '1' : undefined)
            onAlsoDrawn({ sigma: on('sigma'), tracks: on('tracks') })
          }}
        />
      </div>
      <Tracks catalogue={catalogue} k={k} isAsked={view.hasTracks} />
      <Approaches rows={approaches} isOwn={own !== undefined} />
      <Steps number={number} own={own?.satelliteId} event={own ? undefined : approaches[0]} />
    </Pane>
  )
}

type HereProps = {
  readonly place: ObjectPlace
  readonly space: Space
  readonly k: number
  readonly shownMs: number
  readonly model: DrawnModel
  readonly periodMs: number
}

function Here({ place, space, k, shownMs, model, periodMs }: HereProps) {
  const say = useWords(spaceWords)
  const nearest = nearestOwn(space, place, k, shownMs)
  return (
    <KeyValues
      rows={[
        [say('place'), placeText(place)],
        [say('height'), `${digits(place.heightKm, 1)} km`],
        [say('speed'), `${digits(place.speedKmS, 2)} km/s`],
        [say('light'), lightText({ place, shownMs, model, periodMs }, say)],
        ...(nearest
          ? ([[say('toNearest', { name: nearest.name }), `${digits(nearest.distanceKm, 0)} km`]] as const)
          : []),
      ]}
    />
  )
}

/** Returns the light on an object, and how long it stays so, if that ends within a revolution. */
function lightText(
  { place, shownMs, model, periodMs }: Pick<HereProps, 'place' | 'shownMs' | 'model' | 'periodMs'>,
  say: typeof spaceWords,
): string {
  const light = say(`light-${lightAt(place.r, shownMs)}`)
  const span = { fromMs: shownMs, toMs: shownMs + periodMs }
  const [next] = shadowsOf((atMs) => earthFixedState(model, atMs)?.r, span, periodMs)
  const untilMs = next && (next.fromMs > shownMs ? next.fromMs : next.toMs)
  return untilMs === undefined || untilMs >= span.toMs ? light : say('lightUntil', { light, time: formatTime(untilMs) })
}

type TrackProps = { readonly catalogue: SpaceCatalogue; readonly k: number; readonly isAsked: boolean }

/** Shows the measured tracks that are drawn, with what each rests on, or why there are none. */
function Tracks({ catalogue, k, isAsked }: TrackProps) {
  const say = useWords(spaceWords)
  const { kind, tracks } = useSights(catalogue, k, isAsked)
  if (kind === 'off') return null
  const reason = kind === 'read' ? (tracks.length === 0 ? say('tracks-none') : undefined) : say(`tracks-${kind}`)
  return (
    <section aria-label={say('tracks')}>
      <h3 className="fs-13 medium pad-x">{say('tracks')}</h3>
      {reason ? <p className="muted fs-13 pad-end">{reason}</p> : null}
      <KeyValues
        rows={tracks.map(({ track, isPlaced, sights }) => [
          track.sensorCode,
          [
            say('trackOf', {
              time: formatInstant(Date.parse(track.start)).slice(5, 19),
              count: track.numberOfMeasurements,
            }),
            track.rmsArcsec === null ? undefined : say('trackRms', { rms: digits(track.rmsArcsec, 1) }),
            track.isSimulated ? say('simulated') : undefined,
            sights.length > 0 ? undefined : say(isPlaced ? 'trackWithout' : 'trackNowhere'),
          ]
            .filter(Boolean)
            .join(', '),
        ])}
      />
    </section>
  )
}

/** Shows the burns of an own satellite that are drawn, with their plans; candidates that were not chosen are named so. */
function Burns({ burns, isFailed }: { readonly burns: readonly DrawnBurn[]; readonly isFailed: boolean }) {
  const say = useWords(spaceWords)
  if (isFailed) return <p className="ink fs-12 pad-x">{say('burnsFailed')}</p>
  if (burns.length === 0) return null
  return (
    <>
      <h3 className="fs-13 medium pad-x">{say('plannedBurns')}</h3>
      <KeyValues
        rows={burns
          .toSorted((a, b) => a.atMs - b.atMs)
          .map((burn) => [
            burn.candidate === undefined
              ? burn.planName
              : say('candidatePlan', { rank: burn.candidate, name: burn.planName }),
            burnLines(burn, say)[1],
          ])}
      />
    </>
  )
}

type PassProps = { readonly own: OwnObject; readonly space: Space; readonly shownMs: number }

/** Shows the pass of an own satellite that runs, or the next one. */
function PassRow({ own, space: { stations, stationsAre }, shownMs }: PassProps) {
  const say = useWords(spaceWords)
  const pass = useNextPass(own, stations, shownMs)
  const why = stationsAre === 'read' && stations.length === 0 ? 'none' : stationsAre
  const text =
    why !== 'read'
      ? say(`stations-${why}`)
      : typeof pass === 'string'
        ? say(`pass-${pass}`)
        : say(pass.fromMs <= shownMs ? 'passRuns' : 'passNext', {
            station: pass.site.of.name,
            from: formatInstant(pass.fromMs).slice(5, 19),
            to: formatTime(pass.toMs),
            elevation: digits(pass.highestDeg, 0),
            least: digits(pass.site.of.minimumElevation, 0),
          })
  return <KeyValues rows={[[say('pass'), text]]} />
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

type ElementProps = {
  readonly catalogue: SpaceCatalogue
  readonly k: number
  readonly shownMs: number
}

/** Shows the element set, and the two sentences on exactness: of the drawing, and of the model. */
function Elements({ catalogue, k, shownMs }: ElementProps) {
  const say = useWords(spaceWords)
  const time = useShownTime()
  const { columns } = catalogue
  const epochMs = epochMsOf(catalogue, k)
  const awayMs = Math.abs(shownMs - epochMs)
  const path = catalogue.paths.get(columns.noradId[k] ?? Number.NaN)
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
      {awayMs > OLD_DAYS * DAY_MS ? (
        <Banner level="caution">
          {say('oldSet', { age: formatAge(awayMs) })} {awayMs > MOST_STATED_AGE_DAYS * DAY_MS ? say('hollow') : null}
        </Banner>
      ) : null}
      <div className="stack gap-4 pad-8 fs-13" data-exactness>
        {path?.stateAt(shownMs) ? (
          <p className="ink">{say('drawnByOperator', pathWords(path))}</p>
        ) : (
          <p className="soft">
            {time.kind === 'paused' ? say('drawnStill') : say('drawnExact', { bound: formatNumber(boundOf(time)) })}
            {path ? ` ${say('pathEnded', pathWords(path))}` : null}
          </p>
        )}
        <p className="ink">{modelText(modelUncertainty(catalogue, k, shownMs), say)}</p>
      </div>
    </>
  )
}

const pathWords = ({ name, publisher, madeMs, isSimulated }: DrawnPath) => ({
  name: publisher === null ? name : `${name}, ${publisher}`,
  made: formatInstant(madeMs),
  simulated: isSimulated ? spaceWords('simulatedPath') : '',
  bound: formatNumber(OPERATOR_PATH_BETWEEN_M),
})

/**
 * Returns how far the object usually is from where SGP4 has it, by the class of its orbit and the age of its set at the shown time, or a dash
 * with the reason why that is not known.
 */
function modelText(sigma: Uncertainty, say: typeof spaceWords): string {
  if (!sigma.ok) return say('modelUnknown', { reason: say(sigma.reason, { days: MOST_STATED_AGE_DAYS }) })
  const km = (m: number) => digits(m / 1_000, 1)
  return say('modelSigma', { along: km(sigma.alongM), radial: km(sigma.radialM), across: km(sigma.acrossM) })
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
      id: 'miss_m',
      title: say('miss'),
      align: 'end',
      value: 'missM',
      cell: ({ missM }) => formatMiss(missM),
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

/** Shows the first action, which depends on the object, the search for approaches, and the request of a track. */
function Steps({ number, own, event }: StepsProps) {
  const say = useWords(spaceWords)
  const session = useSession()
  const isTracking = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const primary = `${button.button} ${button.primary} plain-link justify-center`
  return (
    <div className={`stack gap-8 pad-12 no-print mt-auto sticky panel ${styles.steps}`}>
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
        className={`${button.button} plain-link justify-center`}
      >
        {say('findApproaches')}
      </Link>
      {isTracking ? (
        <Link
          to={paths.observations}
          search={{ dialog: 'new-observation', satellite: own ?? String(number) }}
          className={`${button.button} plain-link justify-center`}
        >
          {say('requestTracking')}
        </Link>
      ) : null}
    </div>
  )
}
