import { parseTerms } from './terms.ts'

const FILES = import.meta.glob<string>('../../docs/tnc/*.md', { query: '?raw', import: 'default', eager: true })

/** Every version of the terms, in every language. */
export const TERMS = Object.entries(FILES).map(([path, text]) => parseTerms(path, text))
