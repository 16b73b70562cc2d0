import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isLevelSimulated } from '@apsis/contract/ca/event/level-by.ts'
import { getCdmFile } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { spaceOfEvent, spaceOfMotion } from '../../site/space-link.ts'
import { overText, seenText, WherePane } from '../../space/where/where-pane.tsx'
import { whereWords } from '../../space/where/words.data.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import { stationsQuery } from '../contact/contacts-query.ts'
import { isDecided, rowOf } from '../event/event-row.ts'
import { messageTextQuery, openMessage } from '../message/message.ts'
import { orbitsOfMessage, pictureOfApproach, stationsOf } from './place-of-event.ts'
import { SpaceLink } from './space-link.tsx'
import { caWhereWords } from './words.data.ts'

type Props = {
  readonly conjunction: Conjunction
  /** The message whose states are drawn. */
  readonly cdmId: string
  readonly number: number
  /** The TCA in that message. */
  readonly tca: string
  /** The start of a burn before the event. */
  readonly burnMs?: number | undefined
  readonly className?: string | undefined
}

/** Shows the places of an event: both objects at TCA, from the states of a message, and a burn before it. */
export function EventWhere({ conjunction, cdmId, number, tca, burnMs, className }: Props) {
  const t = useWords(caWhereWords)
  const say = useWords(whereWords)
  const text = useQuery(messageTextQuery(cdmId))
  const stations = useQuery(stationsQuery)
  // The page is drawn again whenever the pointer moves over one of its plots, and two orbits take tens of milliseconds.
  const picture = useMemo(
    () =>
      text.data === undefined
        ? undefined
        : pictureOf(conjunction, text.data, { tca, stations: stations.data ?? [], burnMs }),
    [conjunction, text.data, tca, stations.data, burnMs],
  )
  if (text.data === undefined)
    return (
      <QueryPane title={say('where')} query={text} skeletonRows={8} failed={t('failed')} className={className}>
        {() => null}
      </QueryPane>
    )
  if (picture === undefined)
    return (
      <Pane title={say('where')} className={className}>
        <NotComputed>{t('noStates')}</NotComputed>
      </Pane>
    )
  const { content, focus } = picture
  const [burn] = content.burns
  return (
    <WherePane
      content={content}
      focus={focus}
      caption={[
        t('atTca', { time: formatInstant(focus.atMs), place: overText(focus) }),
        ...(burn ? [t('atBurn', { time: formatInstant(burn.atMs), place: overText(burn) })] : []),
        seenText(focus, content),
      ].join(' ')}
      drawnFrom={t('fromMessage', { number })}
      isSimulated={isLevelSimulated(conjunction)}
      fileName={`where-${conjunction.object1.name}-${conjunction.object2.name}`}
      call={{ method: getCdmFile.method, path: getCdmFile.path.replace('{cdm-id}', cdmId) }}
      className={className}
      actions={
        <>
          <MotionLink conjunction={conjunction} tca={tca} />
          <SpaceLink to={spaceOfEvent(conjunction.conjunctionId, Date.parse(tca))} />
        </>
      }
    />
  )
}

/** Links to the relative motion of both objects, if both have a catalogue number. */
function MotionLink({ conjunction: { object1, object2 }, tca }: Pick<Props, 'conjunction' | 'tca'>) {
  const t = useWords(caWhereWords)
  if (![object1, object2].every(({ designator }) => /^\d+$/.test(designator))) return null
  const search = spaceOfMotion(object1.designator, object2.designator, Date.parse(tca))
  return (
    <Link to={paths.space} search={search} className="fs-12 no-print">
      {t('motion')}
    </Link>
  )
}

type Beside = Pick<Parameters<typeof pictureOfApproach>[0], 'burnMs'> & {
  readonly stations: Parameters<typeof stationsOf>[0]
  readonly tca: string
}

/** Returns the picture of an event from the text of one of its messages; undefined if the states cannot be drawn. */
export function pictureOf(conjunction: Conjunction, text: string, { tca, stations, burnMs }: Beside) {
  const { lenient } = openMessage(text)
  const { object1, object2, conjunctionData: data } = conjunction
  const orbits = lenient.ok ? orbitsOfMessage(lenient.message, object1.designator) : undefined
  if (orbits === undefined) return undefined
  const [own, other] = orbits
  return pictureOfApproach({
    tcaMs: Date.parse(tca),
    level: meaningOf('risk', data.riskLevel).level,
    isOpen: !isDecided(rowOf(conjunction)),
    own: { name: object1.name, orbit: own },
    other: { name: object2.name, orbit: other },
    stations: stationsOf(stations, conjunction.satelliteId),
    burnMs,
  })
}
