import { guidesOf } from './guide.ts'

/** The texts of the English guides by path. Search and contents need every guide of a language, so they come in one piece. */
export const ENGLISH_TEXTS = import.meta.glob<string>(
  ['../../../docs/guide/**/*.md', '!../../../docs/guide/**/*.de.md'],
  { query: '?raw', import: 'default', eager: true },
)

/** Every English guide, in order. */
export const ENGLISH_GUIDES = guidesOf(ENGLISH_TEXTS).en
