import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { now, useNow } from '../../../clock/clock.ts'
import { useSearchState } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import { typedNumber } from '../../../ui/format/number.ts'
import { Skeleton, Strip } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { noticesQuery } from '../../announced/notices.ts'
import { contactWords } from '../../contact/contact-words.data.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { conjunctionsQuery } from '../../event/queries.ts'
import type { NewPlan } from '../plan-query.ts'
import { AssumedEngine } from './assumed-engine.tsx'
import { contactsUnknownFrom } from './blackouts.ts'
import { MapPane } from './burn-map-pane.tsx'
import { NotMade } from './burn-size.ts'
import { Candidates, type Check, type NextMessage } from './candidates.tsx'
import type { OtherEvent } from './collected.ts'
import { CollectedPane } from './collected-pane.tsx'
import { Compare, ComparePane, PinBurn } from './compare-pane.tsx'
import type { Candidate, DesignCase, DesignWish, TradeSpace } from './design.ts'
import { caseOf } from './design-case.ts'
import { useDesignHistory } from './design-history.ts'
import { basisNote, failureInWords } from './design-in-words.ts'
import {
  candidateQuery,
  isStuck,
  keepOfSame,
  orbitQuery,
  planeQuery,
  safeBurnsQuery,
  suggestionsQuery,
  tradeSpaceQuery,
} from './design-query.ts'
import styles from './designer.module.css'
import { CopyOpm, Tools } from './designer-head.tsx'
import { DragOfEvent } from './drag-of-event.tsx'
import { isAlongTrack } from './map-line.ts'
import { type Notes, NotesButton, NotesPane, useNotes } from './notes.tsx'
import { besideOf, leftOutFor, leftOutUntil, useMessagesOf } from './other-events.ts'
import { type PinnedBurn, pinned, pinText, usePinned } from './pins.ts'
import { planeNoteWords } from './plane-note-words.data.ts'
import { GroupSave, Save } from './save.tsx'
import { BurnTimeline } from './timeline.tsx'
import { type Design, type DesignSearch, designOf, ignitionOf, requestOf } from './wish.ts'
import { limitsText, WishForm } from './wish-form.tsx'
import { designWords } from './words.data.ts'

type Props = {
  readonly conjunction: Conjunction
  readonly satellite: Satellite
  /** The message that counts; its text follows. */
  readonly message: NumberedMessage
  readonly text: string
  /** The contacts from now to the closest approach. */
  readonly contacts: SatelliteContacts
  /** True if they could not be read, which is reported above. */
  readonly isUnread: boolean
  /** The next message of the event, if its rhythm continues; undefined where none is expected before TCA. */
  readonly nextMessage: NextMessage | undefined
}

/**
 * The designer of one event, with map, candidate and suggestions; all computations run in this browser, until the plan
 * is saved.
 */
export function Designer(props: DesignerProps) {
  const { conjunction, satellite, given } = props
  const t = useWords(designWords)
  const [search, change] = useSearchState(`/protected${paths.manoeuvre}`)
  const { ask, undo, redo } = useDesignHistory(search, change)
  const design = designOf(search, given.acceptedProbability, given)
  const around = useAround(props, design, search)
  const found = useFound(given, design, search, around)
  const { space, failure } = found
  const isStartWrong = space.data !== undefined && found.ignitionMs === undefined
  const notes = useNotes(conjunction.conjunctionId)
  const pins = usePins(props, search, { around, found })
  const parts: Parts = {
    ...props,
    search,
    ask,
    design,
    around,
    found,
    pins,
    notes,
    isHeld: space.error !== null || isStartWrong,
  }
  return (
    <>
      <Tools undo={undo} redo={redo}>
        <NotesButton {...notes} />
        <CopyOpm request={copyableOf(parts)} />
        <Compare pins={pins} />
      </Tools>
      <WishForm
        satellite={satellite}
        search={search}
        design={design}
        isStartWrong={isStartWrong}
        isSimulated={conjunction.isSimulated}
        onAsk={ask}
      />
      <AssumedEngine propulsion={given.propulsion} />
      <PlaneNote given={given} />
      {failure ? <Failure failure={failure} /> : null}
      {space.data?.isLineShut ? <Strip level="serious">{t('lineShut')}</Strip> : null}
      {space.data?.hasWideEclipses ? <Strip level="caution">{t('wideEclipses')}</Strip> : null}
      <div className={`grid grow min-h-0 ${styles.columns}`}>
        <div className={`stack min-w-0 min-h-0 scroll relative ${styles.main}`}>
          <Drawings {...parts} />
        </div>
        <div className={`stack min-w-0 scroll relative line-left ${styles.side}`}>
          <Choice {...parts} />
          <NotesPane {...notes} />
          <Compared {...parts} />
          <Collected {...parts} />
          <DragOfEvent conjunctionId={conjunction.conjunctionId} satellite={satellite} message={props.message} />
          <Foot {...parts} />
        </div>
      </div>
    </>
  )
}

