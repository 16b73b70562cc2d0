import { useSyncExternalStore } from 'react'
import { onPreference, type Preference, preference } from '../preference/preference.ts'
import { createSignal } from '../store/store.ts'

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

/** German words that came apart from the code of the pages, by area. */
const german = new Map<string, Catalogue>()
/** True if there are areas whose German words are in a separate file, and have not been loaded yet. */
let isGermanMissing = false
let comingGerman: Promise<void> | undefined
const arrival = createSignal()

/** English until the words of the chosen language are there. */
const speakable = (): Language => (isGermanMissing ? 'en' : preference('language'))

// A list of ten thousand asks for words again and again: the chosen language is stored, not read from the page each time.
let language = speakable()
const listen = () => {
  language = speakable()
}
onPreference(listen)
arrival.subscribe(listen)

function onLanguage(listener: () => void): () => void {
  const stops = [onPreference(listener), arrival.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Resolves when the words of the chosen language are there; words that could not be fetched are asked for again by the next call. */
export async function fetchLanguage(): Promise<void> {
  if (!isGermanMissing || preference('language') !== 'de') return
  comingGerman ??= import('./german.data.ts').then(
    ({ GERMAN }) => {
      for (const [area, words] of GERMAN) german.set(area, words)
      isGermanMissing = false
      arrival.tell()
    },
    (failure: unknown) => {
      comingGerman = undefined
      console.error('The German words could not be loaded.', failure)
    },
  )
  await comingGerman
}

onPreference(() => void fetchLanguage())

/** The chosen language, for texts that follow its rules: decimal marks. */
export const chosenLanguage = (): Language => language

/** The places of values in a text. React and the DOM take text as text, so that nothing is escaped. */
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
  // The build leaves the German words out if they are in a separate file.
  const ownGerman: Catalogue | undefined = words.de
  if (ownGerman === undefined && german.size === 0 && !isGermanMissing) {
    isGermanMissing = true
    listen()
  }
  const inEach = {
    en: wordsIn<C>('en', () => words.en),
    de: wordsIn<C>('de', () => ownGerman ?? german.get(area) ?? words.en),
  }
  const inChosen: Words<C> = (word, values) => inEach[language](word, values)
  byLanguage.set(inChosen, inEach)
  return inChosen
}

function wordsIn<C extends Catalogue>(its: Language, catalogueNow: () => Catalogue): Words<C> {
  return (word, values = {}) => {
    const { count } = values
    const catalogue = catalogueNow()
    const plural = typeof count === 'number' ? catalogue[`${word}_${PLURALS[its].select(count)}`] : undefined
    // English is complete by its type, and so is every other language: only a name made up at run time can be missing.
    const text = plural ?? catalogue[word] ?? word
    return text.includes('{{') ? text.replace(PLACE, (_, name: string) => String(values[name] ?? '')) : text
  }
}

/** The language that is spoken; the component renders again when it is another. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, chosenLanguage, chosenLanguage)

/**
 * Returns the words of an area; the component renders again when another language is chosen. They are one function for each
 * language: values computed from them are computed again in another language, and not before.
 */
export function useWords<C extends Catalogue>(words: Words<C>): Words<C> {
  const chosen = useLanguage()
  return (byLanguage.get(words)?.[chosen] ?? words) as Words<C>
}
