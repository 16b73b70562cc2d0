import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'
import { onPreference, type Preference, preference } from './preference.ts'

export type Language = Preference<'language'>
type Catalogue = Readonly<Record<string, string>>
/** `days_one` and `days_other` are one word, `days`, which takes a count. */
type WordOf<C extends Catalogue> = {
  [K in keyof C & string]: K extends `${infer Word}_one` ? Word : K extends `${string}_other` ? never : K
}[keyof C & string]
type Values = Readonly<Record<string, string | number>>

/** The words of one area, in the language that is chosen. */
export type Words<C extends Catalogue> = (word: WordOf<C>, values?: Values) => string

const i18n = createInstance()
void i18n.init({
  lng: preference('language'),
  // English is complete by its type, and so is every other language: this is for plural forms alone.
  fallbackLng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  // React and the DOM take text as text.
  interpolation: { escapeValue: false },
  resources: {},
})
onPreference(() => void i18n.changeLanguage(preference('language')))

/** Every catalogue by its area, for the test that holds them complete. */
export const CATALOGUES = new Map<string, Readonly<Record<Language, Catalogue>>>()

/** Declares the words of an area, in every language; a word that one of them lacks is a type error. */
export function defineWords<const C extends Catalogue>(
  area: string,
  words: { readonly en: C; readonly de: { readonly [K in keyof NoInfer<C>]: string } },
): Words<C> {
  CATALOGUES.set(area, words)
  for (const [language, catalogue] of Object.entries(words)) i18n.addResourceBundle(language, area, catalogue)
  const translate: (word: string, options: Values) => string = i18n.t
  const plain = new Map<string, string>()
  return (word, values) => {
    if (values !== undefined) return translate(word, { ...values, ns: area })
    // A list of ten thousand asks for the same few words again and again, and each costs some microseconds.
    const key = `${i18n.language} ${word}`
    const said = plain.get(key) ?? translate(word, { ns: area })
    plain.set(key, said)
    return said
  }
}

/** The words of an area; the component renders again when another language is chosen. */
export function useWords<C extends Catalogue>(words: Words<C>): Words<C> {
  const chosen = () => preference('language')
  useSyncExternalStore(onPreference, chosen, chosen)
  return words
}
