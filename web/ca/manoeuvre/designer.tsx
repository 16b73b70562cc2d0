import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { knownBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { missing } from '@apsis/astro/missing.ts'
import { dot } from '@apsis/astro/vec3.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { SatelliteContacts } from '@apsis/contract/ca/contact.ts'
import type { PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { now, useNow } from '../../clock/clock.ts'
import { formatTime } from '../../clock/format.ts'
import { raise } from '../../notify/notifications.ts'
import { paths } from '../../paths.ts'
import { PageKeys } from '../../shell/key/page-keys.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber, MISSING, typedNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { Skeleton, Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { commandsOf } from '../contact/contacts-query.ts'
import type { Numbered } from '../event/messages.ts'
import { conjunctionsQuery } from '../event/queries.ts'
import { makePlan, PLANS_KEY } from '../plan/plan-query.ts'
import { type BurnMark, smallestRow, type TradeMap, TradeSpacePlot } from '../plot/manoeuvre/trade-space-plot.tsx'
import { planProblemInWords } from '../refusal/refusal-in-words.ts'
import { contactsUnknownFrom } from './blackout-over.ts'
import { Candidates, nameOf } from './candidates.tsx'
import { CollectedPane } from './collected-pane.tsx'
import { collectedWords } from './collected-words.data.ts'
import { type Candidate, commandOf, type DesignCase, type TradeSpace } from './design.ts'
import { candidateQuery, isStuck, keepOfSame, suggestionsQuery, tradeSpaceQuery } from './design-query.ts'
import { DragOfEvent } from './drag.tsx'
import { GroupSave } from './group-save.tsx'
import styles from './manoeuvre.module.css'
import { besideOf, leftOutFor, leftOutUntil, useMessagesOf } from './other-events.ts'
import { BurnTimeline } from './timeline.tsx'
import { type Design, designOf, ignitionOf, requestOf, SHOWN } from './wish.ts'
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
    ...{ text, designator: String(satellite.noradId), radiusM: hardBodyRadius, method: known, propulsion, nowMs },
    ...{ massKg: wetMass ?? null, dragAreaM2: satellite.derived.dragArea, dragCoefficient },
    contacts: commandsOf(contacts),
    acceptedProbability: thresholds.acceptedCollisionProbability,
    blackouts: knownBlackouts(satellite.configuration, contacts.contacts),
    blackoutInEclipse,
  }
}

