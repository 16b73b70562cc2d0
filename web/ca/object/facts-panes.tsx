import { MINUTE_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type CatalogueObject, getCatalogueObject, MOST_STATED_AGE_DAYS } from '@apsis/contract/tle/object.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatMinute } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { formatSpan } from '../../ui/format/duration.ts'
import { formatNumber, formatScientific } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { DataAge } from '../../ui/status/data-age.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { accuracyText, numberText, OLD_SET_MS } from './object.ts'
import { objectWords } from './words.data.ts'

type Props = { readonly noradId: number; readonly query: UseQueryResult<CatalogueObject | null> }
type FactsProps = Props & {
  /** True if messages or the fleet of the organisation name the object. */
  readonly isNamed: boolean
}

const callOf = (noradId: number): ApiCall => ({
  method: getCatalogueObject.method,
  path: getCatalogueObject.path.replace('{norad-id}', String(noradId)),
})

/** Shows the facts of the catalogue about the object; if the catalogue does not have it, the possible actions. */
export function FactsPane({ noradId, query, isNamed }: FactsProps) {
  const t = useWords(objectWords)
  const { data } = query
  return (
    <QueryPane
      title={t('facts')}
      id="facts"
      query={query}
      skeletonRows={8}
      failed={t('failed')}
      exports={{
        call: callOf(noradId),
        ...(data ? { csv: { name: `object-${noradId}`, table: () => objectFile(data) } } : {}),
      }}
    >
      {(object) => (object === null ? <NotKnown isNamed={isNamed} /> : <Facts object={object} />)}
    </QueryPane>
  )
}

function NotKnown({ isNamed }: Pick<FactsProps, 'isNamed'>) {
  const t = useWords(objectWords)
  return (
    <Empty
      level="caution"
      title={t(isNamed ? 'unknownNamedTitle' : 'unknownTitle')}
      actions={
        <>
          <Link to={paths.find} params={{ satellite_id: undefined }} className={`${button.button} plain-link`}>
            {t('searchBySet')}
          </Link>
          <Link to={paths.catalogue} className={`${button.button} plain-link`}>
            {t('whatIsLacking')}
          </Link>
        </>
      }
    >
      {t('unknownText')}
    </Empty>
  )
}

function Facts({ object }: { readonly object: CatalogueObject }) {
  const t = useWords(objectWords)
  const { noradId, name, otherNames, internationalDesignator, kind, owner, launchedOn, cameDownOn, reentry } = object
  return (
    <KeyValues
      rows={[
        [t('name'), name],
        ...(otherNames.length === 0 ? [] : [[t('otherNames'), otherNames.join(', ')] as const]),
        [
          t('number'),
          <span className="mono" key="number">
            {numberText(noradId, t)}
          </span>,
        ],
        [t('designator'), internationalDesignator],
        [t('kind'), t(`kind_${kind}`)],
        [t('owner'), owner],
        [t('launched'), launchedOn],
        [t('catalogue'), standingText(object, t)],
        ...(cameDownOn === null ? [] : [[t('cameDown'), cameDownOn] as const]),
        ...(reentry === null ? [] : [[t('comesDown'), reentryText(reentry, t)] as const]),
      ]}
    />
  )
}

function standingText({ standing, leftAt }: CatalogueObject, t: typeof objectWords): string {
  const said = t(`standing_${standing}`)
  return leftAt === null ? said : t('leftAt', { standing: said, time: formatMinute(Date.parse(leftAt)) })
}

function reentryText(
  { expectedAt, windowMinutes }: NonNullable<CatalogueObject['reentry']>,
  t: typeof objectWords,
): string {
  const time = formatMinute(Date.parse(expectedAt))
  return windowMinutes === null
    ? t('without', { time })
    : t('window', { time, window: formatSpan(windowMinutes * MINUTE_MS) })
}

