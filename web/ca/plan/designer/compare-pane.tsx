import { HOUR_MS } from '@apsis/astro/constants.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Skeleton, Strip } from '../../../ui/page/pane-states.tsx'
import { usePrinting } from '../../../ui/page/printing.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Missing, Probability } from '../../../ui/value/quantity.tsx'
import { NumberTable } from '../number-table.tsx'
import { rowsOfBurns } from './burn-rows.tsx'
import { type EventAfter, totalOf } from './collected.ts'
import { compareWords } from './compare-words.data.ts'
import type { Candidate } from './design.ts'
import { failureInWords } from './design-in-words.ts'
import styles from './designer.module.css'
import type { PinnedBurn } from './pins.ts'
import { PINS, pinLabel, pinned, pinOf } from './pins.ts'
import type { DesignSearch } from './wish.ts'

type Props = {
  readonly pins: readonly PinnedBurn[]
  /** The ID of the event of the plan. */
  readonly ownId: string
  /** The events that could not be read: the effect of a burn on others is not known. */
  readonly failed: string | undefined
  /** The parameter of the chosen burn, where it is kept. */
  readonly chosenText: string | undefined
  readonly onAsk: (part: DesignSearch) => void
}

/** The ID of the pane; the head of the page links to it. */
export const COMPARED_ID = 'compared'

/** Shows burns side by side: the cost of each, its result and its effect on the other events. */
export function ComparePane({ pins, ownId, failed, chosenText, onAsk }: Props) {
  const t = useWords(compareWords)
  const isPrinting = usePrinting()
  if (pins.length === 0) return null
  const first = pins.find((one) => one.failure !== null)?.failure ?? null
  const failure = failed ?? (first === null ? undefined : failureInWords(first))
  const unfit = pins.filter(({ isUnfit }) => isUnfit).map(({ pin }) => pinLabel(pin))
  const known = pins.flatMap(({ burn, ...one }) => (burn === undefined ? [] : [{ ...one, burn }]))
  const isWaiting = pins.every((one) => absenceOf(one) === 'waiting')
  const cells = (cell: (one: KnownBurn) => React.ReactNode) =>
    pins.map(({ burn, ...one }) => {
      if (burn !== undefined) return cell({ ...one, burn })
      return <Missing key={one.pin} reason={t(absenceOf({ ...one, burn }) ?? 'waiting')} />
    })
  return (
    <Pane title={t('title')} note={t('note')} id={COMPARED_ID}>
      {failure === undefined ? null : <Strip level="serious">{t('failed', { why: failure })}</Strip>}
      {unfit.length === 0 ? null : <Strip level="caution">{t('unfitOnes', { names: unfit.join(', ') })}</Strip>}
      {isWaiting ? (
        <Skeleton rows={8} />
      ) : (
        <NumberTable
          isDense
          selectedId={known.find(({ text }) => text === chosenText)?.pin ?? ''}
          head={pins.map(({ pin, asked }) => ({
            id: pin,
            content: isPrinting ? pinLabel(pin) : <PinHead pin={pin} asked={asked} onAsk={onAsk} />,
          }))}
          rows={[
            ...rowsOfBurns(known.map(({ burn }) => burn)).map(([name, cell]) => ({
              name,
              cells: cells(({ burn }) => cell(burn)),
            })),
            { name: t('meets'), cells: cells(({ burn }) => t(burn.meetsTarget ? 'yes' : 'no')) },
            {
              name: t('worst'),
              cells: cells(({ pin, events }) => <Worst key={pin} events={events} ownId={ownId} />),
            },
            { name: t('total'), cells: cells(({ pin, events }) => <Total key={pin} events={events} />) },
          ]}
        />
      )}
      <p className="soft fs-13 pad-end">{t('otherNote')}</p>
      <ul className={`pad-8 fs-13 ${styles.reasons}`}>
        {known.map(({ pin, burn }) => (
          <li key={pin}>
            <b>{pinLabel(pin)}.</b>{' '}
            {differenceText(
              burn,
              known.map((one) => one.burn),
            )}
          </li>
        ))}
      </ul>
    </Pane>
  )
}

type KnownBurn = PinnedBurn & { readonly burn: Candidate }

/** Returns the reason why a compared burn has no values; undefined where it has some. */
export function absenceOf({
  burn,
  failure,
  isUnfit,
}: Pick<PinnedBurn, 'failure' | 'isUnfit'> & { readonly burn: unknown }):
  | 'waiting'
  | 'unfit'
  | 'notComputed'
  | undefined {
  if (burn !== undefined) return undefined
  if (isUnfit) return 'unfit'
  return failure === null ? 'waiting' : 'notComputed'
}

