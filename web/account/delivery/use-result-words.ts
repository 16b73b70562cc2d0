import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { DELIVERY_REASONS } from '@apsis/contract/notifications/delivery.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { useWords } from '../../ui/text/language.ts'
import { deliveryWords } from './words.data.ts'

type Result = {
  readonly reason: Channel['lastResult']
  readonly status: number | null
  readonly answer: string | null
}

/**
 * Matches the product's own text for a simulated delivery: to the mailbox that replaces a mail server, or to a telephone without a bridge.
 */
const SIMULATED = /^(250 )?SIMULATED\b/

/** Returns the result of a try as text, with the answer of the receiver in its own words. */
export function useResultWords(): (result: Result) => string {
  const t = useWords(deliveryWords)
  return ({ reason, status, answer }) => {
    if (answer !== null && SIMULATED.test(answer)) return `${t(reason ?? 'delivered')} · ${t('simulated')}`
    const said = answer ?? (status === null ? undefined : String(status))
    const isCode = status !== null && answer !== null && !answer.startsWith(String(status))
    const words = isCode ? `${status} ${answer}` : said
    const why = t(reason ?? 'delivered')
    return words === undefined ? why : `${why} · ${words}`
  }
}

/** Returns the text for the refusal of an address to which nothing is sent; it is shown at the field of the address. */
export function useRefusedAddress() {
  const t = useWords(deliveryWords)
  return ({ details }: ApiProblem) => {
    const refused = details.find(({ pointer }) => pointer === '#/url')?.code
    const reason = DELIVERY_REASONS.find((one) => one === refused)
    return reason === undefined ? undefined : { url: t(reason) }
  }
}
