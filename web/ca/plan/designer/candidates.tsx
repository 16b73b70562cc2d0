import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatAge, formatMinute, formatTime } from '../../../clock/format.ts'
import { Unbroken } from '../../../notifications/unbroken.tsx'
import { paths } from '../../../site/paths.ts'
import { formatBriefly, formatNumber, typedNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Skeleton } from '../../../ui/page/pane-states.tsx'
import { usePrinting } from '../../../ui/page/printing.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability } from '../../../ui/value/quantity.tsx'
import { contactWords } from '../../contact/contact-words.data.ts'
import { NumberTable } from '../number-table.tsx'
import { offerWords } from '../offer-words.data.ts'
import { separationText } from '../separation-text.ts'
import { contactsUnknownFrom } from './blackouts.ts'
import { hasReturn, rowsOfBurns } from './burn-rows.tsx'
import { type CandidateWithLetter, withLetters } from './candidate-letters.ts'
import { type Candidate, type CandidateName, needsNoBurn } from './design.ts'
import {
  useChosenBurn,
  useIsHeld,
  useMapAxis,
  usePlaneAfter,
  useRevolutions,
  useSafeBurns,
  useSuggestions,
} from './design-hooks.ts'
import { basisNote, limitsText } from './design-in-words.ts'
import { isStuck } from './design-query.ts'
import styles from './designer.module.css'
import {
  type DesignedEvent,
  type NextMessage,
  useDesign,
  useDesignedEvent,
  useDesignerState,
} from './designer-state.tsx'
import { isAlongTrack } from './map-line.ts'
import { PlanePicture } from './plane-picture.tsx'
import { lightAt } from './revolutions.ts'
import type { SafeBurns } from './safe-burns.ts'
import { GroupSave } from './save.tsx'
import { designWords } from './words.data.ts'

export const nameOf = (name: CandidateName): string =>
  designWords(name === 'late' ? 'late_name' : name === 'along' ? 'along_name' : name)

/** Shows the chosen burn with its result, beside the suggested ones; below are the arguments for and against it. */
export function Candidates() {
  const t = useWords(designWords)
  const { designCase } = useDesignedEvent()
  const { burn } = useChosenBurn()
  const { data: chosen } = burn
  const query = useSuggestions()
  const { data: suggestions } = query
  const isHeld = useIsHeld()
  const facts = useFacts()
  const onTake = useTake()
  const none = <p className="soft fs-13 pad-end">{t('noCandidate')}</p>
  const noneChosen = isStuck(burn, isHeld) ? none : <Skeleton rows={4} />
  const hasNoSuggestions = isStuck(query, isHeld)
  const waiting = hasNoSuggestions ? none : <Skeleton rows={8} />
  const offered = withLetters(suggestions ?? [])
  const isBusy = suggestions === undefined && !hasNoSuggestions
  return (
    <>
      <Pane title={t('candidate')} note={t('approximate')} id="candidate" busy={isBusy}>
        {chosen ? <Figures chosen={chosen} /> : noneChosen}
        {suggestions ? <Comparison chosen={chosen} offered={offered} onTake={onTake} /> : waiting}
        {chosen ? <Chosen chosen={chosen} {...facts} /> : null}
      </Pane>
      {suggestions === undefined ? null : (
        <Pane title={t('suggestions')} id="suggestions">
          {chosen && needsNoBurn(chosen) ? <p className="soft fs-13 pad-end">{t('withoutBurn')}</p> : null}
          {suggestions.some(hasReturn) ? <p className="soft fs-13 pad-end">{offerWords('returnNote')}</p> : null}
          <ul className="pad-8 fs-13">
            {offered.flatMap(({ letter, names }) =>
              suggestions
                .filter(({ name }) => names.includes(name))
                .map((one) => (
                  <li key={one.name}>
                    <b className="bold">
                      {letter} {nameOf(one.name)}.
                    </b>{' '}
                    {reasonText(one, suggestions)}
                  </li>
                )),
            )}
          </ul>
          {designCase.propulsion.type === 'CONTINUOUS' ? null : <GroupSave />}
        </Pane>
      )}
    </>
  )
}

