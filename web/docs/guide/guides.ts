import { codeOf } from '../../shell/page/page-failed.tsx'
import { type FetchOnNeed, fetchedOf } from '../../ui/page/fetched.ts'
import type { Language } from '../../ui/text/language.ts'
import { type Guide, type GuideEntry, inOrder } from './guide.ts'

/** A guide in the contents; its complete text is a separate file, which is fetched when the guide is opened. */
export type ListedGuide = GuideEntry & { readonly whole: FetchOnNeed<Guide> }

// The results of both queries are created when the application is built (`guides.config.ts`).
const ENTRIES = import.meta.glob<GuideEntry>('../../../docs/guide/**/*.md', {
  query: '?entry',
  import: 'default',
  eager: true,
})
const WHOLE = import.meta.glob<{ default: Guide }>('../../../docs/guide/**/*.md', { query: '?guide' })

const LISTED = Object.entries(WHOLE).flatMap(([path, load]) => {
  const entry = ENTRIES[path]
  return entry ? [{ ...entry, whole: fetchedOf(async () => (await codeOf(load)).default) }] : []
})
const listedIn = (language: Language) => inOrder(LISTED.filter((one) => one.language === language))

/** The guides of each language, in order. */
export const GUIDES: Readonly<Record<Language, readonly ListedGuide[]>> = { en: listedIn('en'), de: listedIn('de') }

const everyOf = (guides: readonly ListedGuide[]) =>
  fetchedOf(async () => {
    await Promise.all(guides.map(({ whole }) => whole.prefetch()))
    return guides.flatMap(({ whole }) => whole.read().value ?? [])
  })

/** Returns all guides of a language, for a search. */
export const EVERY_GUIDE: Readonly<Record<Language, FetchOnNeed<readonly Guide[]>>> = {
  en: everyOf(GUIDES.en),
  de: everyOf(GUIDES.de),
}
