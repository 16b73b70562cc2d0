import { guideAt, inOrder } from '../guide.ts'

const TEXTS = import.meta.glob<string>('../../../../docs/guide/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const ALL = Object.keys(TEXTS).map((path) => guideAt(path, (one) => TEXTS[one] ?? ''))

/** Every guide by language, in order. */
export const GUIDES = {
  en: inOrder(ALL.filter(({ language }) => language === 'en')),
  de: inOrder(ALL.filter(({ language }) => language === 'de')),
}
