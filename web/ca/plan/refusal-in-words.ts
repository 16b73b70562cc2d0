import { PLAN_REFUSALS, type PlanRefusal, REFUSAL_PREFIX } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { type RefusalManner, sayPlanRefusal } from '@apsis/contract/notice-text/plan-refusal-in-words.ts'
import { PLAN_REFUSAL_WORDS } from '@apsis/contract/notice-text/plan-refusal-words.data.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatBriefly } from '../../ui/format/number.ts'
import { defineWords } from '../../ui/text/language.ts'
import { PLAN_STATE_WORDS } from './plan-states.data.ts'

const stateWords = defineWords('plan-state', PLAN_STATE_WORDS)
const isState = (word: string): word is keyof (typeof PLAN_STATE_WORDS)['en'] =>
  Object.hasOwn(PLAN_STATE_WORDS.en, word)
/** More digits have no meaning, because the propellant of a burn is known to some per cent. */
const MOST_DIGITS = 6

/** The phrasing of the pages, in the chosen language. */
const MANNER: RefusalManner = {
  t: defineWords('plan-refusal', PLAN_REFUSAL_WORDS),
  second: formatInstant,
  number: (value) => formatBriefly(value, MOST_DIGITS),
  name: (code) => {
    const word = [code, `verdict-${code}`].find(isState)
    return word === undefined ? code : stateWords(word)
  },
}

/** Returns the refusal of a plan or a step of one, in the language of the reader; any other problem has its general text. */
export function planProblemInWords(
  problem: Pick<ApiProblem, 'kind' | 'title' | 'message' | 'details'>,
): Record<'title' | 'message', string> {
  const words = problemInWords(problem)
  const [refusal] = problem.details.flatMap(({ code, values }) => refusalOf(code, values))
  return { ...words, message: (refusal && sayPlanRefusal(MANNER, refusal)) ?? words.message }
}

/** Returns the text of a refusal of a plan that did not come from the server, in the language of the reader. */
export const refusalInWords = (refusal: PlanRefusal): string => sayPlanRefusal(MANNER, refusal) ?? refusal.code

/** Returns a refusal with its values; an earlier server sent only its sentence. */
function refusalOf(code: string, values: PlanRefusal['values'] | undefined): readonly PlanRefusal[] {
  const known = PLAN_REFUSALS.find((one) => `${REFUSAL_PREFIX}${one}` === code)
  return known === undefined || values === undefined ? [] : [{ code: known, values }]
}
