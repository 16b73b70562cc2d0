import { MOST_PASSES_OF_REQUEST, MOST_WINDOW_DAYS } from '@apsis/contract/odt/request/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../clock/clock.ts'
import { formatInstant } from '../../../clock/format.ts'
import { costQuery } from '../../../price/order-cost.ts'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { DRAFT_KEY, draftOfAddress, drafts } from '../../request/draft.ts'
import { type Booking, bookingOf, conflictOf } from '../booking.ts'
import type { PassOf } from '../pass-query.ts'
import { passWords } from '../words.data.ts'
import { type Group, groupsOf, isTooMany, type Refusal, requestable } from './choosing.ts'
import styles from './passes.module.css'
import type { PassesSearch } from './question.ts'
import { passesWords } from './words.data.ts'

type Props = {
  readonly chosen: readonly PassOf[]
  /** The number of chosen passes that are no longer listed. */
  readonly gone: number
  /** The object whose passes are shown, and the limits of their elevation and length. */
  readonly search: PassesSearch
  /** The text of an orbit that is too long for the address. */
  readonly message: string | undefined
  /** The sensors; undefined if they are not read yet, or could not be read. */
  readonly sensors: readonly Sensor[] | undefined
  readonly bookings: readonly Booking[]
  readonly onClear: () => void
}

/** Shows the chosen passes, their cost, the reasons why some cannot be requested, and the button that requests the others. */
export function ChosenBar({ chosen, gone, sensors, bookings, onClear, ...rest }: Props) {
  const t = useWords(passesWords)
  const nowMs = useNow('minute')
  if (chosen.length + gone === 0) return null
  const { able, refused } = requestable(chosen, { sensors, nowMs })
  const against = able.flatMap((pass) => {
    const [booking, conflict] = [bookingOf(bookings, pass), conflictOf(bookings, pass)]
    const values = { code: pass.code, time: formatInstant(pass.startMs) }
    if (booking && booking.status !== 'CANCELLED') return [t('askedAlready', values)]
    return conflict ? [t('conflictOf', { ...values, name: conflict.objectName })] : []
  })
  return (
    <div className="row wrap flex-none gap-4-16 pad-6 line-bottom fs-13">
      <p role="status">
        <b>{t('chosenCount', { count: chosen.length })}</b>
        {gone > 0 ? ` ${t('chosenGone', { count: gone })}` : null}
      </p>
      {groupsOf(able, sensors ?? []).map((group) => (
        <Ask key={group.type} group={group} {...rest} />
      ))}
      <Button look="quiet" onClick={onClear}>
        {t('clearChosen')}
      </Button>
      {[...refused.map(({ pass, fault }) => whyText(pass, fault)), ...against].map((text) => (
        <p key={text} className={`row gap-6 soft ${styles.against}`}>
          <StatusSymbol level="caution" />
          {text}
        </p>
      ))}
    </div>
  )
}

/** Returns the reason why a pass cannot be requested, as a sentence. */
export function whyText({ code, startMs, pass }: PassOf, fault: Refusal): string {
  return passesWords(`${fault}Why`, {
    pass: `${code}, ${formatInstant(startMs)}`,
    reasons: pass.reasons.map((reason) => passWords(reason)).join(', '),
    days: MOST_WINDOW_DAYS,
  })
}

type AskProps = Pick<Props, 'search' | 'message'> & { readonly group: Group }

/** Shows the button that opens the dialog of a request with the passes of one kind. */
function Ask({ group, search, message }: AskProps) {
  const t = useWords(passesWords)
  const { type, passes } = group
  const names = passes.map(({ name }) => name)
  const cost = useQuery(costQuery({ names, passes: names.length, priority: 'standard' }))
  const about = {
    satellite: search.satellite ?? search.object,
    type,
    passes: names.join(','),
    elevation: search.elevation,
  }
  if (isTooMany(group)) return <p>{t('tooMany', { most: MOST_PASSES_OF_REQUEST, count: names.length })}</p>
  // The draft stores the text that is too long for the address.
  const keep = () => {
    if (message !== undefined) drafts.keep(DRAFT_KEY, { ...draftOfAddress(about), object: message })
  }
  return (
    <span className="row wrap soft gap-4-8 no-paper">
      <Link
        to={paths.observations}
        search={{ dialog: 'new-observation', ...about }}
        onClick={keep}
        className={`plain-link ${button.button} ${button.primary}`}
        data-primary
      >
        {t(type === 'RADAR' ? 'requestRadar' : 'requestOptical', { count: names.length })}
      </Link>
      {cost.data ? <span>{t('costs', { amount: formatMoney(cost.data.high, cost.data.currency) })}</span> : null}
    </span>
  )
}
