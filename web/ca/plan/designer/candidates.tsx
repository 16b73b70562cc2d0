import { useState } from 'react'
import { formatAge, formatMinute, formatTime } from '../../../clock/format.ts'
import { Unbroken } from '../../../notifications/unbroken.tsx'
import { formatBriefly, formatNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Skeleton } from '../../../ui/page/pane-states.tsx'
import { usePrinting } from '../../../ui/page/printing.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability } from '../../../ui/value/quantity.tsx'
import { NumberTable } from '../number-table.tsx'
import { offerWords } from '../offer-words.data.ts'
import { separationText } from '../separation-text.ts'
import { hasReturn, rowsOfBurns } from './burn-rows.tsx'
import type { Candidate, CandidateName } from './design.ts'
import { type LetteredCandidate, lettered } from './lettered.ts'
import styles from './manoeuvre.module.css'
import { needsNoBurn } from './needs-no-burn.ts'
import { lightAt, type OrbitAround } from './orbit-around.ts'
import type { PlaneAfter } from './plane-after.ts'
import { PlanePicture } from './plane-picture.tsx'
import type { SafeBurns } from './safe-burns.ts'
import { designWords } from './words.data.ts'

export const nameOf = (name: CandidateName): string =>
  designWords(name === 'late' ? 'late_name' : name === 'along' ? 'along_name' : name)

export type NextMessage = { readonly number: number; readonly atMs: number }

type Props = {
  /** Revolutions and eclipses, and what their axis is; undefined: they are being flown. */
  readonly orbit: (OrbitAround & { readonly tcaMs: number; readonly periodS: number }) | undefined
  /** Undefined: it is being computed, or there is none. */
  readonly plane: PlaneAfter | undefined
  readonly satellite: string
  /** What all of it is planned on: the message, the limits of the engine, the contacts. */
  readonly basis: readonly Check[]
  readonly nextMessage: NextMessage | undefined
  readonly chosen: Candidate | undefined
  /** The sizes that are safe at its time; undefined: they are being computed, or are none of a distance. */
  readonly safe: SafeBurns | undefined
  readonly suggestions: readonly Candidate[] | undefined
  readonly nowMs: number
  /** From when on nobody knows whether a burn lies in a contact; undefined: that is known. */
  readonly unknownFromMs: number | undefined
  /** What is asked for cannot be planned, which is said elsewhere: no burn is on its way. */
  readonly isStuck: boolean
  /** The same of the suggestions. */
  readonly hasNoSuggestions: boolean
  readonly onTake: (candidate: Candidate) => void
  /** What is done with several of them. */
  readonly children: React.ReactNode
}

/** The chosen burn with what it reaches, beside those that stand to reason; below, what speaks for and against it. */
export function Candidates({ chosen, suggestions, isStuck, hasNoSuggestions, onTake, children, ...given }: Props) {
  const t = useWords(designWords)
  const none = <p className="soft fs-13 pad-end">{t('noCandidate')}</p>
  const noneChosen = isStuck ? none : <Skeleton rows={4} />
  const waiting = hasNoSuggestions ? none : <Skeleton rows={8} />
  const offered = lettered(suggestions ?? [])
  const isBusy = suggestions === undefined && !hasNoSuggestions
  return (
    <>
      <Pane title={t('candidate')} note={t('approximate')} id="candidate" busy={isBusy}>
        {chosen ? <Figures chosen={chosen} /> : noneChosen}
        {suggestions ? <Comparison chosen={chosen} offered={offered} onTake={onTake} /> : waiting}
        {chosen ? <Chosen chosen={chosen} {...given} /> : null}
      </Pane>
      {suggestions === undefined ? null : (
        <Pane title={t('suggestions')} id="suggestions">
          {chosen && needsNoBurn(chosen) ? <p className="soft fs-13 pad-end">{t('withoutBurn')}</p> : null}
          {suggestions.some(hasReturn) ? <p className="soft fs-13 pad-end">{offerWords('returnNote')}</p> : null}
          <ul className={`pad-8 fs-13 ${styles.reasons}`}>
            {offered.flatMap(({ letter, names }) =>
              suggestions
                .filter(({ name }) => names.includes(name))
                .map((one) => (
                  <li key={one.name}>
                    <b>
                      {letter} {nameOf(one.name)}.
                    </b>{' '}
                    {reasonText(one, suggestions)}
                  </li>
                )),
            )}
          </ul>
          {children}
        </Pane>
      )}
    </>
  )
}