/** Reads the data that is shown about the chosen burn beside its own numbers. */
function useFacts() {
  const { satellite, contacts, nextMessage, designCase } = useDesignedEvent()
  const axis = useMapAxis()
  const revolutions = useRevolutions()
  return {
    /** Revolutions and eclipses, with TCA and the period for their axis; undefined while they are being computed. */
    orbit: axis && revolutions && { ...revolutions, ...axis },
    plane: usePlaneAfter(),
    safe: useSafeBurns(),
    satellite: satellite.name,
    /** The basis of the plans: the message, the limits of the engine, the contacts. */
    basis: basisOf(useDesignedEvent()),
    nextMessage,
    nowMs: designCase.nowMs,
    /** The end of the time for which all contacts are known; undefined if a later contact does not matter. */
    unknownFromMs: contactsUnknownFrom(satellite, contacts, designCase.nowMs),
  }
}

/** Returns a function that makes a suggestion the chosen burn. */
function useTake(): (one: Candidate) => void {
  const { ask } = useDesignerState()
  const { settings, direction } = useDesign((design) => ({ settings: design.settings, direction: design.direction }))
  return (one) => {
    const target = one.target.kind === 'miss' ? one.target.missM : one.target.probability
    const isAlong = isAlongTrack(one.direction) && !isAlongTrack(settings.direction)
    const isFreed = direction === 'planned' && one.moved === undefined
    ask({
      unit: 'DATE',
      start: new Date(one.ignitionMs).toISOString(),
      target: typedNumber(target),
      ...(isFreed ? { direction: undefined } : {}),
      ...(isAlong ? { direction: 'along', vector: undefined } : {}),
      ...(one.moved === undefined ? {} : { direction: 'planned', vector: undefined }),
    })
  }
}

/** Returns the basis of the burns, and the effect of saving. */
function basisOf({ conjunction, message, satellite, contacts, isUnread, designCase }: DesignedEvent): readonly Check[] {
  const none = contactWords('noneCounts')
  const toContacts =
    conjunction.satelliteId === null ? null : (
      <Link to={paths.satellite} params={{ satellite_id: conjunction.satelliteId }} search={{ dialog: 'contacts' }}>
        {contactWords('enter')}
      </Link>
    )
  const isArc = designCase.propulsion.type === 'CONTINUOUS'
  return [
    ...(contacts.basis === 'NONE' && !isUnread ? [{ level: 'inactive' as const, text: none, action: toContacts }] : []),
    { level: 'inactive', text: basisNote(message) },
    { level: 'inactive', text: limitsText(satellite) },
    { level: 'inactive', text: designWords(isArc ? 'arcNote' : 'confirmNote') },
  ]
}

/** Shows the figures of the chosen burn. */
function Figures({ chosen }: { readonly chosen: Candidate }) {
  const t = useWords(designWords)
  return (
    <>
      <dl className={`flex pad-8 items-end gap-20 ${styles.figures}`}>
        <div className="grid">
          <dt>{t('pcNow')}</dt>
          <dd>
            <Probability value={chosen.pcBefore ?? undefined} reason={t('none')} />
          </dd>
        </div>
        <div className="grid">
          <dt>{t('pcAfter')}</dt>
          <dd>
            <Probability value={chosen.pc ?? undefined} reason={t('none')} />
          </dd>
        </div>
        <div className="grid ml-auto right">
          <dt>{t('missAfter')}</dt>
          <dd>{formatMiss(chosen.missM)}</dd>
        </div>
      </dl>
      {chosen.separation === undefined ? null : (
        <p className="soft fs-13 pad-end">{separationText(chosen.separation)}</p>
      )}
      <p className="soft fs-13 pad-end">{orbitText(chosen.smaChangeM)}</p>
    </>
  )
}

type Facts = ReturnType<typeof useFacts>
type ChosenProps = Facts & { readonly chosen: Candidate }

/** Shows the arguments for and against the chosen burn, its basis, and the range of safe sizes around it. */
function Chosen({ chosen, safe, plane, satellite, basis, ...facts }: ChosenProps) {
  return (
    <>
      <ul className={`pad-6 fs-13 ${styles.checks}`}>
        {[...checksOf(chosen, facts), ...basis].map(({ level, text, action }) => (
          <li key={text}>
            <StatusSymbol level={level} />
            <span>
              <Unbroken text={text} />
            </span>
            {action}
          </li>
        ))}
      </ul>
      {safe === undefined ? null : <p className="soft fs-13 pad-end">{safeText(safe)}</p>}
      {plane === undefined ? null : (
        <PlanePicture plane={plane} name={satellite} missBeforeM={chosen.missBeforeM} missM={chosen.missM} />
      )}
    </>
  )
}

