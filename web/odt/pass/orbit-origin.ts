import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import { passWords } from './words.data.ts'

/** Returns the origin of a prediction's orbit in the language of the reader; the publisher of an element set keeps its own name. */
export function originText({ origin, name }: Pick<PassPrediction['orbit'], 'origin' | 'name'>): string {
  return origin === 'SET' ? name : passWords(`origin-${origin}`, { name })
}
