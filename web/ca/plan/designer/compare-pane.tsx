import { HOUR_MS } from '@apsis/astro/constants.ts'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Banner, Skeleton } from '../../../ui/page/pane-states.tsx'
import { usePrinting } from '../../../ui/page/printing.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Missing, Probability } from '../../../ui/value/quantity.tsx'
import { NumberTable } from '../number-table.tsx'
import { rowsOfBurns } from './burn-rows.tsx'
import { type EventAfter, totalOf } from './collected.ts'
import { compareWords } from './compare-words.data.ts'
import type { Candidate } from './design.ts'
import { type ComparedBurn, type PinnedBurn, useComparedBurns, useIgnition, useSettledBurn } from './design-hooks.ts'
import { failureInWords } from './design-in-words.ts'
import styles from './designer.module.css'
import { useDesignedEvent, useDesignerState, useSearchPart } from './designer-state.tsx'
import { useOtherEvents } from './other-events.tsx'
import { PINS, pinLabel, pinned, pinOf, pinText } from './pins.ts'

/** The ID of the pane; the head of the page links to it. */
const COMPARED_ID = 'compared'

/** Shows burns side by side: the cost of each, its result and its effect on the other events. */
export function ComparePane() {
  const t = useWords(compareWords)
  const isPrinting = usePrinting()
  const { conjunctionId } = useDesignedEvent().conjunction
  const pins = useComparedBurns()
  const { failed: unread } = useOtherEvents().messages
  const ignitionMs = useIgnition()
  const chosenText = useSearchPart((search) => (ignitionMs === undefined ? undefined : pinText(search, ignitionMs)))
  if (pins.length === 0) return null
  // If the other events could not be read, the effect of a burn on them is not known.
  const failed = unread === null ? undefined : problemInWords(unread).message
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
      {failure === undefined ? null : <Banner level="serious">{t('failed', { why: failure })}</Banner>}
      {unfit.length === 0 ? null : <Banner level="caution">{t('unfitOnes', { names: unfit.join(', ') })}</Banner>}
      {isWaiting ? (
        <Skeleton rows={8} />
      ) : (
        <NumberTable
          isDense
          selectedId={known.find(({ text }) => text === chosenText)?.pin ?? ''}
          head={pins.map(({ pin, asked }) => ({
            id: pin,
            content: isPrinting ? pinLabel(pin) : <PinHead pin={pin} asked={asked} />,
          }))}
          rows={[
            ...rowsOfBurns(known.map(({ burn }) => burn)).map(([name, cell]) => ({
              name,
              cells: cells(({ burn }) => cell(burn)),
            })),
            { name: t('meets'), cells: cells(({ burn }) => t(burn.meetsTarget ? 'yes' : 'no')) },
            {
              name: t('worst'),
              cells: cells(({ pin, events }) => <Worst key={pin} events={events} ownId={conjunctionId} />),
            },
            { name: t('total'), cells: cells(({ pin, events }) => <Total key={pin} events={events} />) },
          ]}
        />
      )}
      <p className="soft fs-13 pad-end">{t('otherNote')}</p>
      <ul className="pad-8 fs-13">
        {known.map(({ pin, burn }) => (
          <li key={pin}>
            <b className="bold">{pinLabel(pin)}.</b>{' '}
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

type KnownBurn = ComparedBurn & { readonly burn: Candidate }

/** Returns the reason why a compared burn has no values; undefined if it has values. */
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

/** The head of a compared burn, with buttons that choose it or remove it. */
function PinHead({ pin, asked }: Pick<PinnedBurn, 'pin' | 'asked'>) {
  const t = useWords(compareWords)
  const { ask } = useDesignerState()
  const name = pinLabel(pin)
  return (
    <span className="nowrap inline-flex">
      <button
        type="button"
        className={`bold no-frame no-ground accent underline pointer ${styles.take}`}
        aria-label={t('take', { name })}
        onClick={() => ask(asked)}
      >
        {name}
      </button>
      <button
        type="button"
        className={`bold no-frame no-ground accent underline pointer ${styles.take}`}
        aria-label={t('drop', { name })}
        onClick={() => ask({ [pin]: undefined })}
      >
        ×
      </button>
    </span>
  )
}

/** Shows the other event with the highest probability after a burn. */
function Worst({ events, ownId }: Pick<ComparedBurn, 'events'> & { readonly ownId: string }) {
  const t = useWords(compareWords)
  if (events === undefined) return <Missing reason={t('waiting')} />
  const worst = worstOf(events, ownId)
  if (worst === undefined) return <Missing reason={t(events.length < 2 ? 'noOther' : 'noTotal')} />
  return <Probability value={worst} approximate reason={t('noOther')} />
}

function Total({ events }: Pick<ComparedBurn, 'events'>) {
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
 * Returns the largest probability after the burn among the other events of the satellite; undefined if there is no other event, or if one
 * has no probability.
 */
export function worstOf(events: readonly EventAfter[], ownId: string): number | undefined {
  const others = events.filter(({ id }) => id !== ownId)
  const known = others.flatMap(({ pc }) => pc ?? [])
  return known.length === 0 || known.length < others.length ? undefined : Math.max(...known)
}

type CandidateCost = Pick<Candidate, 'deltaVMps' | 'commitMs'>

/**
 * Returns a text that compares a burn with the others: its cost relative to the cheapest burn, and its additional time compared with the
 * burn that must be decided first.
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
export function Compare() {
  const t = useWords(compareWords)
  const count = useSearchPart((search) => pinned(search).length)
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

/** Keeps the chosen burn for a comparison with others. */
export function PinBurn() {
  const t = useWords(compareWords)
  const { ask } = useDesignerState()
  const ignitionMs = useSettledBurn()?.ignitionMs
  const part = useSearchPart((search) => (ignitionMs === undefined ? undefined : pinOf(search, ignitionMs)))
  const isFull = useSearchPart((search) => pinned(search).length === PINS.length)
  const reason =
    ignitionMs === undefined ? t('pinNone') : part === undefined ? t(isFull ? 'pinFull' : 'pinThere') : undefined
  const run = () => {
    if (part !== undefined) ask(part)
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