/** Shows the newest element set: its elements, its source, its age, and the usual accuracy of SGP4 with it. */
export function SetPane({ noradId, query }: Props) {
  const t = useWords(objectWords)
  return (
    <QueryPane
      title={t('set')}
      id="set"
      query={query}
      skeletonRows={12}
      failed={t('failed')}
      exports={{ call: callOf(noradId) }}
    >
      {(object) => (object?.set ? <NewestSet object={object} set={object.set} /> : <Empty title={t('noSet')} />)}
    </QueryPane>
  )
}

type SetProps = { readonly object: CatalogueObject; readonly set: NonNullable<CatalogueObject['set']> }

const degrees = (value: number) => `${formatNumber(value, { decimals: 4 })}°`
const km = (metres: number) => formatNumber(metres / 1_000, { decimals: 1 })

function NewestSet({ object, set }: SetProps) {
  const t = useWords(objectWords)
  const nowMs = useNow('minute')
  const ageMs = nowMs - Date.parse(set.epoch)
  const { semiMajorAxisM, perigeeAltitudeM, apogeeAltitudeM } = set
  const { unstated } = object
  return (
    <>
      <KeyValues
        rows={[
          [t('epoch'), <Instant key="epoch" at={Date.parse(set.epoch)} />],
          [t('age'), <DataAge key="age" text={ageText(ageMs)} ageMs={ageMs} cautionMs={OLD_SET_MS} />],
          [t('source'), set.source],
          [t('received'), <Instant key="received" at={Date.parse(set.receivedAt)} />],
          [t('motion'), `${formatNumber(set.meanMotionRevPerDay, { decimals: 8 })} rev/d`],
          [t('axis'), semiMajorAxisM === null ? undefined : `${km(semiMajorAxisM)} km`],
          [t('eccentricity'), formatNumber(set.eccentricity, { decimals: 7 })],
          [t('inclination'), degrees(set.inclinationDeg)],
          [t('node'), degrees(set.raanDeg)],
          [t('perigee'), degrees(set.argPeriapsisDeg)],
          [t('anomaly'), degrees(set.meanAnomalyDeg)],
          [t('bstar'), `${formatScientific(set.bstar, { decimals: 4 })} 1/R`],
          [
            t('heights'),
            perigeeAltitudeM === null || apogeeAltitudeM === null
              ? undefined
              : `${km(perigeeAltitudeM)}, ${km(apogeeAltitudeM)} km`,
          ],
          [
            t('exact'),
            accuracyText(object, t) ?? t(`unstated_${unstated ?? 'NO_SET'}`, { days: MOST_STATED_AGE_DAYS }),
          ],
        ]}
      />
      {object.accuracy === null ? null : <p className="muted fs-13 pad-end">{t('sigmaSource')}</p>}
    </>
  )
}

/** Returns the age of a set as text; it is negative if the epoch is in the future. */
const ageText = (ageMs: number): string => (ageMs < 0 ? `−${formatAge(-ageMs)}` : formatAge(ageMs))

/** Returns the object as a file of one row. */
export const objectFile = (object: CatalogueObject) =>
  fileTable([object], {
    norad_id: 'noradId',
    name: 'name',
    other_names: ({ otherNames }) => otherNames.join('; '),
    international_designator: 'internationalDesignator',
    kind: 'kind',
    owner: 'owner',
    launched_on: 'launchedOn',
    came_down_on: 'cameDownOn',
    standing: 'standing',
    left_utc: 'leftAt',
    reentry_expected_utc: ({ reentry }) => reentry?.expectedAt,
    set_epoch_utc: ({ set }) => set?.epoch,
    set_source: ({ set }) => set?.source,
    set_age_d: ({ accuracy }) => (accuracy === null ? undefined : accuracy.ageS / SECONDS_PER_DAY),
    sigma_radial_m: ({ accuracy }) => accuracy?.radialM,
    sigma_along_track_m: ({ accuracy }) => accuracy?.alongTrackM,
    sigma_cross_track_m: ({ accuracy }) => accuracy?.crossTrackM,
    simulated: 'isSimulated',
  })
