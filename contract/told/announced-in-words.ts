import { type Manner, minuteOf, textOf, type Values } from './manner.ts'

/** The title and the text of what is told of announced burns. */
const ANNOUNCED = {
  'burn-announced': ['announced', 'announcedText'],
  'announced-burn-changed': ['announcedChanged', 'announcedChangedText'],
  'announced-burn-removed': ['announcedRemoved', 'announcedRemovedText'],
} as const

/** What is told of announced burns, of the first by name; notices of earlier versions are of one, and say no count. */
export function sayAnnounced(
  m: Manner,
  code: keyof typeof ANNOUNCED,
  values: Values,
): { readonly title: string; readonly message: string } {
  const { object, other, by, at, tcaAt, count = 1 } = values
  const [title, word] = ANNOUNCED[code]
  const said = { object: textOf(object), other: textOf(other), by: textOf(by), count }
  const text = m.t(word, { ...said, at: minuteOf(m, at), tca: minuteOf(m, tcaAt) })
  return { title: m.t(title), message: values.simulated === 1 ? `${m.t('simulatedOne')} ${text}` : text }
}
