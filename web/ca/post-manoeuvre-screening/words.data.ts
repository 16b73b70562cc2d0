import { defineWords } from '../../ui/text/language.ts'

/** What the page of a post-manoeuvre screening says besides what is said of every plan. */
export const screeningWords = defineWords('post-manoeuvre-screening', {
  en: {
    title: 'Post-manoeuvre screening',
    loading: 'Post-manoeuvre screening',
    failed: 'The event could not be read',
    toPlans: 'Plans of this event',
  },
  de: {
    title: 'Screening nach Manöver',
    loading: 'Screening nach Manöver',
    failed: 'Das Ereignis ließ sich nicht lesen',
    toPlans: 'Pläne dieses Ereignisses',
  },
})