/** What the chosen burn comes to. */
function Figures({ chosen }: { readonly chosen: Candidate }) {
  const t = useWords(designWords)
  return (
    <>
      <dl className={`flex pad-8 ${styles.figures}`}>
        <div>
          <dt>{t('pcNow')}</dt>
          <dd>
            <Probability value={chosen.pcBefore ?? undefined} reason={t('none')} />
          </dd>
        </div>
        <div>
          <dt>{t('pcAfter')}</dt>
          <dd>
            <Probability value={chosen.pc ?? undefined} reason={t('none')} />
          </dd>
        </div>
        <div>
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

type Around = 'nowMs' | 'unknownFromMs' | 'orbit' | 'nextMessage'
type ChosenProps = Pick<Props, Around | 'safe' | 'plane' | 'satellite' | 'basis'> & {
  readonly chosen: Candidate
}

/** What speaks for and against the chosen burn, what it is planned on, and how far around it one is safe. */
function Chosen({ chosen, safe, plane, satellite, basis, ...around }: ChosenProps) {
  return (
    <>
      <ul className={`pad-6 fs-13 ${styles.checks}`}>
        {[...checksOf(chosen, around), ...basis].map(({ level, text, action }) => (
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
  /** What leads to more, at the end of its line. */
  readonly action?: React.ReactNode
}

/** What speaks for and against a burn, and what is to be known of it. */
function checksOf(
  { cold, meetsTarget, limit, largerFor, moved, commitMs, blackout, ignitionMs, thrustS }: Candidate,
  { nowMs, unknownFromMs = Number.POSITIVE_INFINITY, orbit, nextMessage }: Pick<Props, Around>,
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

/** Whether a burn starts in sunlight, and for how long that stays so. */
function lightText(orbit: NonNullable<Props['orbit']>, ignitionMs: number): string {
  const { isSunlit, untilMs } = lightAt(orbit, orbit, ignitionMs)
  if (untilMs === null) return designWords('sunlitToTca')
  return designWords(isSunlit ? 'sunlit' : 'dark', { time: formatAge(untilMs - ignitionMs) })
}

/** Whether waiting for the next message is possible. */
function nextText({ number, atMs }: NextMessage, commitMs: number): string {
  return designWords(atMs < commitMs ? 'nextBefore' : 'nextAfter', { number, time: formatMinute(atMs) })
}

/** Less than this is shown as 0.0 m. */
const NO_CHANGE_M = 0.05

/** What becomes of the orbit. */
function orbitText(smaChangeM: number): string {
  if (Math.abs(smaChangeM) < NO_CHANGE_M) return designWords('keepsHeight')
  const size = formatNumber(Math.abs(smaChangeM), { decimals: 1 })
  return designWords(smaChangeM < 0 ? 'lowersBy' : 'raisesBy', { size })
}

/** The last digit that is shown, and what the division of a double by it may be off. */
const [SHOWN_MPS, OF_DOUBLES] = [1e-4, 1e-6]

/** The sizes along the line that are safe, to either side of no burn. */
export function safeText({ intervals, reachMps, isOneWay, eventCount }: SafeBurns): string {
  const mps = (value: number) => formatNumber(value, { decimals: 4, signed: true })
  const of = designWords(eventCount === 1 ? 'safeOfOne' : 'safeOfAll', { count: eventCount })
  const reach = `${isOneWay ? '' : '±'}${formatNumber(reachMps, { decimals: 4 })}`
  if (intervals.length === 0) return designWords('safeNone', { of, reach })
  // Rounded inwards: a size that is named is safe.
  const sizes = intervals.map(({ from, to }) =>
    designWords('safeFromTo', {
      from: mps(Math.ceil(from / SHOWN_MPS - OF_DOUBLES) * SHOWN_MPS),
      to: mps(Math.floor(to / SHOWN_MPS + OF_DOUBLES) * SHOWN_MPS),
    }),
  )
  return designWords('safe', { of, reach, sizes: sizes.join(', ') })
}

/** Which blackout a burn meets. The server refuses it. */
function blackoutText({ fromMs, toMs, kind, reason }: NonNullable<Candidate['blackout']>): string {
  const span = { from: formatMinute(fromMs), to: formatMinute(toMs) }
  if (kind === 'ECLIPSE') return designWords('inEclipse', span)
  if (kind === 'SHADOW_UNKNOWN') return designWords('inUnknownShadow', span)
  if (kind === 'CONTACT') return designWords('inContact', { ...span, reason })
  return reason === '' ? designWords('inBlackout', span) : designWords('inBlackoutFor', { ...span, reason })
}

type ComparisonProps = {
  readonly chosen: Candidate | undefined
  readonly offered: readonly LetteredCandidate[]
  readonly onTake: Props['onTake']
}

/** So many burns are read side by side in the width of the pane. */
const MOST_BESIDE = 4

/** The chosen burn beside the first that are suggested; the others on demand, and all of them on paper. */
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
          className={`block w-full fs-12 pad-4 left ${styles.more}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('fewer') : t('more', { count: rest.length, names: rest.map(namesOf).join('; ') })}
        </button>
      ) : null}
    </>
  )
}

const namesOf = ({ letter, names }: LetteredCandidate) => `${letter} ${names.map(nameOf).join(', ')}`

function BurnTable({ chosen, offered, onTake }: ComparisonProps) {
  const t = useWords(designWords)
  const all = [...(chosen === undefined ? [] : [chosen]), ...offered]
  const own = chosen === undefined ? [] : [{ id: 'own', content: nameOf('own') }]
  const head = offered.map((one) => ({
    id: one.name,
    content: (
      <button
        type="button"
        className={`bold ${styles.take}`}
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

/** Why a suggestion is better or worse than the others. */
export function reasonText(one: Candidate, all: readonly Candidate[]): string {
  const t = designWords
  if (!one.meetsTarget) return t('why-none', { limit: t(`limit-${one.limit ?? 'delta-v'}`) })
  const cheapest = all.find(({ name }) => name === 'cheapest')?.deltaVMps
  const factor = formatBriefly(one.deltaVMps / (cheapest ?? one.deltaVMps), 3)
  if (one.moved !== undefined) return movedText(one.moved)
  // Where the target is met without a burn there is no cheapest one to compare with.
  if (one.name === 'margin' && cheapest === undefined) return t('why-margin-alone')
  return t(`why-${one.name}`, { factor, time: `${formatTime(one.commitMs).slice(0, 5)} Z` })
}

/** Which planned burn it is, and by how much it is moved forward. */
function movedText({ plannedMs, by, movedByS, revolutions }: NonNullable<Candidate['moved']>): string {
  const turned =
    revolutions === null
      ? designWords('movedBy', { time: formatAge(1_000 * movedByS) })
      : designWords('movedTurns', { count: revolutions })
  return designWords('why-keeping', { planned: formatMinute(plannedMs), by, turned })
}
