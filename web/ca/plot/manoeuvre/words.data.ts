import { defineWords } from '../../../ui/text/language.ts'

/** What the plots of manoeuvres say. */
export const burnPlotWords = defineWords('burn-plot', {
  en: {
    beforeAfter: 'Before and after',
    note: 'Pc of each open event; ring: without the burn, disc: with it',
    caption: '{{all}} events: {{worse}} worse, {{better}} better, {{same}} unchanged by the burn.',
    accepted: 'accepted',
    point: '{{object}}: Pc {{before}} without the burn, {{after}} with it',
  },
  de: {
    beforeAfter: 'Vorher und nachher',
    note: 'Pc jedes offenen Ereignisses; Ring: ohne Manöver, Scheibe: mit Manöver',
    caption: '{{all}} Ereignisse: {{worse}} schlechter, {{better}} besser, {{same}} unverändert durch das Manöver.',
    accepted: 'akzeptiert',
    point: '{{object}}: Pc {{before}} ohne Manöver, {{after}} mit Manöver',
  },
})
