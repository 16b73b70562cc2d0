import { BLACKOUT_KINDS } from '../ca/plan/blackout.ts'
import type { PlanRefusal } from '../ca/plan/plan-refusal.ts'
import { PLAN_REFUSAL_WORDS } from './plan-refusal-words.data.ts'

type Values = PlanRefusal['values']
type Value = Values[string]
export type RefusalWord = keyof (typeof PLAN_REFUSAL_WORDS)['en']

/** How one language, and one reader, writes what stands in such a sentence. */
export type RefusalManner = {
  readonly t: (word: RefusalWord, values?: Readonly<Record<string, string>>) => string
  readonly second: (ms: number) => string
  readonly number: (value: number) => string
  /** A state of a plan, or what its screening says. */
  readonly name: (code: string) => string
}

const isWord = (word: string): word is RefusalWord => Object.hasOwn(PLAN_REFUSAL_WORDS.en, word)

/** What forbids a plan or a step of one, in a sentence; undefined where these words do not know it. */
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

/** Parts that are words themselves; empty where there is nothing to say. */
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

/** How the API says it. */
export const REFUSAL_IN_ENGLISH: RefusalManner = {
  t: (word, values = {}) =>
    PLAN_REFUSAL_WORDS.en[word].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
  second: (ms) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z'),
  number: (value) => String(Number(value.toPrecision(6))),
  name: (code) => code,
}
