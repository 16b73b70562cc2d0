import { isAssumed, type Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { Strip } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { satelliteWords } from '../../satellite/words.data.ts'

/** Warns that the limits of a plan are assumed: only the type of the propulsion is known. */
export function AssumedEngine({ propulsion }: { readonly propulsion: Propulsion }) {
  const t = useWords(satelliteWords)
  return isAssumed(propulsion) ? <Strip level="caution">{t('engineAssumedText')}</Strip> : null
}
