import {
  getNearFleet,
  NEAR_FLEET_KEPT_MS,
  NEAR_FLEET_LIMITS,
  type NearFleet,
} from '@apsis/contract/ca/find/near-fleet.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { useShownMs } from '../../clock/shown-time.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { KEYS } from '../event/queries.ts'
import type { NearFilter } from './space-view.ts'
import { spaceWords } from './words.data.ts'

/** Reads what comes near; the server keeps an answer for ten minutes. The key is below the satellites: their orbits change it. */
const nearFleetQuery = ({ km, hours, satelliteId }: NearFilter) =>
  queryOptions({
    meta: { silent: 'near-fleet', mayTakeTooLong: true },
    queryKey: [...KEYS.satellites, 'near-fleet', km, hours, satelliteId],
    staleTime: NEAR_FLEET_KEPT_MS,
    refetchInterval: NEAR_FLEET_KEPT_MS,
    queryFn: ({ signal }) => {
      const query = { 'distance-km': km, hours, ...(satelliteId === undefined ? {} : { 'satellite-id': satelliteId }) }
      return call(getNearFleet, { query }, signal)
    },
  })

const USUAL: NearFilter = { km: NEAR_FLEET_LIMITS.usualKm, hours: NEAR_FLEET_LIMITS.usualHours }
/** Around one satellite less is of interest than around a fleet. */
const USUAL_KM_OF_ONE = 20

/**
 * Returns what comes near, with the places of those objects in the catalogue: undefined as long as that is not known, because an object is left
 * out only when it is known to stay away.
 */
export function useNearFleet(near: NearFilter | undefined, { placeOf }: Pick<SpaceCatalogue, 'placeOf'>) {
  const query = useQuery({ ...nearFleetQuery(near ?? USUAL), enabled: near !== undefined })
  const data = near === undefined ? undefined : query.data
  const within = useMemo(
    () =>
      data && data.satellites.length > 0
        ? new Set(data.objects.flatMap(({ noradId }) => placeOf.get(noradId) ?? []))
        : undefined,
    [data, placeOf],
  )
  return { query, data, within }
}
export type NearAnswer = ReturnType<typeof useNearFleet>

const DISTANCES_KM = [20, 50, 100, 200, 500]
const SPANS_H = [6, 12, 24, 48, 72]
const ANYWHERE = '*'
const FLEET = '-'

type Props = {
  readonly near: NearFilter | undefined
  readonly answer: NearAnswer
  readonly satellites: readonly Satellite[]
  readonly onNear: (near: NearFilter | undefined) => void
}

/** Chooses that only objects are drawn which come near the fleet or one satellite, and says how many these are. */
export function NearFields({ near, answer, satellites, onNear }: Props) {
  const say = useWords(spaceWords)
  if (satellites.length === 0 && near === undefined) return <p className="muted fs-12">{say('nearNobody')}</p>
  const choose = (whom: string) => {
    if (whom === ANYWHERE) return onNear(undefined)
    const { km, hours } = near ?? { ...USUAL, km: whom === FLEET ? USUAL.km : USUAL_KM_OF_ONE }
    onNear({ km, hours, satelliteId: whom === FLEET ? undefined : whom })
  }
  return (
    <div className="stack gap-8">
      <Select
        label={say('nearness')}
        options={[
          { value: ANYWHERE, label: say('nearAnywhere') },
          { value: FLEET, label: say('nearFleet') },
          ...satellites.map(({ satelliteId, name }) => ({ value: satelliteId, label: say('nearOne', { name }) })),
        ]}
        value={near === undefined ? ANYWHERE : (near.satelliteId ?? FLEET)}
        onChange={choose}
      />
      {near === undefined ? null : (
        <>
          <div className="row gap-8 items-end">
            <NumberSelect
              label={say('nearKm')}
              numbers={DISTANCES_KM}
              value={near.km}
              onChange={(km) => onNear({ ...near, km })}
            />
            <NumberSelect
              label={say('nearHours')}
              numbers={SPANS_H}
              value={near.hours}
              onChange={(hours) => onNear({ ...near, hours })}
            />
          </div>
          <NearText near={near} answer={answer} />
        </>
      )}
    </div>
  )
}

