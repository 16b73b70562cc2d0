import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatAmount } from '../../ui/format/money.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Choice } from './choices.ts'
import { type PartProps, trackMsOf, untilOf } from './draft.ts'
import type { Reason } from './proposal.ts'
import styles from './ranked.module.css'
import { shortTime } from './short-time.ts'
import { requestWords } from './words.data.ts'

type Props = Pick<PartProps, 'draft'> & {
  /** Takes a pass in or out by its name. */
  readonly onChoose: (name: string) => void
  readonly choices: readonly Choice[]
  /** What their sensors are to observe then, by the name of the pass. */
  readonly conflicts: ReadonlyMap<string, string>
  /** Why each would be proposed. */
  readonly reasons: ReadonlyMap<string, Reason>
  readonly list: React.RefObject<HTMLDivElement | null>
  readonly isWorthKnown: boolean
  /** What one pass of a sensor costs, and what may still be spent beside what is chosen; undefined: not known. */
  readonly priceOf: (code: string) => number | undefined
  readonly currency: string | undefined
  readonly room: number | undefined
  /** Where the shares of clear nights come from, and when those sources were made. */
  readonly clearSources: readonly string[]
  readonly call: ApiCall | undefined
}

/** The passes that can be chosen, by what they are worth to the decision, or by time where nobody can tell. */
export function Ranked(props: Props) {
  const { draft, onChoose, choices, conflicts, reasons, list, isWorthKnown, priceOf, currency, room, call } = props
  const t = useWords(requestWords)
  const gone = draft.names.filter((name) => choices.every((choice) => choice.name !== name))
  const isOver = (code: string) => room !== undefined && (priceOf(code) ?? 0) > room
  const firstChosen = choices.find(({ name }) => draft.names.includes(name))
  const someOver = choices.some(({ name, code }) => !draft.names.includes(name) && isOver(code))
  const isUntil = !isWorthKnown && typeof untilOf(draft) === 'number'
  const count = t(isWorthKnown ? 'byWorthNote' : isUntil ? 'byTimeNoteUntil' : 'byTimeNote', {
    count: choices.length,
    until: draft.until,
  })
  return (
    <Pane
      title={t(isWorthKnown ? 'byWorth' : 'byTime')}
      note={someOver ? `${count}; ${t('greyIsOver')}` : count}
      exits={{
        csv: { name: 'passes-to-choose', table: () => tableOf(choices, priceOf, conflicts) },
        ...(call ? { call } : {}),
      }}
      className={styles.pane}
    >
      {gone.map((name) => (
        <Gone key={name} name={name} onLeaveOut={() => onChoose(name)} />
      ))}
      {choices.length === 0 ? (
        <p className={styles.gone}>{t('noChoice')}</p>
      ) : (
        <div className={styles.scroll} ref={list}>
          <table className={styles.table} aria-label={t('choices')}>
            <Head isWorthKnown={isWorthKnown} currency={currency} />
            <tbody>
              {choices.map((choice) => {
                const isChosen = draft.names.includes(choice.name)
                return (
                  <Row
                    key={choice.name}
                    isFirst={choice === firstChosen}
                    choice={choice}
                    conflict={conflicts.get(choice.name)}
                    reason={isChosen ? reasons.get(choice.name) : undefined}
                    isChosen={isChosen}
                    isOver={!isChosen && isOver(choice.code)}
                    isWorthKnown={isWorthKnown}
                    price={priceOf(choice.code)}
                    currency={currency}
                    onChoose={() => onChoose(choice.name)}
                  />
                )
              })}
            </tbody>
          </table>
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
  /** The brightness of some is not known. */
  readonly isDark: boolean
}

/** By what passes are proposed, and where the shares of clear nights come from, which are never said without it. */
function Sources({ isOptical, isDark, isWorthKnown, clearSources }: SourcesProps) {
  const t = useWords(requestWords)
  return (
    <p className={styles.source}>
      {t(isWorthKnown ? 'proposedByChance' : 'proposedByValue')} {t(isOptical ? 'allLit' : 'allInRange')}{' '}
      {isDark ? `${t(isOptical ? 'noMagnitudeSize' : 'noMagnitudeRadar')} ` : ''}
      {clearSources.length > 0 ? t('clearSources', { sources: clearSources.join('; ') }) : null}
    </p>
  )
}

/** Why a pass is proposed, in words: `1st by height and time; earliest, brightest`. */
function reasonText({ place, by, leads }: Reason, t: typeof requestWords): string {
  const rank =
    place === 1
      ? t(by === 'chance' ? 'bestChance' : 'bestValue')
      : t(by === 'chance' ? 'byChance' : 'byValue', { place })
  return [rank, ...leads.map((lead) => t(lead))].join(', ')
}

type GoneProps = { readonly name: string; readonly onLeaveOut: () => void }

/** A chosen pass that can no longer be chosen: it is over, or the ranking left it. */
function Gone({ name, onLeaveOut }: GoneProps) {
  const t = useWords(requestWords)
  const pass = `${name.split('@')[0]} ${formatInstant(trackMsOf(name))}`
  return (
    <p className={styles.gone}>
      {t('gone', { pass })}
      <Button look="quiet" aria-label={t('leaveOut', { pass })} onClick={onLeaveOut}>
        {t('leaveOutShort')}
      </Button>
    </p>
  )
}

function Head({ isWorthKnown, currency }: Pick<Props, 'isWorthKnown' | 'currency'>) {
  const t = useWords(requestWords)
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('isChosen')}</span>
        </th>
        <th scope="col">{t('passAt')}</th>
        <th scope="col">{t('sensor')}</th>
        <th scope="col" className={styles.wide}>
          {t('peak')}
        </th>
        <th scope="col" className={styles.wide}>
          {t('magnitude')}
        </th>
        <th scope="col" className={styles.wide}>
          {t('clear')}
        </th>
        {isWorthKnown ? (
          <>
            <th scope="col" className={styles.wide}>
              {t('track')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('result')}
            </th>
            <th scope="col" aria-sort="descending">
              {t('crosses')} ↓
            </th>
          </>
        ) : null}
        <th scope="col">{t('price', { currency: currency ?? '' })}</th>
      </tr>
    </thead>
  )
}

/** As high as the head of the list, which stays above its rows. */
const HEAD_PX = 24

/** Scrolls the list, and nothing around it, so that a row with its reason is seen whole. */
function showWhole(row: HTMLTableRowElement | null): void {
  const list = row?.closest('table')?.parentElement
  if (!row || !list) return
  const [top, bottom] = [row.offsetTop - HEAD_PX, row.offsetTop + row.offsetHeight]
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  if (top < list.scrollTop) list.scrollTop = top
}

type RowProps = {
  readonly choice: Choice
  readonly conflict: string | undefined
  /** Why it is the one that is chosen. */
  readonly reason: Reason | undefined
  readonly isChosen: boolean
  /** It is the first that is chosen, which is seen whole. */
  readonly isFirst: boolean
  readonly isOver: boolean
  readonly isWorthKnown: boolean
  readonly price: number | undefined
  readonly currency: string | undefined
  readonly onChoose: () => void
}

/** A share in percent; small ones with a decimal, since most of them are small. */
export const percent = (share: number) => formatNumber(share * 100, { decimals: share > 0 && share < 0.1 ? 1 : 0 })

function Row({
  choice,
  conflict,
  reason,
  isChosen,
  isFirst,
  isOver,
  isWorthKnown,
  price,
  currency,
  onChoose,
}: RowProps) {
  const t = useWords(requestWords)
  const { code, startMs, elevation, magnitude, clearSky, worth } = choice
  const time = shortTime(startMs)
  const [track, result] = worth
    ? [percent(worth.detection.probability), shortTime(Date.parse(worth.resultBy))]
    : ['', '']
  const peak = `${formatNumber(elevation, { decimals: 0 })}°`
  const cost = price === undefined || currency === undefined ? MISSING : formatAmount(price, currency)
  return (
    <tr ref={isFirst ? showWhole : undefined} className={isChosen ? styles.chosen : isOver ? styles.over : undefined}>
      <td>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onChoose}
          aria-label={t('choose', { sensor: code, time })}
        />
      </td>
      <th scope="row">
        {time}
        <small>
          {peak}
          {worth ? `, ${t('alsoAt', { track, time: result })}` : ''}
        </small>
        {reason === undefined ? null : <span className={styles.why}>{reasonText(reason, t)}</span>}
      </th>
      <td>
        <span className="mono">{code}</span>
        {conflict === undefined ? null : <span className={styles.busy}>{t('busy', { name: conflict })}</span>}
      </td>
      <td className={styles.wide}>{peak}</td>
      <td className={styles.wide}>{magnitude === null ? MISSING : formatNumber(magnitude, { decimals: 1 })}</td>
      <td className={styles.wide}>{clearSky === null ? MISSING : percent(clearSky)}</td>
      {isWorthKnown && worth ? (
        <>
          <td className={styles.wide}>{track}</td>
          <td className={styles.wide}>{result}</td>
          <td className={styles.worth}>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ width: `${worth.crossingChance * 100}%` }} />
            </span>
            {percent(worth.crossingChance)}
          </td>
        </>
      ) : null}
      <td>{cost}</td>
    </tr>
  )
}

const tableOf = (choices: readonly Choice[], priceOf: Props['priceOf'], conflicts: Props['conflicts']) => ({
  columns: [
    ...['pass_id', 'sensor', 'start', 'maximum_elevation_deg', 'magnitude', 'clear_sky', 'track_probability'],
    ...['result_by', 'crossing_chance', 'saved_burns', 'price_smallest_unit', 'sensor_busy_with'],
  ],
  rows: choices.map(({ name, code, startMs, elevation, magnitude, clearSky, worth }) => [
    ...[name, code, new Date(startMs).toISOString(), elevation, magnitude ?? undefined, clearSky ?? undefined],
    ...[worth?.detection.probability, worth?.resultBy, worth?.crossingChance, worth?.savedBurns, priceOf(code)],
    conflicts.get(name),
  ]),
})
