import { ENGLISH_TEXTS } from './english-guides.ts'
import { guidesOf } from './guide.ts'

const GERMAN_TEXTS = import.meta.glob<string>('../../../docs/guide/**/*.de.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Every guide by language, in order. The headings of a translation have the ids of the English ones, so it needs both. */
export const GUIDES = guidesOf({ ...ENGLISH_TEXTS, ...GERMAN_TEXTS })