type NumberProps = {
  readonly label: string
  readonly numbers: readonly number[]
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Chooses a number; that of the address is one of them. */
function NumberSelect({ label, numbers, value, onChange }: NumberProps) {
  const all = numbers.includes(value) ? numbers : [...numbers, value].toSorted((a, b) => a - b)
  return (
    <Select
      label={label}
      options={all.map((one) => ({ value: String(one), label: formatNumber(one) }))}
      value={String(value)}
      onChange={(text) => onChange(Number(text))}
    />
  )
}

/** Says how many objects come near, and what the answer says nothing of. */
function NearText({ near, answer: { query, data, within } }: Pick<Props, 'answer'> & { readonly near: NearFilter }) {
  const say = useWords(spaceWords)
  const ui = useWords(uiWords)
  const shownMs = useShownMs(60_000)
  const { error } = query
  const failure = error ? (
    <>
      <p>
        {data === undefined
          ? `${say('nearFailed')} (${codeInWords(error)}): ${problemInWords(error).message}`
          : say('nearOldAnswer', { time: formatInstant(query.dataUpdatedAt) })}{' '}
        {error.kind === 'timeout' || error.kind === 'no-answer' ? say('nearSmaller') : null}
      </p>
      <Button onClick={() => void query.refetch()}>{ui('tryAgain')}</Button>
    </>
  ) : null
  if (data === undefined)
    return (
      <div className="stack gap-4 items-start fs-12 soft" role="status">
        {query.isFetching || !error ? <p>{say('nearLooking')}</p> : failure}
      </div>
    )
  const { from, to, count, compared, objects } = data
  const isOutside = shownMs < Date.parse(from) || shownMs > Date.parse(to)
  const undrawn = objects.length - (within?.size ?? objects.length)
  const minute = (text: string) => `${formatInstant(Date.parse(text)).slice(5, 16)} Z`
  return (
    <div className="stack gap-4 items-start fs-12 soft" role="status">
      {failure}
      <p className="ink">
        {within === undefined
          ? say('nearNone')
          : say('nearCount', {
              count: formatNumber(count),
              compared: formatNumber(compared),
              km: formatNumber(near.km),
              from: minute(from),
              to: minute(to),
            })}
      </p>
      {data.isCut ? <p>{say('nearCut', { count: formatNumber(objects.length) })}</p> : null}
      {undrawn > 0 ? <p>{say('nearUndrawn', { count: formatNumber(undrawn) })}</p> : null}
      {isOutside ? <p className="ink">{say('nearOutside')}</p> : null}
      <NotLookedAt {...data} />
      <p>{say('nearNoScreening')}</p>
    </div>
  )
}

/** Lists what the answer says nothing of: it is no clear sky. */
function NotLookedAt({ notJudged: { satellites, unusable, lost, old, withoutSet } }: NearFleet) {
  const say = useWords(spaceWords)
  const counts = [
    ['unusableSets', unusable],
    ['lostObjects', lost],
    ['oldSets', old],
    ['withoutSets', withoutSet ?? 0],
  ] as const
  const texts = [
    ...satellites.map(({ name, until }) =>
      until === null
        ? say('satelliteNot', { name })
        : say('satelliteUntil', { name, time: formatInstant(Date.parse(until)) }),
    ),
    ...counts.flatMap(([word, count]) => (count > 0 ? [say(word, { count: formatNumber(count) })] : [])),
    ...(withoutSet === null ? [say('withoutSetsUnknown')] : []),
  ]
  if (texts.length === 0) return null
  return (
    <div>
      <p>{say('notLookedAt')}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
