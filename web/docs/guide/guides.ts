import { guidesOf } from './guide.ts'

// Part of the documentation's own bundle, which only its page loads: search and contents need every guide anyway, and
// another language is there without a connection as well.
const FILES = import.meta.glob<string>('../../../docs/guide/**/*.md', { query: '?raw', import: 'default', eager: true })

/** Every guide by language, in order. */
export const GUIDES = guidesOf(FILES)