type HeadProps = Pick<PinnedBurn, 'pin' | 'asked'> & Pick<Props, 'onAsk'>

/** The head of a compared burn, which chooses it or removes it. */
function PinHead({ pin, asked, onAsk }: HeadProps) {
  const t = useWords(compareWords)
  const name = pinLabel(pin)
  return (
    <span className={`nowrap ${styles.pin}`}>
      <button
        type="button"
        className={`bold ${styles.take}`}
        aria-label={t('take', { name })}
        onClick={() => onAsk(asked)}
      >
        {name}
      </button>
      <button
        type="button"
        className={`bold ${styles.take}`}
        aria-label={t('drop', { name })}
        onClick={() => onAsk({ [pin]: undefined })}
      >
        ×
      </button>
    </span>
  )
}

/** Shows the other event with the highest probability after a burn. */
function Worst({ events, ownId }: Pick<PinnedBurn, 'events'> & Pick<Props, 'ownId'>) {
  const t = useWords(compareWords)
  if (events === undefined) return <Missing reason={t('waiting')} />
  const worst = worstOf(events, ownId)
  if (worst === undefined) return <Missing reason={t(events.length < 2 ? 'noOther' : 'noTotal')} />
  return <Probability value={worst} approximate reason={t('noOther')} />
}

function Total({ events }: Pick<PinnedBurn, 'events'>) {
  const t = useWords(compareWords)
  return (
    <Probability
      value={events === undefined ? undefined : totalOf(events, 'pc')?.most}
      approximate
      reason={t(events === undefined ? 'waiting' : 'noTotal')}
    />
  )
}

/**
 * Returns the largest probability after the burn among the events beside the one of the plan; undefined where there is
 * none, or one has no probability.
 */
export function worstOf(events: readonly EventAfter[], ownId: string): number | undefined {
  const others = events.filter(({ id }) => id !== ownId)
  const known = others.flatMap(({ pc }) => pc ?? [])
  return known.length === 0 || known.length < others.length ? undefined : Math.max(...known)
}

type CandidateCost = Pick<Candidate, 'deltaVMps' | 'commitMs'>

/**
 * Returns the difference of a burn from the others: the cheapest, and the additional time of the one with the
 * latest decision.
 */
export function differenceText(one: CandidateCost, all: readonly CandidateCost[]): string {
  const t = compareWords
  const [least, first] = [
    Math.min(...all.map(({ deltaVMps }) => deltaVMps)),
    Math.min(...all.map(({ commitMs }) => commitMs)),
  ]
  const cost =
    one.deltaVMps === least
      ? t('cheapest')
      : t('dearer', { factor: formatNumber(one.deltaVMps / least, { significant: 3 }) })
  const hours = (one.commitMs - first) / HOUR_MS
  const time = hours === 0 ? t('earliest') : t('later', { hours: formatNumber(hours, { decimals: 1 }) })
  return all.length < 2 ? t('alone') : `${cost} ${time}`
}

/** Links to the compared burns. */
export function Compare({ pins }: { readonly pins: readonly PinnedBurn[] }) {
  const t = useWords(compareWords)
  const count = pins.length
  return (
    <Button
      disabled={count === 0}
      onClick={() => {
        const pane = document.getElementById(COMPARED_ID)
        pane?.scrollIntoView({ block: 'nearest' })
        pane?.focus()
      }}
    >
      {count === 0 ? t('compare') : t('compareCount', { count })}
    </Button>
  )
}

type PinProps = {
  readonly search: DesignSearch
  /** The ignition of the chosen burn; undefined where there is none, or while it is being dragged. */
  readonly ignitionMs: number | undefined
  readonly onAsk: (part: DesignSearch) => void
}

/** Keeps the chosen burn for a comparison with others. */
export function PinBurn({ search, ignitionMs, onAsk }: PinProps) {
  const t = useWords(compareWords)
  const part = ignitionMs === undefined ? undefined : pinOf(search, ignitionMs)
  const isFull = pinned(search).length === PINS.length
  const reason =
    ignitionMs === undefined ? t('pinNone') : part === undefined ? t(isFull ? 'pinFull' : 'pinThere') : undefined
  const run = () => {
    if (part !== undefined) onAsk(part)
  }
  return (
    <>
      <PageKeys shortcuts={[{ keys: 'p', label: t('pin'), run }]} />
      <Button disabledReason={reason} onClick={run}>
        {t('pin')}
      </Button>
    </>
  )
}
