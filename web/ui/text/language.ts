import { useSyncExternalStore } from 'react'
import { onPreference, type Preference, preference } from '../preference/preference.ts'
import { createSignal } from '../store/store.ts'
import { SHARED_WORDS } from './all-areas.data.ts'

export type Language = Preference<'language'>
type Catalogue = Readonly<Record<string, string>>
/** `days_one` and `days_other` are the two forms of one word, `days`, which takes a count. */
type WordOf<C extends Catalogue> = {
  [K in keyof C & string]: K extends `${infer Word}_one` ? Word : K extends `${string}_other` ? never : K
}[keyof C & string]
type Values = Readonly<Record<string, string | number>>

/** Returns a word of one area, or one that all areas share, in the chosen language. */
export type Words<C extends Catalogue> = (word: WordOf<C> | WordOf<typeof SHARED_WORDS.en>, values?: Values) => string

const PLURALS: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
}

/** German words that were loaded separately from the code of the pages, by area. */
const german = new Map<string, Catalogue>()
/** True if there are areas whose German words are in a separate file, and have not been loaded yet. */
let isGermanMissing = false
let comingGerman: Promise<void> | undefined
const arrival = createSignal()

/** Returns English until the words of the chosen language are loaded. */
const speakable = (): Language => (isGermanMissing ? 'en' : preference('language'))

// A list of ten thousand rows reads words again and again, so the chosen language is stored and not read from the page each time.
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

/** Resolves when the words of the chosen language are loaded; if they could not be fetched, the next call tries again. */
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

/** Returns the chosen language, for texts that depend on its rules, such as the decimal separator. */
export const chosenLanguage = (): Language => language

/** The places of values in a text. React and the DOM treat text as text, so nothing is escaped. */
const PLACE = /\{\{(\w+)\}\}/g

/** Every catalogue by its area, for the test that checks that all are complete. */
export const CATALOGUES = new Map<string, Readonly<Record<Language, Catalogue>>>([['shared', SHARED_WORDS]])

/** The words of an area in each language; the key is its words in the chosen language. */
const byLanguage = new WeakMap<object, Readonly<Record<Language, unknown>>>()

/** Declares the words of an area in every language; a word that is missing in one language is a type error. */
export function defineWords<const C extends Catalogue>(
  area: string,
  words: { readonly en: C; readonly de: { readonly [K in keyof NoInfer<C>]: string } },
): Words<C> {
  CATALOGUES.set(area, words)
  // The build removes the German words if they are in a separate file.
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
    const own = catalogueNow()
    const shared: Catalogue = SHARED_WORDS[its]
    const plural = typeof count === 'number' ? own[`${word}_${PLURALS[its].select(count)}`] : undefined
    // English is complete by its type, and so is every other language: only a name that is built at run time can be missing.
    const text = plural ?? own[word] ?? shared[word] ?? word
    return text.includes('{{') ? text.replace(PLACE, (_, name: string) => String(values[name] ?? '')) : text
  }
}

/** Returns the chosen language; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, chosenLanguage, chosenLanguage)

/**
 * Returns the words of an area; the component renders again when the language changes. For each language this is always the same function,
 * so values that are computed from it are computed again only in another language.
 */
export function useWords<C extends Catalogue>(words: Words<C>): Words<C> {
  const chosen = useLanguage()
  return (byLanguage.get(words)?.[chosen] ?? words) as Words<C>
}
