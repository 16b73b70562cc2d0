import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatAmount } from '../../ui/format/money.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Choice } from './choices.ts'
import { type PartProps, trackMsOf, untilOf } from './draft.ts'
import type { Reason } from './proposal.ts'
import styles from './ranked.module.css'
import { shortTime } from './short-time.ts'
import { requestWords } from './words.data.ts'

type Props = Pick<PartProps, 'draft'> & {
  /** Adds or removes a pass by its name. */
  readonly onChoose: (name: string) => void
  readonly choices: readonly Choice[]
  /** The conflicting bookings of the sensors, by the name of the pass. */
  readonly conflicts: ReadonlyMap<string, string>
  /** The reason why each would be proposed. */
  readonly reasons: ReadonlyMap<string, Reason>
  readonly list: React.RefObject<HTMLDivElement | null>
  readonly isWorthKnown: boolean
  /** The price of one pass of a sensor, and the amount that may still be spent besides the chosen passes; undefined if not known. */
  readonly priceOf: (code: string) => number | undefined
  readonly currency: string | undefined
  readonly room: number | undefined
  /** The sources of the shares of clear nights, and their dates. */
  readonly clearSources: readonly string[]
  readonly call: ApiCall | undefined
}

/** Lists the passes that can be chosen, by their value for the decision, or by time if the value is not known. */
export function Ranked(props: Props) {
  const { draft, onChoose, choices, list, isWorthKnown, priceOf, room, call } = props
  const t = useWords(requestWords)
  const gone = draft.names.filter((name) => choices.every((choice) => choice.name !== name))
  const isOver = (code: string) => room !== undefined && (priceOf(code) ?? 0) > room
  const isChosen = ({ name }: Choice) => draft.names.includes(name)
  const columns = columnsOf({ props, firstChosen: choices.find(isChosen), t })
  const someOver = choices.some((one) => !isChosen(one) && isOver(one.code))
  const isUntil = !isWorthKnown && typeof untilOf(draft) === 'number'
  const count = t(isWorthKnown ? 'byWorthNote' : isUntil ? 'byTimeNoteUntil' : 'byTimeNote', {
    count: choices.length,
    until: draft.until,
  })
  return (
    <Pane
      title={t(isWorthKnown ? 'byWorth' : 'byTime')}
      note={someOver ? `${count}; ${t('greyIsOver')}` : count}
      exports={{
        csv: { name: 'passes-to-choose', table: () => fileOf(columns, choices) },
        ...(call ? { call } : {}),
      }}
      className="min-h-0"
    >
      {gone.map((name) => (
        <Gone key={name} name={name} onLeaveOut={() => onChoose(name)} />
      ))}
      {choices.length === 0 ? (
        <p className="row wrap soft fs-13 pad-4 gap-4-8">{t('noChoice')}</p>
      ) : (
        <div className="grow min-h-0 scroll" ref={list}>
          <PlainTable
            label={t('choices')}
            rows={choices}
            columns={columns}
            idOf={({ name }) => name}
            isSelected={isChosen}
            rowClass={(one) => (!isChosen(one) && isOver(one.code) ? 'muted' : undefined)}
            className={styles.table}
          />
          <Sources
            isOptical={draft.type === 'OPTICAL'}
            isDark={choices.some(({ magnitude }) => magnitude === null)}
            isWorthKnown={isWorthKnown}
            clearSources={props.clearSources}
          />
        </div>
      )}
    </Pane>
  )
}

type SourcesProps = Pick<Props, 'isWorthKnown' | 'clearSources'> & {
  readonly isOptical: boolean
  /** True if the brightness of some passes is not known. */
  readonly isDark: boolean
}

/** Shows by which values passes are proposed, and the source of the shares of clear nights, which is always cited with them. */
function Sources({ isOptical, isDark, isWorthKnown, clearSources }: SourcesProps) {
  const t = useWords(requestWords)
  return (
    <p className="muted fs-12 pad-6">
      {t(isWorthKnown ? 'proposedByChance' : 'proposedByValue')} {t(isOptical ? 'allLit' : 'allInRange')}{' '}
      {isDark ? `${t(isOptical ? 'noMagnitudeSize' : 'noMagnitudeRadar')} ` : ''}
      {clearSources.length > 0 ? t('clearSources', { sources: clearSources.join('; ') }) : null}
    </p>
  )
}

/** Returns the reason why a pass is proposed, as text: `1st by height and time; earliest, brightest`. */
function reasonText({ place, by, leads }: Reason, t: typeof requestWords): string {
  const rank =
    place === 1
      ? t(by === 'chance' ? 'bestChance' : 'bestValue')
      : t(by === 'chance' ? 'byChance' : 'byValue', { place })
  return [rank, ...leads.map((lead) => t(lead))].join(', ')
}

type GoneProps = { readonly name: string; readonly onLeaveOut: () => void }

/** Shows a chosen pass that can no longer be chosen: it is over, or is no longer ranked. */
function Gone({ name, onLeaveOut }: GoneProps) {
  const t = useWords(requestWords)
  const pass = `${name.split('@')[0]} ${formatInstant(trackMsOf(name))}`
  return (
    <p className="row wrap soft fs-13 pad-4 gap-4-8">
      {t('gone', { pass })}
      <Button look="quiet" aria-label={t('leaveOut', { pass })} onClick={onLeaveOut}>
        {t('leaveOutShort')}
      </Button>
    </p>
  )
}

