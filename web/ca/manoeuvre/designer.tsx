import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { knownBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { SatelliteContacts } from '@apsis/contract/ca/contact.ts'
import type { PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { now, useNow } from '../../clock/clock.ts'
import { raise } from '../../notify/notifications.ts'
import { paths } from '../../paths.ts'
import { PageKeys } from '../../shell/key/page-keys.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber, typedNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { Skeleton, Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { commandsOf } from '../contact/contacts-query.ts'
import type { Numbered } from '../event/messages.ts'
import { conjunctionsQuery } from '../event/queries.ts'
import { makePlan, PLANS_KEY } from '../plan/plan-query.ts'
import { planProblemInWords } from '../refusal/refusal-in-words.ts'
import { contactsUnknownFrom } from './blackout-over.ts'
import { Candidates } from './candidates.tsx'
import { CollectedPane } from './collected-pane.tsx'
import type { Candidate, DesignCase } from './design.ts'
import { useDesignHistory } from './design-history.ts'
import { candidateQuery, isStuck, keepOfSame, suggestionsQuery, tradeSpaceQuery } from './design-query.ts'
import { DragOfEvent } from './drag.tsx'
import { GroupSave } from './group-save.tsx'
import styles from './manoeuvre.module.css'
import { MapPane } from './map-pane.tsx'
import { besideOf, leftOutFor, leftOutUntil, useMessagesOf } from './other-events.ts'
import { BurnTimeline } from './timeline.tsx'
import { Tools } from './tools.tsx'
import { type Design, type DesignSearch, designOf, ignitionOf, requestOf } from './wish.ts'
import { WishForm } from './wish-form.tsx'
import { designWords } from './words.data.ts'

type Props = {
  readonly conjunction: Conjunction
  readonly satellite: Satellite
  /** The message that counts, and its text. */
  readonly message: Numbered
  readonly text: string
  /** From now to the closest approach. */
  readonly contacts: SatelliteContacts
}

/** What a plan is made with; undefined where the message has no probability, or the satellite no engine. */
export function caseOf(
  { satellite, message, text, contacts }: Omit<Props, 'conjunction'>,
  nowMs: number,
): DesignCase | undefined {
  const { propulsion, wetMass, thresholds, blackoutInEclipse, dragCoefficient } = satellite.configuration
  const { method, hardBodyRadius } = message.cdm.assessment
  const known = METHODS.find((one) => one === method)
  if (known === undefined || hardBodyRadius === null) return undefined
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS') return undefined
  return {
    text,
    designator: String(satellite.noradId),
    radiusM: hardBodyRadius,
    method: known,
    propulsion,
    nowMs,
    massKg: wetMass ?? null,
    dragAreaM2: satellite.derived.dragArea,
    dragCoefficient,
    contacts: commandsOf(contacts),
    acceptedProbability: thresholds.acceptedCollisionProbability,
    blackouts: knownBlackouts(satellite.configuration, contacts.contacts),
    blackoutInEclipse,
  }
}

/** Map, candidate and suggestions of one event; everything that is computed is computed in this browser, until it is saved. */
export function Designer(props: DesignerProps) {
  const { conjunction, satellite, given } = props
  const t = useWords(designWords)
  const [search, change] = useSearchState(`/protected${paths.manoeuvre}`)
  const { ask, undo, redo } = useDesignHistory(search, change)
  const design = designOf(search, given.acceptedProbability)
  const around = useAround(props, design, search)
  const found = useFound(given, design, search, around)
  const { space, failure } = found
  const isStartWrong = space.data !== undefined && found.ignitionMs === undefined
  const parts: Parts = { ...props, search, ask, design, around, found, isHeld: space.error !== null || isStartWrong }
  return (
    <>
      <Tools undo={undo} redo={redo} />
      <WishForm satellite={satellite} search={search} design={design} isStartWrong={isStartWrong} onAsk={ask} />
      {failure ? <Strip level="serious">{t('cannot', { why: failure.message })}</Strip> : null}
      {space.data?.hasWideEclipses ? <Strip level="caution">{t('wideEclipses')}</Strip> : null}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Drawings {...parts} />
          <DragOfEvent conjunctionId={conjunction.conjunctionId} satellite={satellite} message={props.message} />
        </div>
        <div className={styles.side}>
          <Choice {...parts} />
          <Collected {...parts} />
        </div>
      </div>
    </>
  )
}

type DesignerProps = Props & { readonly given: DesignCase }

/** What the parts of the page read, and how they ask for something else. */
type Parts = DesignerProps & {
  readonly search: DesignSearch
  readonly ask: (part: DesignSearch) => void
  readonly design: Design
  readonly around: ReturnType<typeof useAround>
  readonly found: ReturnType<typeof useFound>
  /** Nothing is computed: the map failed, or the time of the burn cannot be read. */
  readonly isHeld: boolean
}

/** The other events of the satellite around this one: those that the map counts, and those that are left out. */
function useAround({ conjunction, satellite, given }: DesignerProps, design: Design, search: DesignSearch) {
  const events = useQuery(conjunctionsQuery(satellite.satelliteId))
  const beside = besideOf(events.data ?? [], conjunction.conjunctionId, search, given.nowMs)
  const isOfAll = design.events === 'all'
  const until = leftOutUntil(search, given.nowMs)
  const leftOut = leftOutFor(design, search, { beside, until: until === 'wrong' ? undefined : until })
  const messages = useMessagesOf(isOfAll ? beside : [])
  return {
    events: events.data,
    beside,
    messages,
    leftOut,
    /** Left out to a time that cannot be read. */
    isUntilWrong: until === 'wrong' && leftOut !== undefined,
    others: isOfAll ? messages.others : [],
    isReady: !isOfAll || (messages.isReady && messages.failed === null),
  }
}

/** The map, the burn that is chosen or dragged, and what is suggested. */
function useFound(
  given: DesignCase,
  design: Design,
  search: DesignSearch,
  { others, isReady }: Pick<Parts['around'], 'others' | 'isReady'>,
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
    // What is dragged goes from one burn to the next, with none in between.
    placeholderData: keepOfSame(ownAsked.queryKey, 1),
  })
  const ghost = useQuery({ ...candidateQuery(given, wish, askedMs ?? 0), enabled: askedMs !== undefined && isDragged })
  const suggestions = useQuery({ ...suggestionsQuery(given, wish), enabled: space.data !== undefined })
  return {
    space,
    own,
    suggestions,
    ignitionMs,
    setDragged,
    ghost: isDragged ? ghost.data : undefined,
    /** While it is dragged, and until its numbers are there, it is not what is saved. */
    isMoving: isDragged || own.isPlaceholderData,
    failure: space.error ?? own.error ?? suggestions.error,
  }
}

