import { HOUR_MS } from '@apsis/astro/constants.ts'
import { listOperatorPaths } from '@apsis/contract/ca/find/operator-path.ts'
import { getElementSetHistory } from '@apsis/contract/tle/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatInstant, formatMinute } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { spaceOfObject } from '../../site/space-link.ts'
import type { MapContent } from '../../space/map/marks.tsx'
import { useOperatorPaths } from '../../space/operator-path.ts'
import { orbitOfPath } from '../../space/where/tracks.ts'
import { overText, seenText, WherePane } from '../../space/where/where-pane.tsx'
import { whereWords } from '../../space/where/words.data.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { NotComputed, Skeleton } from '../../ui/page/pane-states.tsx'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { stationsQuery } from '../contact/contacts-query.ts'
import { historyQuery } from './history-query.ts'
import { type Ahead, orbitOf, pictureOfApproach, pictureOfNow, setOf, stationsOf } from './place-of-event.ts'
import { SpaceLink } from './space-link.tsx'
import { caWhereWords } from './words.data.ts'

/** An object of the catalogue, and the epoch of the element set that was used for it; null for the newest. */
type ObjectOfSet = { readonly designator: string; readonly name: string; readonly epoch: string | null }

type Props = {
  readonly object: ObjectOfSet
  readonly satelliteId: string | null
  /** The approach of another object that is shown; undefined to show the current place of the object. */
  readonly approach?: {
    readonly other: ObjectOfSet
    readonly tca: string
    readonly level: Level
    /** True for an event that is not decided. */
    readonly isOpen?: boolean
  }
  /** The next closest approach and the next burn of an own satellite. */
  readonly ahead?: Ahead
  readonly className?: string | undefined
}