/** The height of the head of the list, which stays above its rows. */
const HEAD_PX = 24

/** Scrolls only the list, so that the row of a box is completely visible with its reason. */
function showWhole(box: HTMLInputElement | null): void {
  const row = box?.closest('tr')
  const list = row?.closest('table')?.parentElement
  if (!row || !list) return
  const [top, bottom] = [row.offsetTop - HEAD_PX, row.offsetTop + row.offsetHeight]
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  if (top < list.scrollTop) list.scrollTop = top
}

type ColumnParts = {
  readonly props: Props
  /** The first of the chosen passes, which is scrolled into view completely. */
  readonly firstChosen: Choice | undefined
  readonly t: typeof requestWords
}

/** Returns a share in percent; a small one with a decimal, because most shares are small. */
export const percent = (share: number) => formatNumber(share * 100, { decimals: share > 0 && share < 0.1 ? 1 : 0 })

/** Returns the columns of the passes; their value is shown if it is known, and is in the file in any case. */
function columnsOf({ props, firstChosen, t }: ColumnParts): readonly PlainColumn<Choice>[] {
  const { draft, onChoose, conflicts, reasons, isWorthKnown, priceOf, currency } = props
  const ifWorth = (title: string) => (isWorthKnown ? title : undefined)
  const text = (value: number | null | undefined, write: (value: number) => string) =>
    typeof value === 'number' ? write(value) : MISSING
  const peakOf = ({ elevation }: Choice) => `${formatNumber(elevation, { decimals: 0 })}°`
  const trackOf = ({ worth }: Choice) => (worth ? percent(worth.detection.probability) : '')
  const resultOf = ({ worth }: Choice) => (worth ? shortTime(Date.parse(worth.resultBy)) : '')
  return [
    {
      id: 'chosen',
      title: t('isChosen'),
      isTitleHidden: true,
      className: styles.box,
      cell: (one) => (
        <input
          ref={one === firstChosen ? showWhole : undefined}
          type="checkbox"
          checked={draft.names.includes(one.name)}
          onChange={() => onChoose(one.name)}
          aria-label={t('choose', { sensor: one.code, time: shortTime(one.startMs) })}
        />
      ),
    },
    {
      id: 'pass',
      title: t('passAt'),
      isRowHead: true,
      cell: (one) => {
        const reason = draft.names.includes(one.name) ? reasons.get(one.name) : undefined
        return (
          <>
            {shortTime(one.startMs)}
            <small>
              {peakOf(one)}
              {one.worth ? `, ${t('alsoAt', { track: trackOf(one), time: resultOf(one) })}` : ''}
            </small>
            {reason === undefined ? null : (
              <span className={`block soft fs-12 regular lh-16 wrap-text ${styles.why}`}>{reasonText(reason, t)}</span>
            )}
          </>
        )
      },
    },
    { id: 'pass_id', value: 'name' },
    {
      id: 'sensor',
      title: t('sensor'),
      isUnbroken: true,
      value: 'code',
      cell: ({ name, code }) => (
        <>
          <span className="mono">{code}</span>
          {conflicts.has(name) ? (
            <span className="block soft fs-12 wrap-text">{t('busy', { name: conflicts.get(name) ?? '' })}</span>
          ) : null}
        </>
      ),
    },
    { id: 'start', value: ({ startMs }) => new Date(startMs).toISOString() },
    { id: 'maximum_elevation_deg', title: t('peak'), align: 'end', priority: 2, value: 'elevation', cell: peakOf },
    {
      id: 'magnitude',
      title: t('magnitude'),
      align: 'end',
      priority: 2,
      value: 'magnitude',
      cell: ({ magnitude }) => text(magnitude, (value) => formatNumber(value, { decimals: 1 })),
    },
    {
      id: 'clear_sky',
      title: t('clear'),
      align: 'end',
      priority: 2,
      value: 'clearSky',
      cell: ({ clearSky }) => text(clearSky, percent),
    },
    {
      id: 'track_probability',
      title: ifWorth(t('track')),
      align: 'end',
      priority: 2,
      value: ({ worth }) => worth?.detection.probability,
      cell: trackOf,
    },
    {
      id: 'result_by',
      title: ifWorth(t('result')),
      align: 'end',
      priority: 2,
      value: ({ worth }) => worth?.resultBy,
      cell: resultOf,
    },
    {
      id: 'crossing_chance',
      title: ifWorth(t('crosses')),
      align: 'end',
      sort: 'descending',
      className: styles.worth,
      value: ({ worth }) => worth?.crossingChance,
      cell: ({ worth }) =>
        worth ? (
          <>
            <span className={`no-phone mr-8 raised ${styles.bar}`} aria-hidden="true">
              <i className="block h-full" style={{ width: `${worth.crossingChance * 100}%` }} />
            </span>
            {percent(worth.crossingChance)}
          </>
        ) : null,
    },
    { id: 'saved_burns', value: ({ worth }) => worth?.savedBurns },
    {
      id: 'price_smallest_unit',
      title: t('price', { currency: currency ?? '' }),
      align: 'end',
      value: ({ code }) => priceOf(code),
      cell: ({ code }) =>
        text(currency === undefined ? undefined : priceOf(code), (price) => formatAmount(price, currency ?? '')),
    },
    { id: 'sensor_busy_with', value: ({ name }) => conflicts.get(name) },
  ]
}