export type Check = {
  readonly level: 'ok' | 'serious' | 'caution' | 'inactive'
  readonly text: string
  /** A link to details, at the end of the line. */
  readonly action?: React.ReactNode
}

/** Returns the arguments for and against a burn, and its facts. */
function checksOf(
  { cold, meetsTarget, limit, largerFor, moved, commitMs, blackout, ignitionMs, thrustS }: Candidate,
  {
    nowMs,
    unknownFromMs = Number.POSITIVE_INFINITY,
    orbit,
    nextMessage,
  }: Pick<Facts, 'nowMs' | 'unknownFromMs' | 'orbit' | 'nextMessage'>,
): readonly Check[] {
  const t = designWords
  const judged = (isGood: boolean, text: string): Check => ({ level: isGood ? 'ok' : 'serious', text })
  const known = (text: string): Check => ({ level: 'inactive', text })
  const isInTime = commitMs > nowMs
  const checks = [
    judged(meetsTarget, meetsTarget ? t('meets') : `${t('meetsNot')}: ${limit === null ? '' : t(`limit-${limit}`)}`),
  ]
  if (largerFor !== null) checks.push(known(t(`larger-${largerFor}`)))
  if (moved !== undefined) checks.push(known(movedText(moved)))
  if (cold !== null) checks.push(judged(limit === null, t(limit === null ? 'coldHeld' : 'coldNot')))
  checks.push(judged(isInTime, t(isInTime ? 'beforeCommit' : 'afterCommit')))
  if (blackout !== undefined) checks.push(judged(false, blackoutText(blackout)))
  if (ignitionMs + 1_000 * (thrustS ?? 0) > unknownFromMs) checks.push({ level: 'caution', text: t('contactsUnknown') })
  if (orbit !== undefined) checks.push(known(lightText(orbit, ignitionMs)))
  if (nextMessage !== undefined) checks.push(known(nextText(nextMessage, commitMs)))
  return [...checks, known(t('notScreened'))]
}

/** Returns the text on the light at the start of a burn, and the time until it changes. */
function lightText(orbit: NonNullable<Facts['orbit']>, ignitionMs: number): string {
  const { isSunlit, untilMs } = lightAt(orbit, orbit, ignitionMs)
  if (untilMs === null) return designWords('sunlitToTca')
  return designWords(isSunlit ? 'sunlit' : 'dark', { time: formatAge(untilMs - ignitionMs) })
}

/** Returns the text that says whether there is time to wait for the next message. */
function nextText({ number, atMs }: NextMessage, commitMs: number): string {
  return designWords(atMs < commitMs ? 'nextBefore' : 'nextAfter', { number, time: formatMinute(atMs) })
}

/** A smaller change is shown as 0.0 m. */
const NO_CHANGE_M = 0.05

/** Returns the text on the change of the orbit. */
function orbitText(smaChangeM: number): string {
  if (Math.abs(smaChangeM) < NO_CHANGE_M) return designWords('keepsHeight')
  const size = formatNumber(Math.abs(smaChangeM), { decimals: 1 })
  return designWords(smaChangeM < 0 ? 'lowersBy' : 'raisesBy', { size })
}

/** The last digit that is shown, and the relative error of dividing a double by it. */
const [SHOWN_MPS, OF_DOUBLES] = [1e-4, 1e-6]

/** Returns the text that says which Δv along the line of the burn are safe, on both sides of zero. */
export function safeText({ intervals, reachMps, isOneWay, eventCount }: SafeBurns): string {
  const mps = (value: number) => formatNumber(value, { decimals: 4, signed: true })
  const of = designWords(eventCount === 1 ? 'safeOfOne' : 'safeOfAll', { count: eventCount })
  const reach = `${isOneWay ? '' : '±'}${formatNumber(reachMps, { decimals: 4 })}`
  if (intervals.length === 0) return designWords('safeNone', { of, reach })
  // The sizes are rounded inwards, so that every size in the text is safe.
  const sizes = intervals.map(({ from, to }) =>
    designWords('safeFromTo', {
      from: mps(Math.ceil(from / SHOWN_MPS - OF_DOUBLES) * SHOWN_MPS),
      to: mps(Math.floor(to / SHOWN_MPS + OF_DOUBLES) * SHOWN_MPS),
    }),
  )
  return designWords('safe', { of, reach, sizes: sizes.join(', ') })
}