/** Shows why there is no map, or why the engine cannot make the burn of the wish. */
function Failure({ failure }: { readonly failure: Error }) {
  const t = useWords(designWords)
  const why = failureInWords(failure)
  return <Strip level="serious">{failure instanceof NotMade ? why : t('cannot', { why })}</Strip>
}

type DesignerProps = Props & { readonly given: DesignCase }

/** The data that the parts of the page read, and the functions that change the question. */
type Parts = DesignerProps & {
  readonly search: DesignSearch
  readonly ask: (part: DesignSearch) => void
  readonly design: Design
  readonly around: ReturnType<typeof useAround>
  readonly found: ReturnType<typeof useFound>
  /** The burns of the comparison. */
  readonly pins: readonly PinnedBurn[]
  readonly notes: Notes
  /** True if nothing is computed: the map failed, or the time of the burn cannot be read. */
  readonly isHeld: boolean
}

/** Returns the other events of the satellite around this one: those that the map counts, and those that are left out. */
function useAround({ conjunction, satellite, given }: DesignerProps, design: Design, search: DesignSearch) {
  const events = useQuery(conjunctionsQuery(satellite.satelliteId))
  const beside = besideOf(events.data ?? [], conjunction.conjunctionId, search, given.nowMs)
  const isOfAll = design.events === 'all'
  const until = leftOutUntil(search, given.nowMs)
  const leftOut = leftOutFor(design, search, { beside, until: until === 'wrong' ? undefined : until })
  // Burns are also compared by their effect on the other events.
  const messages = useMessagesOf(isOfAll || pinned(search).length > 0 ? beside : [])
  return {
    events: events.data,
    /** The pair of objects of this event. */
    pair: pairOf(conjunction.conjunctionId, conjunction.object2.designator),
    beside,
    messages,
    leftOut,
    /** True if events are left out to a time that cannot be read. */
    isUntilWrong: until === 'wrong' && leftOut !== undefined,
    others: isOfAll ? messages.others : [],
    isReady: !isOfAll || (messages.isReady && messages.failed === null),
  }
}

/** Returns the compared burns, with their effect on all events that count. */
function usePins(props: DesignerProps, search: DesignSearch, { around, found }: Pick<Parts, 'around' | 'found'>) {
  const { isReady, others } = around.messages
  const events = isReady ? [ownEventOf(props), ...others] : undefined
  return usePinned({ given: props.given, search, tcaMs: found.space.data?.tcaMs, events })
}

/** Returns the map, the burn that is chosen or dragged, and the suggestions. */
function useFound(
  given: DesignCase,
  design: Design,
  search: DesignSearch,
  { others, isReady, pair }: Pick<Parts['around'], 'others' | 'isReady' | 'pair'>,
) {
  const { wish } = design
  const spaceAsked = tradeSpaceQuery(given, wish, others)
  const space = useQuery({ ...spaceAsked, enabled: isReady, placeholderData: keepOfSame(spaceAsked.queryKey, 0) })
  const [draggedLead, setDragged] = useState<number>()
  const isDragged = draggedLead !== undefined
  const askedMs = space.data && ignitionOf(search, design, space.data)
  const draggedMs =
    space.data && isDragged ? Math.round(space.data.tcaMs - 1_000 * draggedLead * space.data.periodS) : undefined
  const ignitionMs = draggedMs ?? askedMs
  const ownAsked = candidateQuery(given, wish, ignitionMs ?? 0)
  const own = useQuery({
    ...ownAsked,
    enabled: ignitionMs !== undefined,
    // A drag goes from one burn to the next, without an empty state in between.
    placeholderData: keepOfSame(ownAsked.queryKey, 1),
  })
  const ghost = useQuery({ ...candidateQuery(given, wish, askedMs ?? 0), enabled: askedMs !== undefined && isDragged })
  const suggestions = useQuery({ ...suggestionsQuery(given, wish), enabled: space.data !== undefined })
  const { orbit, plane } = useOrbit(given, wish, { space: space.data, burn: own.data })
  const safe = useQuery({
    ...safeBurnsQuery(given, wish, {
      ignitionMs: askedMs ?? 0,
      reachMps: space.data?.deltaVs.at(-1) ?? 0,
      pair,
      others,
    }),
    enabled: askedMs !== undefined && !space.isPlaceholderData && !isDragged,
  })
  return {
    space,
    own,
    suggestions,
    /** While a burn is dragged, the safe sizes of the chosen one do not apply to it. */
    safe: isDragged ? undefined : (safe.data ?? undefined),
    orbit,
    plane,
    ignitionMs,
    setDragged,
    ghost: isDragged ? ghost.data : undefined,
    /** True while it is dragged, and until its numbers are there: the numbers do not belong to the saved burn. */
    isMoving: isDragged || own.isPlaceholderData,
    failure: space.error ?? own.error ?? suggestions.error,
  }
}

