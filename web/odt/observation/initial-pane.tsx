import {
  type AnalystObject,
  createAnalystObject,
  removeAnalystObject,
} from '@apsis/contract/odt/observation/analyst-object.ts'
import type { InitialOrbit, InitialOrbits } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { getInitialOrbits } from '@apsis/contract/odt/observation/observation.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { formatMinute } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner, NotComputed } from '../../ui/page/pane-states.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { analystObjectsQuery } from '../request/state/queries.ts'
import { heightsOf, isLostInARevolution, km, saidOf, servesOf } from './initial-facts.ts'
import { initialWords } from './initial-words.data.ts'
import styles from './observation.module.css'
import { sigmasAlong } from './update-pane.tsx'

const writes = [['observation', 'analyst-objects']]

/** Lists every orbit that a track of an unknown object allows; the user can follow one of them. */
export function InitialOrbitsPane({ fileId, isWithdrawn }: { readonly fileId: string; readonly isWithdrawn: boolean }) {
  const t = useWords(initialWords)
  const query = useQuery(initialOrbitsQuery(fileId))
  const found = query.data
  if (!found)
    return (
      <QueryPane title={t('title')} query={query} skeletonRows={4} failed={t('failed')}>
        {() => null}
      </QueryPane>
    )
  if (found.noOrbit !== null)
    return (
      <Pane id="initial-orbits" title={t('title')}>
        <NotComputed>{t(found.noOrbit)}</NotComputed>
      </Pane>
    )
  return <Roots found={found} isWithdrawn={isWithdrawn} />
}

function Roots({ found, isWithdrawn }: { readonly found: InitialOrbits; readonly isWithdrawn: boolean }) {
  const t = useWords(initialWords)
  const [rank, setRank] = useState(1)
  const chosen = found.orbits.find((one) => one.rank === rank) ?? found.orbits[0]
  const columns = columnsOf(t, chosen, setRank)
  if (chosen === undefined) return null
  const serves = servesOf(chosen)
  return (
    <Pane
      id="initial-orbits"
      title={t('title')}
      note={t('note', { count: found.orbits.length })}
      exports={{
        csv: { name: 'initial-orbits', table: () => fileOf(columns, found.orbits) },
        call: { method: 'GET', path: `/api/v1/odt/observations/report/${found.fileId}/initial-orbits` },
      }}
    >
      <PlainTable
        rows={found.orbits}
        columns={columns}
        idOf={({ rank: one }) => String(one)}
        rowClass={(orbit) => (orbit === chosen ? styles.best : undefined)}
        isSmall
      />
      <p className="pad-6 muted fs-13">{saidOf(chosen, found)}</p>
      {serves === undefined ? null : (
        <Banner level={isLostInARevolution(chosen) ? 'caution' : 'ok'}>{`${serves} ${t('noDrag')}`}</Banner>
      )}
      {isWithdrawn ? null : <Following fileId={found.fileId} orbit={chosen} />}
      <Facts orbit={chosen} />
    </Pane>
  )
}

/** The length of `2026-`: the year is in the sentence below, and a phone has no room for it here. */
const YEAR_LETTERS = 5

/** Returns the columns of the orbits that a track allows: on the screen the columns that distinguish them, and all columns in a file. */
const columnsOf = (
  t: typeof initialWords,
  chosen: InitialOrbit | undefined,
  onChoose: (rank: number) => void,
): readonly PlainColumn<InitialOrbit>[] => [
  {
    id: 'root',
    title: t('root'),
    isRowHead: true,
    value: 'rank',
    cell: ({ rank, objection }) => (
      <label className="inline-flex items-baseline gap-6 nowrap">
        <input
          type="radio"
          name="initial-orbit"
          checked={rank === chosen?.rank}
          onChange={() => onChoose(rank)}
          aria-label={t('choose', { rank })}
        />
        {rank} {objection === null ? <span className="muted">{t('preferred')}</span> : null}
      </label>
    ),
  },
  { id: 'heights', title: t('heights'), align: 'end', cell: heightsOf },
  ...fileColumns<InitialOrbit>({
    'epoch, UTC': 'epoch',
    method: 'method',
    objection: 'objection',
    'semi-major axis, m': 'semiMajorAxis',
    eccentricity: 'eccentricity',
    'inclination, deg': 'inclination',
    'raan, deg': 'raan',
    'argument of perigee, deg': 'argumentOfPerigee',
    'true anomaly, deg': 'trueAnomaly',
  }),
  {
    id: 'RMS, arcsec',
    title: t('rms'),
    align: 'end',
    value: 'rms',
    cell: ({ rms }) => `${formatNumber(rms, { significant: 3 })}″`,
  },
  ...fileColumns<InitialOrbit>({ 'weighted RMS': ({ fit }) => fit?.weightedRms }),
  {
    id: 'usable until, UTC',
    title: t('usable'),
    align: 'end',
    value: ({ fit }) => fit?.usableUntil,
    cell: ({ fit }) => (fit ? formatMinute(Date.parse(fit.usableUntil)).slice(YEAR_LETTERS) : t('noCovariance')),
  },
  ...AXES.map((axis, at) => ({
    id: `${axis}, GCRF, m and m/s`,
    value: ({ position, velocity }: InitialOrbit) => [...position, ...velocity][at],
  })),
  ...AXES.map((axis, at) => ({
    id: `sigma ${axis}`,
    value: ({ fit }: InitialOrbit) => (fit ? Math.sqrt(fit.covariance[at]?.[at] ?? Number.NaN) : undefined),
  })),
]

