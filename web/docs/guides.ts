import { type Guide, inOrder, parseGuide } from './guide.ts'

// Part of the documentation's own bundle, which only its page loads: search and contents need every guide anyway.
const FILES = import.meta.glob<string>('../../docs/guide/**/*.md', { query: '?raw', import: 'default', eager: true })

/** Every guide, in order. */
export const GUIDES: readonly Guide[] = inOrder(Object.entries(FILES).map(([path, text]) => parseGuide(path, text)))
