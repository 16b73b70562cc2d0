import { useSyncExternalStore } from 'react'
import { onPreference, type Preference, preference } from '../preference/preference.ts'

export type Language = Preference<'language'>
type Catalogue = Readonly<Record<string, string>>
/** `days_one` and `days_other` are one word, `days`, which takes a count. */
type WordOf<C extends Catalogue> = {
  [K in keyof C & string]: K extends `${infer Word}_one` ? Word : K extends `${string}_other` ? never : K
}[keyof C & string]
type Values = Readonly<Record<string, string | number>>

/** The words of one area, in the language that is chosen. */
export type Words<C extends Catalogue> = (word: WordOf<C>, values?: Values) => string

const PLURALS: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
}

// A list of ten thousand asks for words again and again: what is chosen is kept, not read from the page each time.
let language = preference('language')
onPreference(() => {
  language = preference('language')
})

/** The language that is chosen, for what is written by its rules: decimal marks. */
export const chosenLanguage = (): Language => language

/** Where a value stands in a text. React and the DOM take text as text, so that nothing is escaped. */
const PLACE = /\{\{(\w+)\}\}/g

/** Every catalogue by its area, for the test that holds them complete. */
export const CATALOGUES = new Map<string, Readonly<Record<Language, Catalogue>>>()

/** The words of an area in each language, by those in the language that is chosen. */
const byLanguage = new WeakMap<object, Readonly<Record<Language, unknown>>>()

/** Declares the words of an area, in every language; a word that one of them lacks is a type error. */
export function defineWords<const C extends Catalogue>(
  area: string,
  words: { readonly en: C; readonly de: { readonly [K in keyof NoInfer<C>]: string } },
): Words<C> {
  CATALOGUES.set(area, words)
  const inEach = { en: wordsIn<C>('en', words.en), de: wordsIn<C>('de', words.de) }
  const inChosen: Words<C> = (word, values) => inEach[language](word, values)
  byLanguage.set(inChosen, inEach)
  return inChosen
}

function wordsIn<C extends Catalogue>(its: Language, catalogue: Catalogue): Words<C> {
  return (word, values = {}) => {
    const { count } = values
    const plural = typeof count === 'number' ? catalogue[`${word}_${PLURALS[its].select(count)}`] : undefined
    // English is complete by its type, and so is every other language: only a name made up at run time can be missing.
    const text = plural ?? catalogue[word] ?? word
    return text.includes('{{') ? text.replace(PLACE, (_, name: string) => String(values[name] ?? '')) : text
  }
}

/**
 * The words of an area; the component renders again when another language is chosen. They are one function for each
 * language: what is made from them is made anew in another language, and not before.
 */
export function useWords<C extends Catalogue>(words: Words<C>): Words<C> {
  const readChosen = () => preference('language')
  const chosen = useSyncExternalStore(onPreference, readChosen, readChosen)
  return (byLanguage.get(words)?.[chosen] ?? words) as Words<C>
}