/** Returns the text on the blackout that a burn meets. The server refuses such a burn. */
function blackoutText({ fromMs, toMs, kind, reason }: NonNullable<Candidate['blackout']>): string {
  const span = { from: formatMinute(fromMs), to: formatMinute(toMs) }
  if (kind === 'ECLIPSE') return designWords('inEclipse', span)
  if (kind === 'SHADOW_UNKNOWN') return designWords('inUnknownShadow', span)
  if (kind === 'CONTACT') return designWords('inContact', { ...span, reason })
  return reason === '' ? designWords('inBlackout', span) : designWords('inBlackoutFor', { ...span, reason })
}

type ComparisonProps = {
  readonly chosen: Candidate | undefined
  readonly offered: readonly CandidateWithLetter[]
  readonly onTake: (candidate: Candidate) => void
}

/** This number of burns fits side by side in the pane. */
const MOST_BESIDE = 4

/** Shows the chosen burn beside the first suggestions; the others can be opened, and are all printed. */
function Comparison({ chosen, offered, onTake }: ComparisonProps) {
  const t = useWords(designWords)
  const isPrinting = usePrinting()
  const [isOpen, setOpen] = useState(false)
  const beside = MOST_BESIDE - (chosen === undefined ? 0 : 1)
  const [first, rest] = [offered.slice(0, beside), offered.slice(beside)]
  return (
    <>
      <BurnTable chosen={chosen} offered={first} onTake={onTake} />
      {rest.length > 0 && (isOpen || isPrinting) ? (
        <BurnTable chosen={undefined} offered={rest} onTake={onTake} />
      ) : null}
      {rest.length > 0 && !isPrinting ? (
        <button
          type="button"
          className="block w-full same-font pad-4 left no-frame no-ground accent pointer"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('fewer') : t('more', { count: rest.length, names: rest.map(namesOf).join('; ') })}
        </button>
      ) : null}
    </>
  )
}

const namesOf = ({ letter, names }: CandidateWithLetter) => `${letter} ${names.map(nameOf).join(', ')}`

function BurnTable({ chosen, offered, onTake }: ComparisonProps) {
  const t = useWords(designWords)
  const all = [...(chosen === undefined ? [] : [chosen]), ...offered]
  const own = chosen === undefined ? [] : [{ id: 'own', content: nameOf('own') }]
  const head = offered.map((one) => ({
    id: one.name,
    content: (
      <button
        type="button"
        className={`bold no-frame no-ground accent underline pointer ${styles.take}`}
        aria-label={t('take', { name: namesOf(one) })}
        onClick={() => onTake(one)}
      >
        <b>{one.letter}</b> <span className={`block regular ${styles.kinds}`}>{one.names.map(nameOf).join(', ')}</span>
      </button>
    ),
  }))
  return (
    <NumberTable
      isDense
      isLow
      head={[...own, ...head]}
      rows={rowsOfBurns(all).map(([name, cell]) => ({ name, cells: all.map(cell) }))}
      selectedId="own"
    />
  )
}

/** Returns the reason why a suggestion is better or worse than the others. */
export function reasonText(one: Candidate, all: readonly Candidate[]): string {
  const t = designWords
  if (!one.meetsTarget) return t('why-none', { limit: t(`limit-${one.limit ?? 'delta-v'}`) })
  const cheapest = all.find(({ name }) => name === 'cheapest')?.deltaVMps
  const factor = formatBriefly(one.deltaVMps / (cheapest ?? one.deltaVMps), 3)
  if (one.moved !== undefined) return movedText(one.moved)
  // If the target is met without a burn, there is no cheapest burn to compare with.
  if (one.name === 'margin' && cheapest === undefined) return t('why-margin-alone')
  return t(`why-${one.name}`, { factor, time: `${formatTime(one.commitMs).slice(0, 5)} Z` })
}

/** Returns the text that says when the planned burn is, and how much earlier or later this candidate burns. */
function movedText({ plannedMs, by, movedByS, revolutions }: NonNullable<Candidate['moved']>): string {
  const turned =
    revolutions === null
      ? designWords('movedBy', { time: formatAge(1_000 * movedByS) })
      : designWords('movedTurns', { count: revolutions })
  return designWords('why-keeping', { planned: formatMinute(plannedMs), by, turned })
}
