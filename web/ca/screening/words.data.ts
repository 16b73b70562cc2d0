import { defineWords } from '../../ui/text/language.ts'

/** The words of the page of a post-manoeuvre screening, besides the words of every plan. */
export const screeningWords = defineWords('post-manoeuvre-screening', {
  en: {
    title: 'Post-manoeuvre screening',
    loading: 'Post-manoeuvre screening',
    failed: 'The event could not be read',
    what: 'What a planned burn does to every other event of the satellite: Pc and miss before and after, as planned, too strong and too weak.',
  },
  de: {
    title: 'Screening nach Manöver',
    loading: 'Screening nach Manöver',
    failed: 'Das Ereignis ließ sich nicht lesen',
    what: 'Was eine geplante Zündung mit jedem anderen Ereignis des Satelliten macht: Pc und Abstand davor und danach, wie geplant, zu stark und zu schwach.',
  },
})
