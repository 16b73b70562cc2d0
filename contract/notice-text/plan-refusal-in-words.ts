import { BLACKOUT_KINDS } from '../ca/plan/blackout.ts'
import type { PlanRefusal } from '../ca/plan/plan-refusal.ts'
import { PLAN_REFUSAL_WORDS } from './plan-refusal-words.data.ts'

type Values = PlanRefusal['values']
type Value = Values[string]
export type RefusalWord = keyof (typeof PLAN_REFUSAL_WORDS)['en']

/** The functions that write the values in a sentence about a refused plan, for one language and one reader. */
export type RefusalManner = {
  readonly t: (word: RefusalWord, values?: Readonly<Record<string, string>>) => string
  readonly second: (ms: number) => string
  readonly number: (value: number) => string
  /** Writes the name of a plan's state, or of the result of its screening. */
  readonly name: (code: string) => string
}

const isWord = (word: string): word is RefusalWord => Object.hasOwn(PLAN_REFUSAL_WORDS.en, word)

/** Returns a sentence about the reason for refusing a plan or one of its steps; undefined if the reason has no text here. */
export function sayPlanRefusal(m: RefusalManner, { code, values }: PlanRefusal): string | undefined {
  const word = values.case === undefined ? code : `${code}-${values.case}`
  if (!isWord(word)) return undefined
  const plain = Object.entries(values).map(([name, value]) => [name.replace(/At$/, ''), plainOf(m, name, value)])
  return m.t(word, { ...Object.fromEntries(plain), ...partsOf(m, values) })
}

const NAMED = ['from', 'to', 'verdict']

function plainOf(m: RefusalManner, name: string, value: Value): string {
  if (name.endsWith('At')) return m.second(Date.parse(String(value)))
  if (typeof value === 'number') return m.number(value)
  return NAMED.includes(name) ? m.name(value) : value
}

/** Returns the parts of a sentence that are texts themselves; a part is empty if there is nothing to add. */
function partsOf(
  m: RefusalManner,
  { kind, place, days, warmUpS, slewS, kinds, next, reason, hint, limit, most }: Values,
) {
  const known = BLACKOUT_KINDS.find((one) => one === kind)
  const ready =
    warmUpS !== undefined
      ? m.t('warmUp', { warmUpS: m.number(Number(warmUpS)) })
      : slewS !== undefined
        ? m.t('slew', { slewS: m.number(Number(slewS)) })
        : ''
  const all = BLACKOUT_KINDS.filter((one) =>
    String(kinds ?? '')
      .split(' ')
      .includes(one),
  )
  const because = String(reason ?? '')
  const hints = (['noMass', 'wideEdges'] as const).filter((one) =>
    String(hint ?? '')
      .split(' ')
      .includes(one),
  )
  const costly = (['time', 'memory', 'answer'] as const).find((one) => one === limit)
  return {
    ready,
    what: costly === undefined ? '' : m.t(`costly-${costly}`, { most: m.number(Number(most)) }),
    blackout: known === undefined ? '' : m.t(known, { place: String(place ?? ''), days: m.number(Number(days)) }),
    why: known === 'ENTERED' && place !== undefined && place !== '' ? ` (${place})` : '',
    hint: hints.map((one) => m.t(one)).join(''),
    kinds: all.length === 0 ? '' : ` (${all.map((one) => m.t(`${one}-all`)).join(', ')})`,
    next: String(next ?? '')
      .split(' ')
      .map((state) => m.name(state))
      .join(', '),
    reason: isWord(because) ? m.t(because) : because,
  }
}

/** The wording of the API. */
export const REFUSAL_IN_ENGLISH: RefusalManner = {
  t: (word, values = {}) =>
    PLAN_REFUSAL_WORDS.en[word].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
  second: (ms) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z'),
  number: (value) => String(Number(value.toPrecision(6))),
  name: (code) => code,
}
