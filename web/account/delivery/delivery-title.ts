import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { inWords } from '../../notifications/notice-in-words.ts'
import { deliveryWords } from './words.data.ts'

/** Returns the title of a message in the language of the page, with its event. */
export function titleOf({ kind, title, finding }: Pick<Delivery, 'kind' | 'title' | 'finding'>): string {
  if (kind === 'test' || kind === 'confirmation' || kind === 'channel') return deliveryWords(`kind-${kind}`)
  const said = inWords({ title, message: '', ...(finding === null ? {} : { finding }) }).title
  const { satellite, secondary } = finding?.values ?? {}
  if (satellite === undefined || secondary === undefined) return said
  const pair = `${satellite} × ${secondary}`
  return said.includes(pair) ? said : `${said}: ${pair}`
}
