import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { LEAVABLE, leavableKindsOf } from '@apsis/contract/ca/plan/left-out.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { formatInstant, formatMinute } from '../../../clock/format.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { CheckboxGroup } from '../../../ui/field/checkbox-group.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Banner, Skeleton } from '../../../ui/page/pane-states.tsx'
import { usePrinting } from '../../../ui/page/printing.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Missing, Probability } from '../../../ui/value/quantity.tsx'
import { NumberTable } from '../number-table.tsx'
import { type EventAfter, totalOf } from './collected.ts'
import { collectedWords } from './collected-words.data.ts'
import type { Candidate } from './design.ts'
import { EVENTS } from './design-address.ts'
import { useChosenBurn, useIsHeld } from './design-hooks.ts'
import { eventsAfterQuery, isStuck, keepOfSame } from './design-query.ts'
import styles from './designer.module.css'
import { useDesign, useDesignedEvent, useDesignerState, useSearchPart } from './designer-state.tsx'
import { leftOutOf, leftOutUntil, MOST_OTHERS, ownEventOf, useOtherEvents } from './other-events.tsx'

/**
 * Lists all open events of the satellite, marks those that count, and shows the result of the chosen burn for each and for all together.
 */
export function CollectedPane() {
  const t = useWords(collectedWords)
  const { designCase } = useDesignedEvent()
  const { ask } = useDesignerState()
  const events = useDesign((design) => design.events)
  const search = useSearchPart((all) => ({ without: all.without, skip: all.skip }))
  const others = useOtherEvents()
  // While the events are being read, nothing is known about the others.
  const beside = others.events === undefined ? [] : others.beside
  const { without, skip } = leftOutOf(search)
  // A kind in the address is shown even if no open event has it: the plan leaves it out, also for future events.
  const offered = LEAVABLE.filter(
    (kind) => without.includes(kind) || beside.some(({ event }) => leavableKindsOf(event.object2).includes(kind)),
  )
  const ofKind = beside.filter(({ leftOut }) => leftOut === undefined || leftOut === 'skip')
  const listed = (words: readonly string[]) => (words.length === 0 ? undefined : words.join(','))
  const leftCount = beside.filter(({ leftOut }) => leftOut !== undefined).length
  const isPrinting = usePrinting()
  // A map of one event offers to add the others; this choice is not printed.
  if (isPrinting && events === 'one') return null
  return (
    <Pane
      title={t('title')}
      note={t(designCase.propulsion.type === 'CONTINUOUS' ? 'noteArc' : 'note')}
      id="events"
      actions={
        <Segments
          label={t('mapOf')}
          value={events}
          onChange={(next) => ask({ events: next === 'one' ? undefined : next })}
          options={EVENTS.map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      {others.events !== undefined && beside.length === 0 ? <p className="soft fs-13 pad-end">{t('none')}</p> : null}
      {events === 'all' && (beside.length > 0 || without.length > 0) ? (
        <div className="grid gap-8 pad-6">
          <CheckboxGroup
            label={t('without')}
            value={without}
            onChange={(kinds) => ask({ without: listed(kinds) })}
            options={offered.map((value) => ({ value, label: t(value) }))}
          />
          {ofKind.length === 0 ? null : (
            <CheckboxGroup
              label={t('counted')}
              value={ofKind.map(({ event }) => event.conjunctionId).filter((id) => !skip.includes(id))}
              onChange={(ids) =>
                ask({
                  skip: listed(ofKind.map(({ event }) => event.conjunctionId).filter((id) => !ids.includes(id))),
                })
              }
              options={ofKind.map(({ event }) => ({ value: event.conjunctionId, label: eventText(event) }))}
            />
          )}
        </div>
      ) : null}
      {beside.length >= MOST_OTHERS ? <p className="soft fs-13 pad-end">{t('most', { count: MOST_OTHERS })}</p> : null}
      {events === 'all' && (leftCount > 0 || without.length > 0) ? <LeftUntil leftCount={leftCount} /> : null}
      <ResultsOfBurn />
    </Pane>
  )
}

/** The field for the time until which a saved plan leaves out the events that the map leaves out. */
function LeftUntil({ leftCount }: { readonly leftCount: number }) {
  const t = useWords(collectedWords)
  const { nowMs } = useDesignedEvent().designCase
  const { ask } = useDesignerState()
  const typed = useSearchPart((search) => search.until ?? '')
  const until = leftOutUntil({ until: typed }, nowMs)
  const untilText = until === undefined || until === 'wrong' ? t('ignition') : formatInstant(Date.parse(until))
  return (
    <>
      <div className="grid gap-8 pad-6">
        <TextField
          label={t('until')}
          help={t('untilHelp')}
          value={typed}
          onChange={(next) => ask({ until: next === '' ? undefined : next })}
          error={until === 'wrong' ? t('untilFault') : undefined}
        />
      </div>
      {leftCount > 0 ? <p className="soft fs-13 pad-end">{t('left', { count: leftCount, until: untilText })}</p> : null}
    </>
  )
}

const eventText = ({ object2, conjunctionData }: Conjunction) =>
  collectedWords('event', { name: object2.name, time: formatMinute(Date.parse(conjunctionData.tca)).slice(5) })

const burnOf = (chosen: Candidate | undefined) => ({
  ignitionMs: chosen?.ignitionMs ?? 0,
  deltaVRtn: chosen?.deltaVRtn ?? ([0, 0, 0] as const),
  arcS: chosen?.arcS,
})

/** Reads the result of the chosen burn for the events that are left out; a failure does not affect the events that count. */
function useEventsLeftOut(chosen: Candidate | undefined) {
  const { designCase } = useDesignedEvent()
  const { leftOut } = useOtherEvents().messages
  const settings = useDesign((design) => design.settings)
  const burn = burnOf(chosen)
  const asked = eventsAfterQuery(designCase, settings, { events: leftOut.others, burn })
  const query = useQuery({
    ...asked,
    enabled: leftOut.isReady && leftOut.others.length > 0 && chosen !== undefined,
    ...(chosen === undefined ? {} : { placeholderData: keepOfSame(asked.queryKey, 2) }),
  })
  return {
    events: leftOut.others.length === 0 ? [] : (query.data ?? []),
    nameOf: ({ id }: EventAfter) => leftOut.others.find((one) => one.id === id)?.name ?? '',
    isUnknown: leftOut.unusable.length > 0 || leftOut.failed !== null || query.error !== null,
  }
}

/**
 * Returns the total of some events: those with different objects count as independent; if an object is met more than once, the bounds are
 * in two rows (flight rule F10).
 */
function totalRows(all: readonly EventAfter[], name: 'total' | 'withLeftOut') {
  const t = collectedWords
  const row = (of: 'most' | 'least', label: string) => ({
    id: `${name} ${of}`,
    name: label,
    cells: [
      ...(['pcBefore', 'pc'] as const).map((when) => (
        <Probability key={when} value={totalOf(all, when)?.[of]} reason={t('noProbability')} />
      )),
      <Missing key="miss" reason="" />,
    ],
  })
  const isRepeated = new Set(all.map(({ pair }) => pair)).size < all.length
  return isRepeated ? [row('most', t(`${name}Most`)), row('least', t(`${name}Least`))] : [row('most', t(name))]
}

/** Shows the result of the chosen burn if the map is of all events. */
function ResultsOfBurn() {
  const isOfAll = useDesign((design) => design.events === 'all')
  const { burn } = useChosenBurn()
  const isHeld = useIsHeld()
  return isOfAll ? <Results chosen={burn.data} isStuck={isStuck(burn, isHeld)} /> : null
}

type ResultsProps = {
  readonly chosen: Candidate | undefined
  /** True if the settings cannot be planned: no burn is being computed. */
  readonly isStuck: boolean
}

/** Shows the result of the chosen burn for each event that counts, and for those that are left out. */
function Results({ chosen, isStuck: isNone }: ResultsProps) {
  const t = useWords(collectedWords)
  const event = useDesignedEvent()
  const { conjunction, designCase } = event
  const settings = useDesign((design) => design.settings)
  const { others, unusable, failed, isReady } = useOtherEvents().messages
  const own = ownEventOf(event)
  const events = [own, ...others]
  const burn = burnOf(chosen)
  const asked = eventsAfterQuery(designCase, settings, { events, burn })
  const query = useQuery({
    ...asked,
    enabled: isReady && chosen !== undefined,
    // While a burn is dragged, the last result for the same events stays until the next one is there.
    ...(chosen === undefined ? {} : { placeholderData: keepOfSame(asked.queryKey, 2) }),
  })
  const left = useEventsLeftOut(chosen)
  const why = failed === null ? query.error?.message : problemInWords(failed).message
  if (why !== undefined) return <Banner level="serious">{t('failed', { why })}</Banner>
  if (chosen === undefined && isNone) return <p className="soft fs-13 pad-end">{t('noBurn')}</p>
  if (query.data === undefined) return <Skeleton rows={4} />
  const nameOf = ({ id }: EventAfter) =>
    id === own.id ? t('this', { name: conjunction.object2.name }) : (others.find((one) => one.id === id)?.name ?? '')
  const rowOf = (one: EventAfter, name: string) => ({
    id: one.id,
    name,
    cells: [
      <Probability key="before" value={one.pcBefore ?? undefined} reason={t('noProbability')} />,
      <Probability key="after" value={one.pc ?? undefined} reason={t('noProbability')} />,
      formatMiss(one.missM),
    ],
  })
  return (
    <div className={styles.left} aria-busy={query.isPlaceholderData}>
      <NumberTable
        corner={t('object')}
        head={(['before', 'after', 'miss'] as const).map((id) => ({ id, content: t(id) }))}
        rows={[
          ...query.data.map((one) => rowOf(one, nameOf(one))),
          ...totalRows(query.data, 'total'),
          ...left.events.map((one) => rowOf(one, t('leftOut', { name: left.nameOf(one) }))),
          ...(left.events.length === 0 ? [] : totalRows([...query.data, ...left.events], 'withLeftOut')),
        ]}
      />
      {left.isUnknown ? <p className="soft fs-13 pad-end">{t('leftOutUnknown')}</p> : null}
      {unusable.length === 0 ? null : (
        <p className="soft fs-13 pad-end">
          {t('unusable', { names: unusable.map(({ object2 }) => object2.name).join(', ') })}
        </p>
      )}
    </div>
  )
}