/** Shows the current place of an object, or of its approach to another object, from element sets or an operator's ephemeris. */
export function ObjectWhere({ object, satelliteId, approach, ahead = NOTHING_AHEAD, className }: Props) {
  const t = useWords(caWhereWords)
  const say = useWords(whereWords)
  const nowMs = useNow('minute')
  const { tca, level, isOpen = false } = approach ?? {}
  const { name: otherName, epoch: otherEpoch } = approach?.other ?? {}
  const atMs = tca === undefined ? nowMs : Date.parse(tca)
  const stations = useQuery(stationsQuery)
  const [noradId, otherId] = [numberOf(object.designator), approach && numberOf(approach.other.designator)]
  const history = useQuery({ ...historyQuery(noradId ?? 0, '30'), enabled: noradId !== undefined })
  const others = useQuery({ ...historyQuery(otherId ?? 0, '30'), enabled: otherId !== undefined })
  // An approach was found with element sets, so it is drawn with element sets.
  const byOperator = useOperatorPaths([nowMs, ...timesOf(ahead)], {
    ...(satelliteId === null ? {} : { satelliteId }),
    isEnabled: satelliteId !== null && approach === undefined,
  })
  const path = noradId === undefined ? undefined : byOperator.paths.get(noradId)
  const found = useMemo(() => {
    const set = setOf(history.data?.sets ?? [], object.epoch)
    const otherSet = setOf(others.data?.sets ?? [], otherEpoch ?? null)
    const onPath = path && orbitOfPath(path, atMs)
    const orbit = onPath ?? (noradId === undefined ? undefined : orbitOf(noradId, set))
    const otherOrbit = otherId === undefined ? undefined : orbitOf(otherId, otherSet)
    const known = stationsOf(stations.data ?? [], satelliteId)
    const picture =
      orbit === undefined
        ? undefined
        : tca === undefined || level === undefined
          ? pictureOfNow({ orbit, name: object.name, nowMs: atMs, stations: known, ahead })
          : pictureOfApproach({
              tcaMs: atMs,
              level,
              isOpen,
              own: { name: object.name, orbit },
              other: otherOrbit && { name: otherName ?? '', orbit: otherOrbit },
              stations: known,
            })
    return { set, otherSet, picture, path: onPath && path }
  }, [
    history.data,
    others.data,
    stations.data,
    satelliteId,
    path,
    noradId,
    otherId,
    object.name,
    object.epoch,
    otherName,
    otherEpoch,
    tca,
    level,
    isOpen,
    atMs,
    ahead,
  ])
  if (noradId === undefined)
    return (
      <Pane title={say('where')} className={className}>
        <NotComputed>{t('noNumber', { name: object.name })}</NotComputed>
      </Pane>
    )
  if (history.data === undefined)
    return (
      <QueryPane title={say('where')} query={history} skeletonRows={8} failed={t('noSets')} className={className}>
        {() => null}
      </QueryPane>
    )
  const { set, otherSet, picture } = found
  // While the ephemerides are being read, the satellite may still turn out to have one.
  if (picture === undefined && byOperator.isLoading)
    return (
      <Pane title={say('where')} className={className}>
        <Skeleton rows={8} />
      </Pane>
    )
  const drawnFrom = found.path
    ? t('fromPath', { name: found.path.name, made: formatMinute(found.path.madeMs) })
    : set &&
      t(otherSet === undefined ? 'fromSet' : 'fromSets', {
        epoch: formatMinute(Date.parse(set.epoch)),
        other: otherSet === undefined ? '' : formatMinute(Date.parse(otherSet.epoch)),
      })
  if (picture === undefined || drawnFrom === undefined)
    return (
      <Pane title={say('where')} className={className}>
        <NotComputed>
          {t(set === undefined ? 'noSet' : 'noPlace', { name: object.name })}
          {byOperator.failure ? ` ${t('pathsFailed')}` : null}
        </NotComputed>
      </Pane>
    )
  const { content, focus } = picture
  return (
    <WherePane
      content={content}
      focus={focus}
      caption={[
        t(approach === undefined ? 'atNow' : 'atTca', { time: formatInstant(focus.atMs), place: overText(focus) }),
        seenText(focus, content),
        ...(approach === undefined ? aheadTexts(content) : []),
      ].join(' ')}
      drawnFrom={byOperator.failure ? `${drawnFrom}; ${t('pathsFailed')}` : drawnFrom}
      isSimulated={found.path?.isSimulated ?? (set?.isSimulated === true || otherSet?.isSimulated === true)}
      fileName={`where-${object.name}`}
      call={
        found.path
          ? {
              method: listOperatorPaths.method,
              path: listOperatorPaths.path,
              query: { from: hourAt(atMs), to: hourAt(atMs + HOUR_MS), 'satellite-id': satelliteId ?? '' },
            }
          : { method: getElementSetHistory.method, path: getElementSetHistory.path, query: { noradId, days: 30 } }
      }
      className={className}
      actions={<SpaceLink to={spaceOfObject(noradId, approach && atMs)} />}
    />
  )
}

const NOTHING_AHEAD: Ahead = { event: undefined, burn: undefined }
const timesOf = ({ event, burn }: Ahead) => [event?.tcaMs, burn?.atMs].filter((ms) => ms !== undefined)

/** Returns the sentences on the next approach and the next burn. */
const aheadTexts = ({ events, burns }: Pick<MapContent, 'events' | 'burns'>): readonly string[] => [
  ...events.map((one) => caWhereWords('nextTca', { time: formatInstant(one.atMs), place: overText(one) })),
  ...burns.map((one) => caWhereWords('nextBurn', { time: formatInstant(one.atMs), place: overText(one) })),
]

/** Returns the full hour at or before a time. */
const hourAt = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString()

const NUMBER = /^\d{1,9}$/

/** Returns the catalogue number of a designator; undefined for another name, such as that of an ephemeris. */
const numberOf = (designator: string): number | undefined =>
  NUMBER.test(designator.trim()) && Number(designator) > 0 ? Number(designator) : undefined
