import { defineWords } from '../../ui/text/language.ts'

/** The words of the page of a post-manoeuvre screening, besides the words of every plan. */
export const screeningWords = defineWords('post-manoeuvre-screening', {
  en: {
    title: 'Post-manoeuvre screening',
    loading: 'Post-manoeuvre screening',
    failed: 'The event could not be read',
    what: 'Every other event with a planned burn: Pc and miss before and after, as planned, too strong and too weak.',
  },
  de: {
    title: 'Screening nach Manöver',
    loading: 'Screening nach Manöver',
    failed: 'Das Ereignis ließ sich nicht lesen',
    what: 'Jedes andere Ereignis mit einem geplanten Manöver: Pc und Abstand davor und danach, wie geplant, zu stark und zu schwach.',
  },
})
