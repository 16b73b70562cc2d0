import { READING_FACTS, type ReadingFact } from '@apsis/contract/connections/connection.ts'

type Code = ReadingFact['code']
type Values = ReadingFact['values']

/** Writes a fact in the form in which it is stored instead of a service's message. */
export const writeFact = (code: Code, values: Values = {}): string => JSON.stringify({ code, values })

/** Splits the stored detail of a reading: it is a fact, or the message of the service. */
export function readDetail(stored: string | null): {
  readonly detail: string | null
  readonly fact: ReadingFact | null
} {
  const fact = stored?.startsWith('{"code":') === true ? factIn(stored) : undefined
  return fact === undefined ? { detail: stored, fact: null } : { detail: null, fact }
}

/** The message of a service may have any content, and may even look like a fact. */
function factIn(text: string): ReadingFact | undefined {
  try {
    const { code, values } = JSON.parse(text) as { code: unknown; values: unknown }
    const known = READING_FACTS.find((one) => one === code)
    if (known === undefined || typeof values !== 'object' || values === null) return undefined
    const entries = Object.entries(values as Record<string, unknown>)
    const readable = entries.filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    )
    return { code: known, values: Object.fromEntries(readable) }
  } catch {
    return undefined
  }
}

const counted = (count: unknown, one: string, several: string) => (count === 1 ? `one ${one}` : `${count} ${several}`)

const SENTENCES: Readonly<Record<Code, (values: Values) => string>> = {
  readable: ({ count }) => `the account may read ${counted(count, 'satellite', 'satellites')}`,
  nobody: () => 'not one report of anybody in the time asked for',
  near: ({ count, of, ...gaps }) =>
    `${count} of ${counted(of, 'published object', 'published objects')} near${Object.entries(gaps)
      .map(([what, size]) => `; ${what}: ${size}`)
      .join('')}`,
  mails: ({ count, folder, fresh }) => `${counted(count, 'mail', 'mails')} in the folder ${folder}; new: ${fresh}`,
  strangers: (values) => sayStrangers(values),
  refused: ({ count }) => `${count}, see the folder refused`,
}

function sayStrangers({ count, who, others }: Values): string {
  const more = others === 0 ? '' : ` and ${counted(others, 'other', 'others')}`
  const left = count === 1 ? 'one mail was left' : `${count} mails were left`
  return `${left}, of senders that are not named or not confirmed: ${who}${more}`
}

/** Returns the stored detail of a reading as a sentence in English; null if there is none. */
export function sayDetail(stored: string | null): string | null {
  const { detail, fact } = readDetail(stored)
  return fact === null ? detail : SENTENCES[fact.code](fact.values)
}