/** Returns the event of the plan, in the form of the other events. */
const ownEventOf = ({ conjunction, message, given }: DesignerProps): OtherEvent => ({
  id: conjunction.conjunctionId,
  cdmId: message.cdm.cdmId,
  pair: pairOf(conjunction.conjunctionId, conjunction.object2.designator),
  name: conjunction.object2.name,
  text: given.text,
  radiusM: given.radiusM,
  method: given.method,
})

function Drawings({ conjunction, message, given, design, ask, around, found, pins }: Parts) {
  const { space, own, suggestions, ghost, setDragged, failure } = found
  if (!space.data) return failure ? <span /> : <Skeleton rows={16} />
  return (
    <>
      <MapPane
        space={space.data}
        design={design}
        chosen={own.data}
        suggestions={suggestions.data ?? []}
        pins={pins}
        message={message}
        given={given}
        busy={space.isPlaceholderData}
        ghost={ghost}
        onDrag={setDragged}
        hasOthers={around.beside.length > 0}
        // The result of a burn for the others is computed only where they count.
        onShow={(show) => ask(show === 'others' ? { show, events: 'all' } : { show })}
        onPick={(lead) => ask({ unit: undefined, start: typedNumber(lead, 4) })}
      />
      <BurnTimeline
        space={space.data}
        chosen={own.data}
        suggestions={suggestions.data ?? []}
        events={around.events ?? []}
        eventId={conjunction.conjunctionId}
        orbit={found.orbit}
      />
    </>
  )
}

/** Returns the chosen burn as it can be saved: undefined while it is dragged, or with a time that cannot be read. */
const savableOf = ({ around, found }: Parts): Candidate | undefined =>
  around.isUntilWrong || found.isMoving ? undefined : found.own.data

/** Returns the request to the server for the chosen burn; undefined where there is none. */
function copyableOf(parts: Parts): NewPlan | undefined {
  const { conjunction, design, around } = parts
  const burn = savableOf(parts)
  const isArc = hasArc(parts)
  return (
    burn && {
      'conjunction-id': conjunction.conjunctionId,
      ...requestOf(burn, design.wish, { ...design, isArc, leftOut: around.leftOut }),
    }
  )
}

const hasArc = ({ given }: Parts) => given.propulsion.type === 'CONTINUOUS'

/** Shows the candidates beside each other, and the action that saves several. */
function Choice(parts: Parts) {
  const { conjunction, satellite, contacts, given, design, ask, around, found, notes, isHeld } = parts
  const { own, suggestions } = found
  const savable = savableOf(parts)
  const take = (one: Candidate) => {
    const target = one.target.kind === 'miss' ? one.target.missM : one.target.probability
    const isAlong = isAlongTrack(one.direction) && !isAlongTrack(design.wish.direction)
    const isFreed = design.direction === 'planned' && one.moved === undefined
    ask({
      unit: 'DATE',
      start: new Date(one.ignitionMs).toISOString(),
      target: typedNumber(target),
      ...(isFreed ? { direction: undefined } : {}),
      ...(isAlong ? { direction: 'along', vector: undefined } : {}),
      ...(one.moved === undefined ? {} : { direction: 'planned', vector: undefined }),
    })
  }
  return (
    <Candidates
      chosen={own.data}
      safe={found.safe}
      orbit={found.space.data && found.orbit && { ...found.orbit, ...periodOf(found.space.data) }}
      plane={found.plane}
      satellite={satellite.name}
      basis={basisOf(parts)}
      nextMessage={parts.nextMessage}
      suggestions={suggestions.data}
      nowMs={given.nowMs}
      unknownFromMs={contactsUnknownFrom(satellite, contacts, given.nowMs)}
      isStuck={isStuck(own, isHeld)}
      hasNoSuggestions={isStuck(suggestions, isHeld)}
      onTake={take}
    >
      {hasArc(parts) ? null : (
        <GroupSave
          conjunction={conjunction}
          design={design}
          chosen={savable}
          suggestions={savable === undefined ? [] : (suggestions.data ?? [])}
          leftOut={around.leftOut}
          notes={notes}
        />
      )}
    </Candidates>
  )
}