function Drawings({ conjunction, message, given, design, ask, around, found }: Parts) {
  const { space, own, suggestions, ghost, setDragged, failure } = found
  if (!space.data) return failure ? <span /> : <Skeleton rows={16} />
  return (
    <>
      <MapPane
        space={space.data}
        design={design}
        chosen={own.data}
        suggestions={suggestions.data ?? []}
        message={message}
        given={given}
        busy={space.isPlaceholderData}
        ghost={ghost}
        onDrag={setDragged}
        hasOthers={around.beside.length > 0}
        // What a burn leaves of the others is computed where they count.
        onShow={(show) => ask(show === 'others' ? { show, events: 'all' } : { show })}
        onPick={(lead) => ask({ unit: undefined, start: typedNumber(lead, 4) })}
      />
      <BurnTimeline
        space={space.data}
        chosen={own.data}
        suggestions={suggestions.data ?? []}
        events={around.events ?? []}
        eventId={conjunction.conjunctionId}
      />
    </>
  )
}

/** The candidates beside each other, and what saves one or several. */
function Choice({ conjunction, satellite, contacts, given, design, ask, around, found, isHeld }: Parts) {
  const { own, suggestions, isMoving } = found
  const { leftOut, isUntilWrong } = around
  const isArc = given.propulsion.type === 'CONTINUOUS'
  const savable = isUntilWrong || isMoving ? undefined : own.data
  const take = (one: Candidate) => {
    const target = one.target.kind === 'miss' ? one.target.missM : one.target.probability
    const isAlong = one.name === 'along'
    ask({
      unit: 'DATE',
      start: new Date(one.ignitionMs).toISOString(),
      target: typedNumber(target),
      ...(isAlong ? { direction: 'along', vector: undefined } : {}),
    })
  }
  return (
    <Candidates
      chosen={own.data}
      suggestions={suggestions.data}
      nowMs={given.nowMs}
      unknownFromMs={contactsUnknownFrom(satellite, contacts, given.nowMs)}
      isStuck={isStuck(own, isHeld)}
      hasNoSuggestions={isStuck(suggestions, isHeld)}
      onTake={take}
    >
      <Save conjunction={conjunction} design={design} chosen={savable} isArc={isArc} leftOut={leftOut} />
      {isArc ? null : (
        <GroupSave
          conjunction={conjunction}
          design={design}
          chosen={savable}
          suggestions={savable === undefined ? [] : (suggestions.data ?? [])}
          leftOut={leftOut}
        />
      )}
    </Candidates>
  )
}