/** Map, candidate and suggestions of one event; everything that is computed is computed in this browser, until it is saved. */
export function Designer(props: Props & { readonly given: DesignCase }) {
  const { conjunction, satellite, message, contacts, given } = props
  const t = useWords(designWords)
  const [search, ask] = useSearchState(`/protected${paths.manoeuvre}`)
  const design = designOf(search, given.acceptedProbability)
  const { wish } = design
  const events = useQuery(conjunctionsQuery(satellite.satelliteId))
  const beside = besideOf(events.data ?? [], conjunction.conjunctionId, search, given.nowMs)
  const isOfAll = design.events === 'all'
  const until = leftOutUntil(search, given.nowMs)
  const leftOut = leftOutFor(design, search, { beside, until: until === 'wrong' ? undefined : until })
  const messages = useMessagesOf(isOfAll ? beside : [])
  const spaceAsked = tradeSpaceQuery(given, wish, isOfAll ? messages.others : [])
  const space = useQuery({
    ...spaceAsked,
    enabled: !isOfAll || (messages.isReady && messages.failed === null),
    placeholderData: keepOfSame(spaceAsked.queryKey, 0),
  })
  const tcaMs = space.data?.tcaMs ?? Date.parse(conjunction.conjunctionData.tca)
  const [draggedLead, setDragged] = useState<number>()
  const askedMs = space.data && ignitionOf(search, design, { tcaMs, periodS: space.data.periodS })
  const draggedMs =
    space.data && draggedLead !== undefined ? Math.round(tcaMs - 1_000 * draggedLead * space.data.periodS) : undefined
  const ignitionMs = draggedMs ?? askedMs
  const isArc = given.propulsion.type === 'CONTINUOUS'
  const ownAsked = candidateQuery(given, wish, ignitionMs ?? 0)
  const own = useQuery({
    ...ownAsked,
    enabled: ignitionMs !== undefined,
    // What is dragged goes from one burn to the next, with none in between.
    placeholderData: keepOfSame(ownAsked.queryKey, 1),
  })
  const isDragged = draggedLead !== undefined
  const ghost = useQuery({ ...candidateQuery(given, wish, askedMs ?? 0), enabled: askedMs !== undefined && isDragged })
  const suggestions = useQuery({ ...suggestionsQuery(given, wish), enabled: space.data !== undefined })
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
  // Left out to no time that can be read, and while it is dragged, nothing is saved.
  const isOpen = (until === 'wrong' && leftOut !== undefined) || isDragged || own.isPlaceholderData
  const savable = isOpen ? undefined : own.data
  const failure = space.error ?? own.error ?? suggestions.error
  const isStartWrong = space.data !== undefined && ignitionMs === undefined
  const isHeld = space.error !== null || isStartWrong
  const isOwnStuck = isStuck(own, isHeld)
  return (
    <>
      <WishForm satellite={satellite} search={search} design={design} isStartWrong={isStartWrong} onAsk={ask} />
      {failure ? <Strip level="serious">{t('cannot', { why: failure.message })}</Strip> : null}
      {space.data?.hasWideEclipses ? <Strip level="caution">{t('wideEclipses')}</Strip> : null}
      <div className={styles.columns}>
        <div className={styles.main}>
          {space.data ? (
            <>
              <Space
                space={space.data}
                design={design}
                chosen={own.data}
                suggestions={suggestions.data ?? []}
                message={message}
                given={given}
                busy={space.isPlaceholderData}
                ghost={isDragged ? ghost.data : undefined}
                onDrag={setDragged}
                onShow={(show) => ask({ show })}
                onPick={(lead) => ask({ unit: undefined, start: typedNumber(lead, 4) })}
              />
              <BurnTimeline
                space={space.data}
                chosen={own.data}
                suggestions={suggestions.data ?? []}
                events={events.data ?? []}
                eventId={conjunction.conjunctionId}
              />
            </>
          ) : failure ? (
            <span />
          ) : (
            <Skeleton rows={16} />
          )}
          <DragOfEvent conjunctionId={conjunction.conjunctionId} satellite={satellite} message={message} />
        </div>
        <div className={styles.side}>
          <Candidates
            chosen={own.data}
            suggestions={suggestions.data}
            nowMs={given.nowMs}
            unknownFromMs={contactsUnknownFrom(satellite, contacts, given.nowMs)}
            isStuck={isOwnStuck}
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
          <CollectedPane
            conjunction={conjunction}
            own={{ id: conjunction.conjunctionId, cdmId: message.cdm.cdmId, name: conjunction.object2.name, ...given }}
            given={given}
            design={design}
            search={search}
            beside={events.data === undefined ? undefined : beside}
            messages={messages}
            chosen={own.data}
            isStuck={isOwnStuck}
            onAsk={ask}
          />
        </div>
      </div>
    </>
  )
}

type SpaceProps = {
  readonly space: TradeSpace
  readonly design: Design
  readonly chosen: Candidate | undefined
  readonly suggestions: readonly Candidate[]
  readonly message: Numbered
  readonly given: DesignCase
  /** Another map is on its way. */
  readonly busy: boolean
  readonly onShow: (show: Design['show']) => void
  readonly onPick: (lead: number) => void
  /** The burn that was chosen before another one is dragged. */
  readonly ghost: Candidate | undefined
  readonly onDrag: (lead: number | undefined) => void
}