const AXES = ['x', 'y', 'z', 'vx', 'vy', 'vz']

/** Shows the chosen orbit in full. */
function Facts({ orbit }: { readonly orbit: InitialOrbit }) {
  const t = useWords(initialWords)
  const { fit, position, velocity, period } = orbit
  const three = (values: readonly number[], decimals: number) =>
    values.map((value) => formatNumber(value / 1_000, { decimals })).join('  ')
  const degrees = (values: readonly number[]) => values.map((value) => formatNumber(value, { decimals: 3 })).join('  ')
  const sigmas = (covariance: readonly (readonly number[])[], from: 0 | 3) =>
    sigmasAlong({ position, velocity, covariance }, from)
      .map((value) => formatNumber(value, { significant: 3 }))
      .join('  ')
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t('epoch'), <Instant key="epoch" at={Date.parse(orbit.epoch)} milliseconds />],
    [t('method'), `${t(orbit.method)}${fit ? t('fitted') : ''}`],
    [
      t('elements'),
      t('elementsOf', {
        axis: km(orbit.semiMajorAxis, 2),
        eccentricity: formatNumber(orbit.eccentricity, { decimals: 5 }),
        inclination: formatNumber(orbit.inclination, { decimals: 3 }),
      }),
    ],
    [t('angles'), `${degrees([orbit.raan, orbit.argumentOfPerigee, orbit.trueAnomaly])}  °`],
    [
      t('period'),
      period === null ? t('hyperbola') : t('minutes', { count: formatNumber(period / 60, { decimals: 1 }) }),
    ],
    [t('position'), three(position, 3)],
    [t('velocity'), three(velocity, 6)],
  ]
  const known: readonly (readonly [string, React.ReactNode])[] = fit
    ? [
        [t('sigmaPosition'), sigmas(fit.covariance, 0)],
        [t('sigmaVelocity'), sigmas(fit.covariance, 3)],
        [t('sigmaAxis'), formatNumber(fit.semiMajorAxisSigma, { significant: 3 })],
      ]
    : []
  return (
    <div className={`fs-13 break-anywhere ${styles.facts}`}>
      <KeyValues rows={[...rows, ...known]} />
    </div>
  )
}

/** Returns the parameters of the request dialog, with the orbit of an object as its orbit message. */
export const requestOf = ({ orbitDataMessage }: Pick<AnalystObject, 'orbitDataMessage'>) => ({
  dialog: 'new-observation',
  satellite: orbitDataMessage,
})

/** Stores the chosen orbit as an object of the organisation, and requests another pass of it. */
function Following({ fileId, orbit }: { readonly fileId: string; readonly orbit: InitialOrbit }) {
  const t = useWords(initialWords)
  const navigate = useNavigate()
  const objects = useQuery(analystObjectsQuery())
  const keep = useKeepOrbit()
  const remove = useRemoveAnalyst()
  const kept = objects.data?.find((one) => one.fileId === fileId && one.orbit.rank === orbit.rank)
  const wanted = { fileId, rank: orbit.rank }
  const open = (object: AnalystObject) => void navigate({ to: paths.observations, search: requestOf(object) })
  const reason = orbit.canBeFollowed ? undefined : t('noElements')
  const failed = keep.error ?? remove.error
  return (
    <>
      {kept ? <p className="pad-6 muted fs-13">{t('kept', { name: kept.name, id: kept.catalogueId })}</p> : null}
      {failed ? (
        <Banner level="serious" isUrgent>
          {t(keep.error ? 'keepFailed' : 'removeFailed')} ({codeInWords(failed)}): {problemInWords(failed).message}
        </Banner>
      ) : null}
      <p className="pad-6 muted fs-13">
        <span className="row flex-none gap-6 no-print wrap mb-6">
          <Button
            look="primary"
            disabledReason={reason}
            aria-disabled={keep.isPending}
            onClick={() => (kept ? open(kept) : keep.mutate(wanted, { onSuccess: open }))}
          >
            {t('follow')}
          </Button>
          {kept ? (
            <Button aria-disabled={remove.isPending} onClick={() => remove.mutate(kept.catalogueId)}>
              {t('remove')}
            </Button>
          ) : (
            <Button disabledReason={reason} aria-disabled={keep.isPending} onClick={() => keep.mutate(wanted)}>
              {t(keep.isPending ? 'keeping' : 'keep')}
            </Button>
          )}
        </span>
      </p>
    </>
  )
}

/** Reads the orbits of a track. They do not change, so they are computed once per visit. */
const initialOrbitsQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['initial-orbits', fileId],
    queryFn: ({ signal }) => call(getInitialOrbits, { params: { 'file-id': fileId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

const useKeepOrbit = () =>
  useMutation({
    meta: { silent: 'keep-orbit', writes },
    mutationFn: (body: { readonly fileId: string; readonly rank: number }) => call(createAnalystObject, { body }),
  })

const useRemoveAnalyst = () =>
  useMutation({
    meta: { silent: 'remove-analyst-object', writes },
    mutationFn: (catalogueId: number) => call(removeAnalystObject, { params: { 'catalogue-id': catalogueId } }),
  })