/** What the chosen burn does to the other events of the satellite. */
function Collected({ conjunction, message, given, design, search, ask, around, found, isHeld }: Parts) {
  return (
    <CollectedPane
      conjunction={conjunction}
      own={{ id: conjunction.conjunctionId, cdmId: message.cdm.cdmId, name: conjunction.object2.name, ...given }}
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

type SaveProps = {
  readonly conjunction: Conjunction
  readonly design: Design
  readonly chosen: Candidate | undefined
  readonly isArc: boolean
  readonly leftOut: PlanRequest['leftOut']
}

/** Saves what was designed: the server plans it anew, propagates and confirms it, and what it refuses stands here. */
function Save({ conjunction, design, chosen, isArc, leftOut }: SaveProps) {
  const t = useWords(designWords)
  const navigate = useNavigate()
  const { conjunctionId, satelliteId } = conjunction
  const toPlans = { satellite_id: satelliteId ?? '', conjunction_id: conjunctionId }
  const save = useMutation({
    meta: { silent: 'save-plan', writes: [PLANS_KEY] },
    mutationFn: (one: Candidate) =>
      makePlan({ 'conjunction-id': conjunctionId, ...requestOf(one, design.wish, { isArc, leftOut }) }),
    onSuccess: (plan) => {
      const size = formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 })
      const pc = formatProbabilityLine(plan.after.probability ?? undefined)
      raise({ code: 200, title: t('saved'), message: t('savedText', { name: plan.name, pc, size }) })
      void navigate({
        to: paths.conjunction,
        params: toPlans,
        search: { tab: 'manoeuvre', plan: plan.manoeuvreId },
      })
    },
  })
  const run = () => {
    if (chosen !== undefined && !save.isPending) save.mutate(chosen)
  }
  return (
    <>
      <p className={styles.note}>{t(isArc ? 'arcNote' : 'confirmNote')}</p>
      {save.error ? (
        <Strip level="caution" isUrgent>
          {planProblemInWords(save.error).message}
        </Strip>
      ) : null}
      <PageKeys shortcuts={[{ keys: 's', label: t('save'), run }]} />
      <div className={styles.actions}>
        <Button look="primary" disabled={chosen === undefined || save.isPending} onClick={run}>
          {t(save.isPending ? 'saving' : 'save')}
        </Button>
        <Link
          to={paths.conjunction}
          params={toPlans}
          search={{ tab: 'manoeuvre' }}
          className={`${button.button} ${button.plain} ${styles.link}`}
        >
          {t('toPlans')}
        </Link>
      </div>
    </>
  )
}

/** What was said of the message when it was opened stays the basis until the page follows: nobody plans on another by accident. */
export function useCase(props: Omit<Props, 'conjunction'>): DesignCase | undefined {
  const [openedAt] = useState(now)
  const tickMs = useNow('fiveMinutes')
  return caseOf(props, Math.max(openedAt, tickMs))
}