function Space({ space, design, chosen, suggestions, message, given, busy, onShow, onPick, ...drag }: SpaceProps) {
  const t = useWords(designWords)
  const { goal, target, show } = design
  const isMatching = (goal === 'PROBABILITY') === (show === 'pc')
  // The same as long as nothing of it changes: while a burn is dragged its thousands of cells are not drawn anew.
  const map = useMemo(
    (): TradeMap => ({
      ...space,
      shut: [
        { from: Number.POSITIVE_INFINITY, to: space.earliestLead, reason: t('late') },
        ...space.blackouts.map(({ from, to, kind }) => ({ from, to, reason: t(`blackout-${kind}`) })),
      ].map(({ from, to, reason }) => ({ from: Math.min(from, space.leads[0] ?? 0), to, reason })),
    }),
    [space, t],
  )
  const known = space.pc.flat().filter((value) => value !== null)
  const shown = isMatching ? target : undefined
  const textOf = (column: number) => {
    const lead = space.leads[column] ?? 0
    const row = smallestRow({ map, show, target: shown }, column)
    const time = `${formatTime(space.tcaMs - 1_000 * lead * space.periodS)} Z`
    const at = { lead: formatNumber(lead, { decimals: 2 }), time }
    const reasons = new Set(map.shut.flatMap(({ from, to, reason }) => (lead <= from && lead >= to ? [reason] : [])))
    const shut = reasons.size > 0 ? ` ${t('pointShut', { reasons: [...reasons].join(', ') })}` : ''
    if (row === undefined) return `${t('pointNone', at)}${shut}`
    const reached = t('point', {
      ...at,
      size: formatNumber(space.deltaVs[row] ?? 0, { decimals: 4, signed: true }),
      pc: formatProbabilityLine(space.pc[row]?.[column] ?? undefined),
      miss: formatNumber(space.missM[row]?.[column] ?? 0, { decimals: 0 }),
    })
    return `${reached}${shut}`
  }
  const isArc = given.propulsion.type === 'CONTINUOUS'
  // What is said of the map is of the one that is drawn, also while another wish is computed.
  const isAlong = space.lines.every(([, along]) => along > ALONG_TRACK_SHARE)
  const line = t(isAlong ? 'alongTrack' : 'alongLine')
  const isOnMap = (one: Candidate) =>
    design.wish.direction === null || Math.abs(alongLine(space, one)) > LEAST_ALONG_SHARE * one.deltaVMps
  const marks: BurnMark[] = [...suggestions, ...(chosen === undefined ? [] : [chosen])].filter(isOnMap).map((one) => ({
    ...{ lead: one.lead, deltaV: alongLine(space, one), label: nameOf(one.name) },
    isChosen: one.name === 'own',
  }))
  const { ghost } = drag
  if (ghost !== undefined && ghost.ignitionMs !== chosen?.ignitionMs)
    marks.push({ lead: ghost.lead, deltaV: alongLine(space, ghost), label: '', isChosen: false, isGhost: true })
  const count = formatNumber(space.leads.length * space.deltaVs.length)
  return (
    <TradeSpacePlot
      map={map}
      busy={busy}
      show={show}
      target={shown}
      marks={marks}
      textOf={textOf}
      decideBy={(ms) => {
        const { commitMs } = commandOf(given, ms)
        return commitMs === null ? MISSING : formatTime(commitMs).slice(0, 5)
      }}
      provenance={`${message.cdm.originator}, ${message.cdm.messageId}, Apsis ${message.cdm.assessment.version}`}
      actions={
        <Segments
          label={t('shown')}
          value={show}
          onChange={onShow}
          options={SHOWN.map((value) => ({ value, label: t(value) }))}
        />
      }
      onPick={onPick}
      onDrag={drag.onDrag}
      words={{
        title: t('space'),
        note:
          space.eventCount > 1
            ? collectedWords('mapNote', { count: space.eventCount })
            : t(isArc ? 'spaceNoteArc' : 'spaceNote', { count, line, dynamics: t(space.dynamics) }),
        ...{ x: t('xTitle'), y: t('yTitle', { line }), decideBy: t('decideBy'), target: t('target') },
        // Along another line neither sense has a name.
        ...(isAlong ? { raises: t('raises'), lowers: t('lowers') } : { raises: '', lowers: '' }),
        hatched: (reasons) => t('hatched', { reasons }),
        caption: t('spaceCaption', {
          line,
          from: formatNumber(space.leads[0] ?? 0),
          to: formatNumber(space.leads.at(-1) ?? 0),
          size: formatNumber(space.deltaVs.at(-1) ?? 0, { significant: 2 }),
          least: formatProbabilityLine(Math.min(...known)),
          most: formatProbabilityLine(Math.max(...known)),
        }),
      }}
    />
  )
}

/** A line of which more lies along the track is the track, but for rounding. */
const ALONG_TRACK_SHARE = 1 - 1e-12

/** A burn of which less lies along the line of the map is none of its burns. */
const LEAST_ALONG_SHARE = 0.5

/** The part of a burn along the line of the map at the time nearest to it. */
function alongLine({ leads, lines }: TradeSpace, { lead, deltaVRtn }: Candidate): number {
  const nearest = leads.reduce((best, one, place) => {
    return Math.abs(one - lead) < Math.abs((leads[best] ?? Number.POSITIVE_INFINITY) - lead) ? place : best
  }, 0)
  return dot(deltaVRtn, lines[nearest] ?? missing())
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