/** Returns the basis of the burns, and the effect of saving. */
function basisOf(parts: Parts): readonly Check[] {
  const { conjunction, message, satellite, contacts } = parts
  const none = contactWords('noneCounts')
  const toContacts =
    conjunction.satelliteId === null ? null : (
      <Link to={paths.satellite} params={{ satellite_id: conjunction.satelliteId }} search={{ dialog: 'contacts' }}>
        {contactWords('enter')}
      </Link>
    )
  return [
    ...(contacts.basis === 'NONE' && !parts.isUnread
      ? [{ level: 'inactive' as const, text: none, action: toContacts }]
      : []),
    { level: 'inactive', text: basisNote(message) },
    { level: 'inactive', text: limitsText(satellite) },
    { level: 'inactive', text: designWords(hasArc(parts) ? 'arcNote' : 'confirmNote') },
  ]
}

/** Shows the actions on the chosen burn. They stay in their place while results appear above them. */
function Foot(parts: Parts) {
  const { conjunction, design, search, ask, around, found, notes } = parts
  return (
    <div className={styles.foot} data-at-foot="pane">
      <Save
        conjunction={conjunction}
        design={design}
        chosen={savableOf(parts)}
        isArc={hasArc(parts)}
        leftOut={around.leftOut}
        notes={notes}
      >
        <PinBurn search={search} ignitionMs={found.isMoving ? undefined : found.own.data?.ignitionMs} onAsk={ask} />
      </Save>
    </div>
  )
}

const periodOf = ({ tcaMs, periodS }: TradeSpace) => ({ tcaMs, periodS })

/** Shows the pinned burns side by side. */
function Compared({ conjunction, around, found, search, pins, ask }: Parts) {
  const { failed } = around.messages
  return (
    <ComparePane
      pins={pins}
      ownId={conjunction.conjunctionId}
      failed={failed === null ? undefined : problemInWords(failed).message}
      chosenText={found.ignitionMs === undefined ? undefined : pinText(search, found.ignitionMs)}
      onAsk={ask}
    />
  )
}

/** Shows the effect of the chosen burn on the other events of the satellite. */
function Collected(parts: Parts) {
  const { conjunction, given, design, search, ask, around, found, isHeld } = parts
  return (
    <CollectedPane
      conjunction={conjunction}
      own={ownEventOf(parts)}
      given={given}
      design={design}
      search={search}
      beside={around.events === undefined ? undefined : around.beside}
      messages={around.messages}
      chosen={found.own.data}
      isStuck={isStuck(found.own, isHeld)}
      onAsk={ask}
    />
  )
}

/**
 * Returns the case with the assessment of the message from the time when it was opened, until the page follows: a plan
 * never changes its basis by accident.
 */
export function useCase(props: Omit<Props, 'conjunction' | 'nextMessage'>): DesignCase | undefined {
  const [openedAt] = useState(now)
  const tickMs = useNow('fiveMinutes')
  const notices = useQuery(noticesQuery(props.satellite.noradId))
  return caseOf({ ...props, notices: notices.data ?? [] }, Math.max(openedAt, tickMs))
}

type BurnInSpace = { readonly space: TradeSpace | undefined; readonly burn: Candidate | undefined }

/**
 * Returns the orbit on the axis of the map, and the conjunction plane of the chosen burn; each undefined until it is
 * computed.
 */
function useOrbit(given: DesignCase, wish: DesignWish, { space, burn }: BurnInSpace) {
  const orbit = useQuery(orbitQuery(given, space?.leads[0]))
  const asked = planeQuery(given, wish, burn)
  const plane = useQuery({ ...asked, placeholderData: keepOfSame(asked.queryKey, 1) })
  return { orbit: orbit.data, plane: plane.data ?? undefined }
}

/** Explains the missing drawings of an event that no plane describes, and the criterion of its burns. */
function PlaneNote({ given }: { readonly given: Pick<DesignCase, 'isPlaneOff' | 'isBySeparation'> }) {
  const t = useWords(planeNoteWords)
  if (given.isPlaneOff !== true) return null
  return <Strip level="caution">{t(given.isBySeparation === true ? 'bySeparation' : 'noProof')}</Strip>
}
