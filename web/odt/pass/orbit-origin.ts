import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import { passWords } from './words.data.ts'

/** Where the orbit of a prediction comes from, in the language of the reader; who published an element set has a name of his own. */
export function originText({ origin, name }: Pick<PassPrediction['orbit'], 'origin' | 'name'>): string {
  return origin === 'SET' ? name : passWords(`origin-${origin}`, { name })
}
